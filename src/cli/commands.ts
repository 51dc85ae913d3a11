/** Every command, in the order in which `help` shows them. To add one: a line here, a function in its noun's file. */

import { type Command, command, lazy } from './command.ts';
import { selectionOptions } from './commands/failure-selection.ts';
import { showHelp } from './help.ts';

const VERSION = { value: 'n', says: 'of this version; the draft by default' };

const accessTokenKeys = lazy(() => import('./commands/access-token-keys.ts'));
const agents = lazy(() => import('./commands/agents.ts'));
const brands = lazy(() => import('./commands/brands.ts'));
const chat = lazy(() => import('./commands/chat.ts'));
const credentials = lazy(() => import('./commands/credentials.ts'));
const database = lazy(() => import('./commands/database.ts'));
const deadLetters = lazy(() => import('./commands/dead-letters.ts'));
const devices = lazy(() => import('./commands/devices.ts'));
const emulator = lazy(() => import('./commands/emulator.ts'));
const events = lazy(() => import('./commands/events.ts'));
const failures = lazy(() => import('./commands/failures.ts'));
const flowsCheck = lazy(() => import('./commands/flows-check.ts'));
const flowsDiff = lazy(() => import('./commands/flows-diff.ts'));
const flowsExplore = lazy(() => import('./commands/flows-explore.ts'));
const flowsFunnel = lazy(() => import('./commands/flows-funnel.ts'));
const flowsPull = lazy(() => import('./commands/flows-pull.ts'));
const flowsPush = lazy(() => import('./commands/flows-push.ts'));
const flowsReplay = lazy(() => import('./commands/flows-replay.ts'));
const flowsTestFrom = lazy(() => import('./commands/flows-test-from.ts'));
const init = lazy(() => import('./commands/init.ts'));
const open = lazy(() => import('./commands/open.ts'));
const send = lazy(() => import('./commands/send.ts'));
const signingTokens = lazy(() => import('./commands/signing-tokens.ts'));
const states = lazy(() => import('./commands/states.ts'));
const statesPull = lazy(() => import('./commands/states-pull.ts'));
const statesPush = lazy(() => import('./commands/states-push.ts'));
const test = lazy(() => import('./commands/test.ts'));
const tests = lazy(() => import('./commands/tests.ts'));
const versions = lazy(() => import('./commands/versions.ts'));

