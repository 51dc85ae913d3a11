/** Commands for flows: their states, their versions, their tests. */
import { PROGRAM } from '../../program.ts';
import { type Command, command, lazy } from '../command.ts';
import { list } from '../list.ts';
import { short, time } from '../output.ts';
import { nexts, says } from '../state-words.ts';
import { remove, show } from '../verbs.ts';

const flowsCheck = lazy(() => import('../commands/flows-check.ts'));
const flowsDiff = lazy(() => import('../commands/flows-diff.ts'));
const flowsExplore = lazy(() => import('../commands/flows-explore.ts'));
const flowsExploreAgent = lazy(() => import('../commands/flows-explore-agent.ts'));
const flowsFunnel = lazy(() => import('../commands/flows-funnel.ts'));
const flowsPull = lazy(() => import('../commands/flows-pull.ts'));
const flowsPush = lazy(() => import('../commands/flows-push.ts'));
const flowsReplay = lazy(() => import('../commands/flows-replay.ts'));
const flowsTestFrom = lazy(() => import('../commands/flows-test-from.ts'));
const statesPull = lazy(() => import('../commands/states-pull.ts'));
const statesPush = lazy(() => import('../commands/states-push.ts'));
const test = lazy(() => import('../commands/test.ts'));
const tests = lazy(() => import('../commands/tests.ts'));
const versions = lazy(() => import('../commands/versions.ts'));

const TEXT_WIDTH = 48;
const VERSION = { value: 'n', says: 'of this version; the draft by default' };
const EXPLORATION = {
  conversations: { value: 'n', says: 'how many; 500 by default' },
  seed: { value: 'n', says: 'the same number makes the same conversations; 1 by default' },
  out: { value: 'folder', says: 'where each discovery is written as a flow test' },
};

export const FLOWS: readonly Command[] = [
  list('states list <agentId>', 'List the states of an agent', '/agents/{agentId}/states', 'states', {
    columns: [
      ['STATE', ({ stateId }) => stateId],
      ['FLOW ENTRY', ({ flowEntryStateId }) => flowEntryStateId ?? '–'],
      ['SAYS', (state) => short(says(state), TEXT_WIDTH)],
      ['NEXT', (state) => nexts(state).join(', ') || '–'],
      ['UPDATED', ({ updatedAt }) => time(updatedAt)],
    ],
    id: ({ stateId }) => stateId,
    none: ({ agentId }) => `There are no states yet: ${PROGRAM} states push ${agentId} <folder>`,
  }),
  show('states show <agentId> <stateId>', 'Show a state', '/agents/{agentId}/states/{stateId}'),
  command(
    'states push <agentId> <folder>',
    'Save a folder of <stateId>.json files as its states',
    statesPush('pushStates'),
    {
      options: { prune: { says: 'also delete the states that are not in the folder' } },
    },
  ),
  command('states pull <agentId> <folder>', 'Write its states to a folder, one file each', statesPull('pullStates')),
  remove(
    'states delete <agentId> <stateId>',
    'Delete a state to which no other leads back',
    '/agents/{agentId}/states/{stateId}',
  ),

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
  list('flows versions <agentId>', 'List the versions of its flow', '/agents/{agentId}/versions', 'versions', {
    columns: [
      ['VERSION', ({ version }) => String(version)],
      ['LIVE', ({ percent }) => (percent > 0 ? `${percent} %` : '–')],
      ['SESSIONS', ({ pinnedSessions }) => String(pinnedSessions)],
      ['PUBLISHED', ({ createdAt }) => time(createdAt)],
      ['BY', ({ author }) => author],
      ['MESSAGE', ({ message = '', forced }) => short(`${message}${forced ? ' (forced)' : ''}`, TEXT_WIDTH)],
    ],
    id: ({ version }) => String(version),
    none: ({ agentId }) => `There are no versions yet: ${PROGRAM} flows publish ${agentId}`,
    endless: true,
  }),
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
  list(
    'flows findings <agentId>',
    'List what is wrong with its flow, as the service finds it',
    '/agents/{agentId}/flow/findings',
    'findings',
    {
      columns: [
        ['SEVERITY', ({ severity }) => severity],
        ['CODE', ({ code }) => code],
        ['PLACE', ({ path }) => path],
        ['MESSAGE', ({ message }) => message],
      ],
      id: ({ path }) => path,
      none: () => 'Nothing was found.',
      options: { version: VERSION },
      query: ({ version }) => ({ version }),
    },
  ),
  command(
    'flows explore <path>',
    'Talk to a flow at random until it breaks, without a service',
    flowsExplore('exploreFlow'),
    {
      remote: false,
      options: EXPLORATION,
    },
  ),
  command(
    'flows explore-agent <agentId>',
    'Talk to the flow of an agent at random until it breaks, in the service',
    flowsExploreAgent('exploreAgent'),
    { options: { version: { value: 'n', says: 'a version; the draft by default' }, ...EXPLORATION } },
  ),

  command(
    'flows funnel <agentId>',
    'Show where conversations went in its flow, state by state',
    flowsFunnel('showFunnel'),
    {
      options: {
        version: { value: 'n', says: 'only on this version, or on the draft; all by default' },
        since: { value: 'time', says: 'turns then or later: 2026-01-31T12:00:00Z, or 24h; a day ago by default' },
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
        since: { value: 'time', says: 'sessions that began then or later, as a time or as 24h; a day ago by default' },
        until: { value: 'time', says: 'turns before this time; now by default' },
        limit: { value: 'n', says: 'sessions at most; 10000 by default' },
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

  list('tests list <agentId>', 'List the flow tests of an agent', '/agents/{agentId}/tests', 'tests', {
    columns: [
      ['TEST', ({ testId }) => testId],
      ['TITLE', ({ title }) => title],
      ['STEPS', ({ steps }) => String(steps)],
      ['UPDATED', ({ updatedAt }) => time(updatedAt)],
    ],
    id: ({ testId }) => testId,
    none: ({ agentId }) => `There are no tests yet: ${PROGRAM} tests push ${agentId} <folder>`,
  }),
  show('tests show <agentId> <testId>', 'Show a flow test of an agent', '/agents/{agentId}/tests/{testId}'),
  command('tests push <agentId> <folder>', 'Save the flow tests in a folder with an agent', tests('pushTests')),
  command('tests pull <agentId> <folder>', 'Write the flow tests of an agent to a folder', tests('pullTests')),
  command('tests run <agentId>', 'Run the flow tests of an agent against its draft', tests('runStoredTests')),
  remove('tests delete <agentId> <testId>', 'Delete a flow test of an agent', '/agents/{agentId}/tests/{testId}'),
];
