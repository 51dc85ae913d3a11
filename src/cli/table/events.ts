/** Commands for events: those that happen, those that are made to, and those that no webhook took. */
import { PROGRAM } from '../../program.ts';
import { type Command, command, lazy } from '../command.ts';
import { selectionOptions } from '../commands/failure-selection.ts';
import { list } from '../list.ts';
import { short, time } from '../output.ts';
import { period } from '../period.ts';
import { act, show } from '../verbs.ts';

const deadLetters = lazy(() => import('../commands/dead-letters.ts'));
const events = lazy(() => import('../commands/events.ts'));
const failures = lazy(() => import('../commands/failures.ts'));
const listen = lazy(() => import('../commands/listen.ts'));
const trigger = lazy(() => import('../commands/trigger.ts'));

const REASON_WIDTH = 60;
const ENDPOINT = { value: 'endpointId', says: "as this further endpoint gets them; the agent's own webhook if absent" };
const KIND = {
  class: { value: 'class', says: 'only UserMessage, UserEvent or ServerEvent' },
  type: { value: 'type', says: 'only this type: DELIVERED, text' },
  phone: { value: 'phoneNumber', says: 'only of this number' },
};

export const EVENTS: readonly Command[] = [
  list('events list <agentId>', 'List the latest events of an agent', '/agents/{agentId}/events', 'events', {
    columns: [
      ['EVENT', ({ eventId }) => eventId],
      ['WHEN', ({ createdAt }) => time(createdAt)],
      ['WHAT', (event) => `${event.class} ${event.type}`],
      ['PHONE NUMBER', ({ phoneNumber }) => phoneNumber],
      ['IS', ({ status }) => status],
      ['ATTEMPTS', ({ attempts }) => String(attempts.length)],
    ],
    id: ({ eventId }) => eventId,
    none: () => 'There are no such events.',
    endless: true,
    options: {
      since: { value: 'time', says: 'only those then or later: 2026-01-31T12:00:00Z, or 24h' },
      until: { value: 'time', says: 'only those before this time' },
      ...KIND,
      status: { value: 'status', says: 'only RECORDED, PENDING, FORWARDED or FAILED' },
      endpoint: ENDPOINT,
    },
    query: ({ since, until, class: eventClass, type, phone: phoneNumber, status, endpoint: endpointId }) => ({
      ...period({ since, until }),
      ...{ class: eventClass, type, phoneNumber, status, endpointId },
    }),
  }),
  show(
    'events show <agentId> <eventId>',
    'Show an event, with each attempt to forward it',
    '/agents/{agentId}/events/{eventId}',
    { options: { endpoint: ENDPOINT }, query: ({ endpoint: endpointId }) => ({ endpointId }) },
  ),
  command('events tail [agentId]', 'Show events as they happen, of one agent or of all', events('tailEvents'), {
    options: {
      last: { value: 'n', says: 'how many earlier ones to show first; 10 by default' },
      since: { value: 'time', says: 'first show all since then: 2026-01-31T12:00:00Z, or 24h' },
      ...KIND,
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
  list(
    'redeliveries list <agentId>',
    'List when failed events were sent again, and how far it came',
    '/agents/{agentId}/redeliveries',
    'redeliveries',
    {
      columns: [
        ['REDELIVERY', ({ redeliveryId }) => redeliveryId],
        ['BEGUN', ({ createdAt }) => time(createdAt)],
        ['IS', ({ state }) => state],
        ['SENT', ({ accepted, matched }) => `${accepted} of ${matched}`],
        ['WHY', ({ reason }) => short(reason ?? '–', REASON_WIDTH)],
      ],
      id: ({ redeliveryId }) => redeliveryId,
      none: ({ agentId }) => `Nothing has been sent again: ${PROGRAM} failures redeliver ${agentId} --all`,
      endless: true,
    },
  ),
  show(
    'redeliveries show <agentId> <redeliveryId>',
    'Show how far a redelivery has come',
    '/agents/{agentId}/redeliveries/{redeliveryId}',
  ),
  act(
    'redeliveries stop <agentId> <redeliveryId>',
    'Send no more of it; the rest stays in the failure queue',
    '/agents/{agentId}/redeliveries/{redeliveryId}/stop',
  ),
  list('dead-letters list [agentId]', 'List the dead letters, of one agent or of all', '/dead-letters', 'deadLetters', {
    columns: [
      ['LANE', ({ lane }) => String(lane)],
      ['SEQ', ({ seq }) => String(seq)],
      ['WHAT', ({ item }) => String(item['kind'])],
      ['PHONE NUMBER', ({ phoneNumber }) => phoneNumber],
      ['FAILED', ({ failedAt }) => time(failedAt)],
      ['WHY', ({ reason }) => short(reason, REASON_WIDTH)],
      ['AGENT', ({ agentId }) => agentId],
    ],
    id: ({ lane, seq }) => `${lane} ${seq}`,
    none: () => 'There are no dead letters.',
    next: ({ lane, seq }) => `To retry, once the cause is fixed: ${PROGRAM} dead-letters retry ${lane} ${seq}`,
    endless: true,
    query: ({ agentId }) => ({ agentId }),
  }),
  command(
    'dead-letters retry <lane> <seq>',
    'Retry it, after everything that has arrived',
    deadLetters('retryDeadLetter'),
  ),
  command('dead-letters delete <lane> <seq>', 'Delete it for good', deadLetters('deleteDeadLetter')),
];
