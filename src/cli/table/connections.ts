/** Commands for other systems: endpoints that get events, and connectors, which flows may call. */
import { PROGRAM } from '../../program.ts';
import { type Command, command, lazy } from '../command.ts';
import { list } from '../list.ts';
import { time } from '../output.ts';
import { remove, show } from '../verbs.ts';
import { whatItGets } from '../what-it-gets.ts';

const authentications = lazy(() => import('../commands/authentications.ts'));
const connectors = lazy(() => import('../commands/connectors.ts'));
const connectorsImport = lazy(() => import('../commands/connectors-import.ts'));
const endpoints = lazy(() => import('../commands/endpoints.ts'));

const endpointOptions = {
  classes: { value: 'list', says: 'only UserMessage, UserEvent or ServerEvent, separated by commas; all if absent' },
  types: { value: 'list', says: 'only these types, as in DELIVERED,READ,text; all if absent' },
  description: { value: 'text', says: 'whose it is, or what it does' },
  headers: { value: 'names', says: 'headers it wants, as in Authorization,X-Api-Key; asks for the value of each' },
  'per-second': { value: 'n', says: 'requests a second that it gets at most' },
} as const;

export const CONNECTIONS: readonly Command[] = [
  command(
    'endpoints add <agentId> <url>',
    'Send its events to a further endpoint, beside its own webhook',
    endpoints('addEndpoint'),
    { options: endpointOptions },
  ),
  list(
    'endpoints list <agentId>',
    'List the further endpoints of an agent',
    '/agents/{agentId}/endpoints',
    'endpoints',
    {
      columns: [
        ['ENDPOINT', ({ endpointId }) => endpointId],
        ['URL', ({ url }) => url],
        ['GETS', whatItGets],
      ],
      id: ({ endpointId }) => endpointId,
      none: ({ agentId }) => `There are no further endpoints: ${PROGRAM} endpoints add ${agentId} <url>`,
    },
  ),
  show('endpoints show <agentId> <endpointId>', 'Show an endpoint', '/agents/{agentId}/endpoints/{endpointId}'),
  command(
    'endpoints change <agentId> <endpointId>',
    'Change where it is, or what it gets; an empty value clears a filter',
    endpoints('changeEndpoint'),
    {
      options: {
        to: { value: 'url', says: 'where it is from now on' },
        ...endpointOptions,
        'without-headers': { value: 'names', says: 'headers that it wants no more' },
      },
    },
  ),
  command('endpoints pause <agentId> <endpointId>', 'Let its events wait', endpoints('pauseEndpoint')),
  command('endpoints resume <agentId> <endpointId>', 'Send it what has waited', endpoints('resumeEndpoint')),
  command(
    'endpoints statistics <agentId>',
    'Show how its endpoints answer, what waits and what has failed',
    endpoints('showStatistics'),
  ),
  remove(
    'endpoints remove <agentId> <endpointId>',
    'Send nothing to it any more, also not what waits',
    '/agents/{agentId}/endpoints/{endpointId}',
    { done: 'removed', text: (endpointId) => `${endpointId} gets no more events.` },
  ),

  command(
    'connectors import <document>',
    'Make a connector from an OpenAPI document, a file or a URL',
    connectorsImport('importConnector'),
    {
      options: {
        id: { value: 'connectorId', says: "its id; made of the document's title by default" },
        tag: { value: 'tags', says: 'only operations with one of these tags, separated by commas' },
        operation: { value: 'names', says: 'only these, by operationId or as "GET /path"' },
        server: { value: 'url', says: "the API's address, where the document has none or another" },
        credential: { value: 'name', says: 'also store this credential of the document; asks for its secret' },
        prune: { says: 'also delete operations that are not imported' },
        'dry-run': { says: 'only say what would be made' },
      },
    },
  ),
  list('connectors list', 'List the connectors', '/connectors', 'connectors', {
    columns: [
      ['CONNECTOR', ({ connectorId }) => connectorId],
      ['OPERATIONS', ({ operations }) => String(Object.keys(operations).length)],
      ['ADDRESS', ({ baseUrl }) => baseUrl],
      ['CHANGED', ({ updatedAt }) => time(updatedAt)],
    ],
    id: ({ connectorId }) => connectorId,
    none: () => `There are no connectors yet: ${PROGRAM} connectors import <openapi.json>`,
  }),
  show('connectors show <connectorId>', 'Show a connector and its operations', '/connectors/{connectorId}'),
  command(
    'connectors push <connectorId> <file>',
    'Make a connector what a file says, with the fields of the API',
    connectors('pushConnector'),
  ),
  command(
    'connectors run <connectorId> <operation>',
    'Call an operation, and show what a state would get',
    connectors('runOperation'),
    {
      options: {
        data: { value: 'json', says: "a JSON object, the values of the operation's placeholders" },
        credential: { value: 'authenticationId', says: 'with this credential; none if absent' },
      },
    },
  ),
  remove('connectors delete <connectorId>', 'Delete a connector and its credentials', '/connectors/{connectorId}', {
    text: (connectorId) => `Deleted ${connectorId} and its credentials.`,
  }),
  command(
    'authentications create <connectorId> <name> <type>',
    'Store a credential of a connector: basic, bearer, apiKey or oauth2ClientCredentials; asks for what is secret',
    authentications('createAuthentication'),
    {
      options: {
        username: { value: 'name', says: 'of basic' },
        in: { value: 'place', says: 'of apiKey: header (the default) or query' },
        parameter: { value: 'name', says: 'of apiKey: the header or the parameter; X-Api-Key by default' },
        'token-url': { value: 'url', says: 'of oauth2ClientCredentials' },
        'client-id': { value: 'id', says: 'of oauth2ClientCredentials' },
        scope: { value: 'text', says: 'of oauth2ClientCredentials, if it needs one' },
      },
    },
  ),
  list(
    'authentications list <connectorId>',
    'List the credentials of a connector, without their secrets',
    '/connectors/{connectorId}/authentications',
    'authentications',
    {
      columns: [
        ['CREDENTIAL', ({ authenticationId }) => authenticationId],
        ['NAME', ({ name }) => name],
        ['TYPE', ({ type }) => type],
        ['CREATED', ({ createdAt }) => time(createdAt)],
      ],
      id: ({ authenticationId }) => authenticationId,
      none: ({ connectorId }) =>
        `There are no credentials yet: ${PROGRAM} authentications create ${connectorId} <name> <type>`,
    },
  ),
  remove(
    'authentications delete <connectorId> <authenticationId>',
    'Delete a credential of a connector',
    '/connectors/{connectorId}/authentications/{authenticationId}',
  ),
];
