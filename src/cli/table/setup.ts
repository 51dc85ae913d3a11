/** Commands that set an agent up: its brand, its settings, the phones and media of its tests. */
import { PROGRAM } from '../../program.ts';
import { type Command, command, lazy } from '../command.ts';
import { list } from '../list.ts';
import { size, time } from '../output.ts';
import { act, change, remove, show } from '../verbs.ts';

const agents = lazy(() => import('../commands/agents.ts'));
const brands = lazy(() => import('../commands/brands.ts'));
const devices = lazy(() => import('../commands/devices.ts'));
const init = lazy(() => import('../commands/init.ts'));
const media = lazy(() => import('../commands/media.ts'));
const open = lazy(() => import('../commands/open.ts'));
const profiles = lazy(() => import('../commands/profiles.ts'));
const start = lazy(() => import('../commands/start.ts'));

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

  command('profiles add <name> <url>', 'Name a service elsewhere; asks for its operator key', profiles('addProfile'), {
    remote: false,
  }),
  command('profiles list', 'List the services that have names', profiles('listProfiles'), { remote: false }),
  command('profiles use <name>', 'Let commands in this folder go to a service', profiles('useProfile'), {
    remote: false,
  }),
  command('profiles remove <name>', 'Forget a service and its key', profiles('removeProfile'), { remote: false }),

  command('brands create <name>', 'Create a brand for agents to represent', brands('createBrand')),
  list('brands list', 'List the brands', '/brands', 'brands', {
    columns: [
      ['BRAND', ({ brandId }) => brandId],
      ['NAME', ({ name }) => name],
      ['CREATED', ({ createdAt }) => time(createdAt)],
    ],
    id: ({ brandId }) => brandId,
    none: () => `There are no brands yet: ${PROGRAM} brands create <name>`,
  }),

  command('agents create <name>', 'Create an agent, in test mode', agents('createAgent'), {
    options: {
      brand: { value: 'brandId', says: 'the brand it represents', required: true },
      'use-case': { value: 'case', says: 'TRANSACTIONAL (the default), PROMOTIONAL, MULTI_USE or OTP' },
    },
  }),
  list('agents list', 'List the agents', '/agents', 'agents', {
    columns: [
      ['AGENT', ({ agentId }) => agentId],
      ['NAME', ({ name }) => name],
      ['MODE', ({ mode }) => mode],
      ['USE CASE', ({ useCase }) => useCase],
      ['BRAND', ({ brandId }) => brandId],
    ],
    id: ({ agentId }) => agentId,
    none: () => `There are no agents yet: ${PROGRAM} agents create <name> --brand <brandId>`,
  }),
  show('agents show <agentId>', 'Show an agent and its config', '/agents/{agentId}'),
  change('agents change <agentId> key=value…', 'Set its name or its useCase', '/agents/{agentId}'),
  command(
    'agents configure <agentId> key=value…',
    'Set fields of its config; "key=" clears one',
    agents('configureAgent'),
  ),
  act('agents launch <agentId>', 'Let it message any number', '/agents/{agentId}/launch', {
    explicit: true,
    text: ({ name }) => `${name} was launched: it may message any number.`,
  }),
  remove('agents delete <agentId>', 'Delete an agent with its flow and its conversations', '/agents/{agentId}'),

  command('devices add <agentId> <phoneNumber>', 'Register a test device of an agent', devices('addDevice'), {
    options: { draft: { says: 'it runs the draft of the flow' } },
  }),
  list('devices list <agentId>', 'List the test devices of an agent', '/agents/{agentId}/devices', 'devices', {
    columns: [
      ['PHONE NUMBER', ({ phoneNumber }) => phoneNumber],
      ['REGISTERED', ({ createdAt }) => time(createdAt)],
      ['RUNS', ({ draft }) => (draft ? 'draft' : 'live')],
    ],
    id: ({ phoneNumber }) => phoneNumber,
    none: ({ agentId }) => `There are no test devices yet: ${PROGRAM} devices add ${agentId} <phoneNumber>`,
  }),
  change(
    'devices change <agentId> <phoneNumber> key=value…',
    'Set what it runs: draft=true, or draft=false for what is live',
    '/agents/{agentId}/devices/{phoneNumber}',
  ),
  remove('devices remove <agentId> <phoneNumber>', 'Remove a test device', '/agents/{agentId}/devices/{phoneNumber}', {
    done: 'removed',
    text: (phoneNumber) => `${phoneNumber} is no longer a test device.`,
  }),

  command('media upload <file>', 'Upload a picture, video or other file that messages show', media('uploadMedium'), {
    options: { name: { value: 'name', says: "what to call it; the file's name if absent" } },
  }),
  list('media list', 'List the media and their addresses', '/media', 'media', {
    columns: [
      ['MEDIUM', ({ mediaId }) => mediaId],
      ['NAME', ({ name }) => name],
      ['TYPE', ({ type }) => type],
      ['SIZE', ({ bytes }) => size(bytes)],
      ['UPLOADED', ({ createdAt }) => time(createdAt)],
      ['ADDRESS', ({ url }) => url],
    ],
    id: ({ url }) => url,
    none: () => `There are no media yet: ${PROGRAM} media upload <file>`,
  }),
  show('media show <mediaId>', 'Show a medium and its address', '/media/{mediaId}'),
  remove('media delete <mediaId>', 'Delete a medium that no message shows', '/media/{mediaId}'),
];
