/** Commands that set a service up: what everything else belongs to, and who may call. */
import { type Command, command, lazy } from '../command.ts';

const accessTokenKeys = lazy(() => import('../commands/access-token-keys.ts'));
const agents = lazy(() => import('../commands/agents.ts'));
const brands = lazy(() => import('../commands/brands.ts'));
const connectors = lazy(() => import('../commands/connectors.ts'));
const connectorsImport = lazy(() => import('../commands/connectors-import.ts'));
const credentials = lazy(() => import('../commands/credentials.ts'));
const devices = lazy(() => import('../commands/devices.ts'));
const endpoints = lazy(() => import('../commands/endpoints.ts'));
const init = lazy(() => import('../commands/init.ts'));
const media = lazy(() => import('../commands/media.ts'));
const people = lazy(() => import('../commands/people.ts'));
const open = lazy(() => import('../commands/open.ts'));
const sessions = lazy(() => import('../commands/sessions.ts'));
const signingTokens = lazy(() => import('../commands/signing-tokens.ts'));
const start = lazy(() => import('../commands/start.ts'));

const endpointOptions = {
  classes: { value: 'list', says: 'only UserMessage, UserEvent or ServerEvent, separated by commas; all if absent' },
  types: { value: 'list', says: 'only these types, as in DELIVERED,READ,text; all if absent' },
  description: { value: 'text', says: 'whose it is, or what it does' },
  headers: { value: 'names', says: 'headers it wants, as in Authorization,X-Api-Key; asks for the value of each' },
  'per-second': { value: 'n', says: 'requests a second that it gets at most' },
} as const;

export const SETUP: readonly Command[] = [
  command(
    'start',
    'Run the service in this terminal, until a signal; its settings are environment variables',
    start('start'),
    {
      remote: false,
    },
  ),
  command('init [name]', 'Create a brand, an agent with a sample flow and a phone, and chat with it', init('init')),
  command('open [page]', 'Print a link that logs a browser in to the console, once', open('openConsole'), {
    options: { browser: { says: 'also open it; other users of this machine can see it in the list of processes' } },
  }),

  command('people invite <email>', 'Let somebody log in to the console, and print the link for it', people('invite'), {
    options: {
      name: { value: 'name', says: 'what to call them', required: true },
      role: { value: 'role', says: 'reader (the default), author, operator or owner' },
    },
  }),
  command('people list', 'List who may log in to the console', people('listPeople')),
  command('people change <personId>', 'Change who they are or what they may do', people('changePerson'), {
    options: {
      name: { value: 'name', says: 'what to call them' },
      email: { value: 'email', says: 'what they log in with' },
      role: { value: 'role', says: 'reader, author, operator or owner' },
      disable: { says: 'log them out everywhere, and let them in no more' },
      enable: { says: 'let them in again' },
    },
  }),
  command('people link <personId>', 'Print a new link to log in with, once', people('linkPerson')),
  command('people delete <personId>', 'Delete a person and end their sessions', people('deletePerson'), {
    explicit: true,
  }),
  command('sessions list', 'List who is logged in to the console', sessions('listSessions')),
  command('sessions end <sessionId>', 'Log a browser out', sessions('endSession')),

  command('brands create <name>', 'Create a brand for agents to represent', brands('createBrand')),
  command('brands list', 'List the brands', brands('listBrands')),

  command('credentials create <name>', 'Create a client id and secret for the API', credentials('createCredential'), {
    options: {
      scopes: { value: 'list', says: 'what it may do, as in "agents:read messages:send"; everything if absent' },
    },
  }),
  command('credentials list', 'List the credentials, without their secrets', credentials('listCredentials')),
  command(
    'credentials delete <clientId>',
    'Delete a credential and refuse its tokens',
    credentials('deleteCredential'),
  ),

  command('signing-tokens issue', 'Issue the key that events are signed with', signingTokens('issueSigningToken')),
  command('signing-tokens list', 'List the signing tokens and their stages', signingTokens('listSigningTokens')),
  command(
    'signing-tokens promote <signingTokenId>',
    'Promote the next signing token',
    signingTokens('promoteSigningToken'),
  ),
  command(
    'signing-tokens retire <signingTokenId>',
    'Retire a signing token at once',
    signingTokens('retireSigningToken'),
  ),
  command(
    'access-token-keys rotate',
    'Replace the key that signs access tokens',
    accessTokenKeys('rotateAccessTokenKey'),
  ),

  command('agents create <name>', 'Create an agent, in test mode', agents('createAgent'), {
    options: {
      brand: { value: 'brandId', says: 'the brand it represents', required: true },
      'use-case': { value: 'case', says: 'TRANSACTIONAL (the default), PROMOTIONAL, MULTI_USE or OTP' },
    },
  }),
  command('agents list', 'List the agents', agents('listAgents')),
  command(
    'agents configure <agentId> key=value…',
    'Set fields of its config; "key=" clears one',
    agents('configureAgent'),
  ),
  command('agents launch <agentId>', 'Let it message any number', agents('launchAgent'), { explicit: true }),

  command(
    'endpoints add <agentId> <url>',
    'Send its events to a further endpoint, beside its own webhook',
    endpoints('addEndpoint'),
    { options: endpointOptions },
  ),
  command('endpoints list <agentId>', 'List the further endpoints of an agent', endpoints('listEndpoints')),
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
  command(
    'endpoints remove <agentId> <endpointId>',
    'Send nothing to it any more, also not what waits',
    endpoints('removeEndpoint'),
    { explicit: true },
  ),

  command('devices add <agentId> <phoneNumber>', 'Register a test device of an agent', devices('addDevice'), {
    options: { draft: { says: 'it runs the draft of the flow' } },
  }),
  command('devices list <agentId>', 'List the test devices of an agent', devices('listDevices')),
  command('devices remove <agentId> <phoneNumber>', 'Remove a test device', devices('removeDevice'), {
    explicit: true,
  }),

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
  command('connectors list', 'List the connectors', connectors('listConnectors')),
  command('connectors delete <connectorId>', 'Delete a connector and its credentials', connectors('deleteConnector'), {
    explicit: true,
  }),

  command('media upload <file>', 'Upload a picture, video or other file that messages show', media('uploadMedium'), {
    options: { name: { value: 'name', says: "what to call it; the file's name if absent" } },
  }),
  command('media list', 'List the media and their addresses', media('listMedia')),
  command('media delete <mediaId>', 'Delete a medium that no message shows', media('deleteMedium'), { explicit: true }),
];
