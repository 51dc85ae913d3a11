/** Commands for who may do what: people and their log-ins, accounts, credentials and keys, and who changed what. */
import { PROGRAM } from '../../program.ts';
import { auditQuery } from '../audit-query.ts';
import { type Command, command, lazy } from '../command.ts';
import { list } from '../list.ts';
import { short, time } from '../output.ts';
import { act, remove } from '../verbs.ts';

const audit = lazy(() => import('../commands/audit.ts'));
const credentials = lazy(() => import('../commands/credentials.ts'));
const people = lazy(() => import('../commands/people.ts'));
const signingTokens = lazy(() => import('../commands/signing-tokens.ts'));

const auditOptions = {
  since: { value: 'time', says: 'only changes then or later: 2026-01-31T12:00:00Z, or 24h' },
  until: { value: 'time', says: 'only changes before this time' },
  actor: { value: 'who', says: 'only changes by this client id, or by operator' },
  agent: { value: 'agentId', says: 'only changes of this agent and of what belongs to it' },
  resource: { value: 'kind/id', says: 'only changes of this: agent, state/welcome' },
} as const;

const VALUE_WIDTH = 60;

export const ACCESS: readonly Command[] = [
  command('people invite <email>', 'Let somebody log in to the console, and print the link for it', people('invite'), {
    options: {
      name: { value: 'name', says: 'what to call them', required: true },
      role: { value: 'role', says: 'reader (the default), author, operator or owner' },
    },
  }),
  list('people list', 'List who may log in to the console', '/people', 'people', {
    columns: [
      ['PERSON', ({ personId }) => personId],
      ['NAME', ({ name }) => name],
      ['E-MAIL', ({ email }) => email],
      ['ROLE', ({ role, disabled }) => (disabled ? `${role}, disabled` : role)],
      ['LAST LOG-IN', ({ lastLogInAt }) => time(lastLogInAt)],
    ],
    id: ({ personId }) => personId,
    none: () => `Nobody but the operator key: ${PROGRAM} people invite <email> --name <name>`,
  }),
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
  remove('people delete <personId>', 'Delete a person and end their sessions', '/people/{personId}', {
    text: (personId) => `Deleted ${personId}. Their sessions have ended.`,
  }),
  list('sessions list', 'List who is logged in to the console', '/sessions', 'sessions', {
    columns: [
      ['SESSION', ({ sessionId }) => sessionId],
      ['WHO', ({ person }) => person?.email ?? 'operator key'],
      ['BY', ({ openedBy }) => openedBy],
      ['FROM', ({ address }) => address],
      ['SINCE', ({ createdAt }) => time(createdAt)],
      ['UNTIL', ({ expiresAt }) => time(expiresAt)],
    ],
    id: ({ sessionId }) => sessionId,
    none: () => 'Nobody is logged in to the console.',
  }),
  remove('sessions end <sessionId>', 'Log a browser out', '/sessions/{sessionId}', {
    done: 'ended',
    text: (sessionId) => `${sessionId} has ended.`,
  }),

  act('accounts create <name>', 'Create an account: a tenant, who sees nothing of the others', '/accounts', {
    body: ({ name }) => ({ name }),
    id: ({ accountId }) => accountId,
  }),
  list('accounts list', 'List the accounts', '/accounts', 'accounts', {
    columns: [
      ['ACCOUNT', ({ accountId }) => accountId],
      ['NAME', ({ name }) => name],
      ['CREATED', ({ createdAt }) => time(createdAt)],
    ],
    id: ({ accountId }) => accountId,
    none: () => `There are no accounts: ${PROGRAM} accounts create <name>`,
  }),

  command('credentials create <name>', 'Create a client id and secret for the API', credentials('createCredential'), {
    options: {
      scopes: { value: 'list', says: 'what it may do, as in "agents:read messages:send"; everything if absent' },
    },
  }),
  list('credentials list', 'List the credentials, without their secrets', '/credentials', 'credentials', {
    columns: [
      ['CLIENT', ({ clientId }) => clientId],
      ['NAME', ({ name }) => name],
      ['MAY', ({ scopes }) => scopes?.join(' ') ?? 'everything'],
      ['CREATED', ({ createdAt }) => time(createdAt)],
      ['LAST USED', ({ lastUsedAt }) => time(lastUsedAt)],
    ],
    id: ({ clientId }) => clientId,
    none: () => `There are no credentials yet: ${PROGRAM} credentials create <name>`,
  }),
  remove('credentials delete <clientId>', 'Delete a credential and refuse its tokens', '/credentials/{clientId}', {
    text: (clientId) => `Deleted ${clientId}. Its tokens are refused within 30 seconds.`,
  }),

  command('signing-tokens issue', 'Issue the key that events are signed with', signingTokens('issueSigningToken')),
  list('signing-tokens list', 'List the signing tokens and their stages', '/signing-tokens', 'signingTokens', {
    columns: [
      ['SIGNING TOKEN', ({ signingTokenId }) => signingTokenId],
      ['STAGE', ({ stage }) => stage],
      ['ACCOUNT', ({ accountId }) => accountId],
      ['CREATED', ({ createdAt }) => time(createdAt)],
    ],
    id: ({ signingTokenId }) => signingTokenId,
    none: () => `There are no signing tokens yet, so events are not signed: ${PROGRAM} signing-tokens issue`,
  }),
  act(
    'signing-tokens promote <signingTokenId>',
    'Promote the next signing token',
    '/signing-tokens/{signingTokenId}/promote',
    {
      text: ({ signingTokenId }) => `${signingTokenId} is the current signing token now; the old one is the previous.`,
    },
  ),
  remove(
    'signing-tokens retire <signingTokenId>',
    'Retire a signing token at once',
    '/signing-tokens/{signingTokenId}',
    { done: 'retired', text: (signingTokenId) => `Retired ${signingTokenId}.` },
  ),
  act('access-token-keys rotate', 'Replace the key that signs access tokens', '/access-token-keys', {
    text: ({ keyId }) =>
      `${keyId} signs access tokens now; those signed with the previous key are valid until they expire.`,
  }),

  list('audit list', 'List the latest changes: who changed what, and from where', '/audit-log', 'entries', {
    columns: [
      ['WHEN', ({ at }) => time(at)],
      ['WHO', ({ actor }) => actor.id],
      ['WHAT', ({ operation }) => operation],
      [
        'OF',
        ({ resource: { kind, id, agentId } }) =>
          agentId === undefined || agentId === id ? `${kind}/${id}` : `${agentId} ${kind}/${id}`,
      ],
      ['SINCE', ({ after }) => (after ? short(JSON.stringify(after), VALUE_WIDTH) : '')],
      ['FROM', ({ address }) => address],
    ],
    id: ({ auditId }) => auditId,
    none: () => 'There are no such changes.',
    endless: true,
    options: auditOptions,
    query: auditQuery,
  }),
  command('audit export', 'Print all changes, one JSON document a line', audit('exportAudit'), {
    options: auditOptions,
  }),
];
