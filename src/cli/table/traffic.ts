/** Commands for what happens: messages, events, failures, and the service beneath them. */
import { type Command, command, lazy } from '../command.ts';
import { selectionOptions } from '../commands/failure-selection.ts';
import { LIMIT } from '../limit.ts';

const audit = lazy(() => import('../commands/audit.ts'));
const backup = lazy(() => import('../commands/backup.ts'));
const chat = lazy(() => import('../commands/chat.ts'));
const conversations = lazy(() => import('../commands/conversations.ts'));
const database = lazy(() => import('../commands/database.ts'));
const deadLetters = lazy(() => import('../commands/dead-letters.ts'));
const emulator = lazy(() => import('../commands/emulator.ts'));
const events = lazy(() => import('../commands/events.ts'));
const failures = lazy(() => import('../commands/failures.ts'));
const listen = lazy(() => import('../commands/listen.ts'));
const send = lazy(() => import('../commands/send.ts'));
const trigger = lazy(() => import('../commands/trigger.ts'));

const auditOptions = {
  since: { value: 'time', says: 'only changes then or later: 2026-01-31T12:00:00Z, or 24h' },
  until: { value: 'time', says: 'only changes before this time' },
  actor: { value: 'who', says: 'only changes by this client id, or by operator' },
  agent: { value: 'agentId', says: 'only changes of this agent and of what belongs to it' },
  resource: { value: 'kind/id', says: 'only changes of this: agent, state/welcome' },
} as const;

export const TRAFFIC: readonly Command[] = [
  command('send <agentId> <stateId> <phoneNumber>', "Send a state's message to a phone number", send('send'), {
    options: { params: { value: 'json', says: 'a JSON object, the params of templates and conditions' } },
  }),
  command('chat <agentId> <phoneNumber>', 'Use an emulator phone in this terminal', chat('chat'), {
    options: { emulator: { value: 'url', says: 'the emulator; defaults to RCS_EMULATOR_URL, then to the service' } },
  }),

  command(
    'conversations list <agentId>',
    'List its conversations, by phone number',
    conversations('listConversations'),
    {
      options: {
        ...LIMIT,
        standing: { value: 'how', says: 'only those that are waiting, stopped, failed or unsubscribed' },
        prefix: { value: 'digits', says: 'only of phone numbers that begin so: +4930' },
      },
    },
  ),
  command(
    'conversations show <agentId> <phoneNumber>',
    'Show where the user is, and what was said in the latest turns',
    conversations('showConversation'),
  ),

  command('events tail [agentId]', 'Show events as they happen, of one agent or of all', events('tailEvents'), {
    options: {
      last: { value: 'n', says: 'how many earlier ones to show first; 10 by default' },
      since: { value: 'time', says: 'first show all since then: 2026-01-31T12:00:00Z, or 24h' },
      class: { value: 'class', says: 'only UserMessage, UserEvent or ServerEvent' },
      type: { value: 'type', says: 'only this type: DELIVERED, text' },
      phone: { value: 'phoneNumber', says: 'only of this number' },
    },
  }),
  command('events test <agentId>', 'Send a signed test event to its webhook', events('testWebhook'), {
    options: {
      class: { value: 'class', says: 'UserMessage (the default), UserEvent or ServerEvent' },
      endpoint: { value: 'endpointId', says: 'to this further endpoint; to its own webhook if absent' },
    },
  }),
  command(
    'listen <agentId>',
    'Show its events here as they happen, and post them to an address here',
    listen('listen'),
    {
      options: {
        'forward-to': { value: 'url', says: 'your endpoint in development; gets what its webhook would get' },
      },
    },
  ),
  command(
    'trigger <agentId> <phoneNumber> <what>',
    'Make an event happen: delivered, read, failed, message, location or file',
    trigger('triggerEvent'),
    {
      options: {
        text: { value: 'text', says: "the user's message; Hello by default" },
        state: { value: 'stateId', says: "whose message is sent; the flow's default state if there is one" },
      },
    },
  ),
  command(
    'failures summary [agentId]',
    'Show why events failed, how many, and how the endpoints are',
    failures('summarizeFailures'),
    { options: { endpoint: selectionOptions.endpoint } },
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
  command(
    'dead-letters list [agentId]',
    'List the dead letters, of one agent or of all',
    deadLetters('listDeadLetters'),
    {
      options: LIMIT,
    },
  ),
  command(
    'dead-letters retry <lane> <seq>',
    'Retry it, after everything that has arrived',
    deadLetters('retryDeadLetter'),
  ),
  command('dead-letters delete <lane> <seq>', 'Delete it for good', deadLetters('deleteDeadLetter')),

  command('audit list', 'List the latest changes: who changed what, and from where', audit('listAudit'), {
    options: { ...auditOptions, ...LIMIT },
  }),
  command('audit export', 'Print all changes, one JSON document a line', audit('exportAudit'), {
    options: auditOptions,
  }),

  command('backup <file>', 'Write the database to a file, while the service goes on', backup('backUp'), {
    remote: false,
  }),
  command('restore <file>', 'Make an empty database what a backup has, and check it', backup('restoreBackup'), {
    remote: false,
    options: {
      rehearse: { says: 'into a place of its own that is removed at the end: shows that the backup is good' },
      hold: { says: 'what was waiting to be sent becomes dead letters, to be looked at first' },
    },
  }),
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
  command(
    'database distribute',
    'Move its lanes to the nodes of a Citus cluster; stop the service first',
    database('distributeLanes'),
    { remote: false, options: { shards: { value: 'n', says: 'parts that the nodes share out; 32 by default' } } },
  ),
  command('emulator', 'Run a standalone RCS platform with phones, until a signal', emulator('runEmulator'), {
    remote: false,
    options: {
      port: { value: 'port', says: 'where it listens; 8090 by default, 0 picks a free one' },
      host: { value: 'address', says: '127.0.0.1 by default' },
    },
  }),
];