export const COMMANDS: readonly Command[] = [
  command('init [name]', 'Create a brand, an agent with a sample flow and a phone, and chat with it', init('init')),
  command('open [page]', 'Print a link that logs a browser in to the console, once', open('openConsole'), {
    options: { browser: { says: 'also open it; other users of this machine can see it in the list of processes' } },
  }),

  command('brands create <name>', 'Create a brand for agents to represent', brands('createBrand')),
  command('brands list', 'List the brands', brands('listBrands')),

  command('credentials create <name>', 'Create a client id and secret for the API', credentials('createCredential')),
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

  command('devices add <agentId> <phoneNumber>', 'Register a test device of an agent', devices('addDevice'), {
    options: { draft: { says: 'it runs the draft of the flow' } },
  }),
  command('devices list <agentId>', 'List the test devices of an agent', devices('listDevices')),
  command('devices remove <agentId> <phoneNumber>', 'Remove a test device', devices('removeDevice'), {
    explicit: true,
  }),

  command('states list <agentId>', 'List the states of an agent', states('listStates')),
  command(
    'states push <agentId> <folder>',
    'Save a folder of <stateId>.json files as its states',
    statesPush('pushStates'),
    {
      options: { prune: { says: 'also delete the states that are not in the folder' } },
    },
  ),
  command('states pull <agentId> <folder>', 'Write its states to a folder, one file each', statesPull('pullStates')),

  command('flows pull <agentId> <file>', 'Write its whole flow to a file', flowsPull('pullFlow'), {
    options: { version: VERSION },
  }),
  command(
    'flows push <agentId> <file>',
    'Replace its whole flow by that of a file, or nothing',
    flowsPush('pushFlow'),
    {
      options: { 'dry-run': { says: 'only say what would change and what is wrong' } },
    },
  ),
  command(
    'flows diff <agentId> <file>',
    'Show what a push would change; exit code 1 if anything',
    flowsDiff('diffFlow'),
    {
      options: { version: VERSION },
    },
  ),
  command('flows versions <agentId>', 'List the versions of its flow', versions('listVersions')),
  command('flows publish <agentId>', 'Freeze its draft as a version and make that live', versions('publishFlow'), {
    options: {
      message: { value: 'text', says: 'what has changed' },
      force: { says: 'publish despite errors' },
      'not-live': { says: 'only freeze it' },
    },
  }),
  command(
    'flows activate <agentId> <version>',
    'Make a version live; an older one is a rollback',
    versions('activateVersion'),
    {
      options: {
        percent: { value: 'n', says: 'only for this part of the numbers' },
        move: { says: 'sessions on other versions go on on it' },
      },
    },
  ),
  command(
    'flows compare <agentId> <version> [other]',
    'Show how another version, or the draft, differs; exit code 1 if it does',
    versions('compareVersions'),
  ),
  command(
    'flows check <path>',
    'Find mistakes in a flow document or a folder of states, without a service',
    flowsCheck('checkFlow'),
    {
      remote: false,
      options: { 'use-case': { value: 'case', says: "the agent's; its traffic types are then checked too" } },
    },
  ),
  command(
    'flows explore <path>',
    'Talk to a flow at random until it breaks, without a service',
    flowsExplore('exploreFlow'),
    {
      remote: false,
      options: {
        conversations: { value: 'n', says: 'how many; 500 by default' },
        seed: { value: 'n', says: 'the same number makes the same conversations; 1 by default' },
        out: { value: 'folder', says: 'where each discovery is written as a flow test' },
      },
    },
  ),

  command(
    'flows funnel <agentId>',
    'Show where conversations went in its flow, state by state',
    flowsFunnel('showFunnel'),
    {
      options: {
        version: { value: 'n', says: 'only on this version, or on the draft; all by default' },
        since: { value: 'time', says: 'turns then or later, as a time or as 24h; a day ago by default' },
        until: { value: 'time', says: 'turns before this time; now by default' },
      },
    },
  ),
  command(
    'flows test-from <agentId> <phoneNumber>',
    'Write a flow test from a conversation',
    flowsTestFrom('writeTestFrom'),
    {
      options: {
        from: { value: 'turn', says: 'the first turn; that of the last session by default' },
        to: { value: 'turn', says: 'the last turn; the latest by default' },
        'keep-personal-data': { says: 'replace nothing' },
      },
    },
  ),
  command(
    'flows replay <agentId>',
    'Run recorded conversations on another flow, and show what would differ',
    flowsReplay('replayFlow'),
    {
      options: {
        version: { value: 'n', says: 'a version; the draft by default' },
        since: { value: 'time', says: 'sessions that began then or later; a day ago by default' },
        until: { value: 'time', says: 'turns before this time; now by default' },
        limit: { value: 'n', says: 'sessions at most; 1000 by default' },
      },
    },
  ),
  command('test <path>', 'Run the flow tests in a folder or a file, without a service', test('runTests'), {
    remote: false,
    options: {
      reporter: { value: 'name', says: 'spec (the default), tap or junit' },
      filter: { value: 'text', says: 'only tests with this in their title or file name' },
      coverage: { says: 'also which states, transitions and chips the tests reach' },
      watch: { says: 'again after each change, until a signal' },
    },
  }),

  command('tests push <agentId> <folder>', 'Save the flow tests in a folder with an agent', tests('pushTests')),
  command('tests pull <agentId> <folder>', 'Write the flow tests of an agent to a folder', tests('pullTests')),
  command('tests run <agentId>', 'Run the flow tests of an agent against its draft', tests('runStoredTests')),

  command('send <agentId> <stateId> <phoneNumber>', "Send a state's message to a phone number", send('send'), {
    options: { params: { value: 'json', says: 'a JSON object, the params of templates and conditions' } },
  }),
  command('chat <agentId> <phoneNumber>', 'Use an emulator phone in this terminal', chat('chat'), {
    options: { emulator: { value: 'url', says: 'the emulator; defaults to RCS_EMULATOR_URL, then to the service' } },
  }),

  command('events tail [agentId]', 'Show events as they happen, of one agent or of all', events('tailEvents'), {
    options: { last: { value: 'n', says: 'how many earlier ones to show first; 10 by default' } },
  }),
  command('events test <agentId>', 'Send a signed test event to its webhook', events('testWebhook')),
  command(
    'failures summary [agentId]',
    'Show why events failed, how many, and how the endpoints are',
    failures('summarizeFailures'),
  ),
  command('failures list [agentId]', 'List the events in the failure queue', failures('listFailures'), {
    options: { ...selectionOptions, limit: { value: 'n', says: 'at most this many per agent; 100 by default' } },
  }),
  command(
    'failures redeliver <agentId> [eventId]',
    'Forward an event again, or many: one first, then the rest',
    failures('redeliver'),
    {
      options: {
        ...selectionOptions,
        all: { says: "every event in the agent's failure queue" },
        'no-probe': { says: 'all at once, without sending one first' },
      },
    },
  ),
  command(
    'failures discard <agentId> [eventId]',
    'Take an event, or many, out of the failure queue',
    failures('discard'),
    {
      options: {
        ...selectionOptions,
        all: { says: "every event in the agent's failure queue" },
        why: { value: 'text', says: 'kept with the record of it', required: true },
      },
    },
  ),
  command('dead-letters list', 'List the dead letters', deadLetters('listDeadLetters')),
  command(
    'dead-letters retry <lane> <seq>',
    'Retry it, after everything that has arrived',
    deadLetters('retryDeadLetter'),
  ),
  command('dead-letters delete <lane> <seq>', 'Delete it for good', deadLetters('deleteDeadLetter')),

  command(
    'database lanes',
    'Split its lanes, so that more processes can share it; stop the service first',
    database('splitLanes'),
    {
      remote: false,
      options: {
        to: { value: 'n', says: 'the new number: a multiple of the present one, 256 at most', required: true },
      },
    },
  ),
  command('emulator', 'Run a standalone RCS platform with phones, until a signal', emulator('runEmulator'), {
    remote: false,
    options: {
      port: { value: 'port', says: 'where it listens; 8090 by default, 0 picks a free one' },
      host: { value: 'address', says: '127.0.0.1 by default' },
    },
  }),
  command(
    'help [noun]',
    'List the commands, or explain those of a noun',
    (cli, given) => showHelp(COMMANDS, cli, given),
    { remote: false },
  ),
];
