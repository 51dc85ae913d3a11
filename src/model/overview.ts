/** What an operator sees first: what runs, the last day's traffic, and what needs attention. */
import Type, { type Static } from 'typebox';
import { MAX_COUNTED_FAILURES } from './failure-summary.ts';

const Time = Type.String({ format: 'date-time' });

export const TRAFFIC_KINDS = ['sent', 'failed', 'received', 'forwarded', 'refused'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** What a chart may show, and in which steps. */
export const SPANS = {
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 24, stepSeconds: 3600 },
  week: { steps: 56, stepSeconds: 3 * 3600 },
} as const;
export type Span = keyof typeof SPANS;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts stop here: "or more" is enough beyond that, and counting on would cost. */
export const MAX_COUNTED = 10_000;
/** Of what waits, counting stops here, for all agents together. */
export const MAX_WAITING_COUNTED = 100_000;

const Traffic = Type.Object({
  from: Type.String({ format: 'date-time', description: 'The start of the step.' }),
  sent: Count('Messages that the platform accepted.'),
  failed: Count('Messages that it refused, or that were never dispatched to it.'),
  received: Count('Messages from users.'),
  forwarded: Count('Events that a webhook accepted.'),
  refused: Count('Events that went to the failure queue.'),
});
export type Traffic = Static<typeof Traffic>;

export const Overview = Type.Object({
  version: Type.String(),
  at: Type.String({ format: 'date-time', description: 'When it was read, all of it at once.' }),
  startedAt: Type.String({ format: 'date-time', description: 'Of the process that responds.' }),
  platform: Type.Enum(['emulator', 'google'], { type: 'string' }),
  lanes: Type.Integer(),
  processes: Type.Array(
    Type.Object({ processId: Type.String(), lanes: Type.Integer({ description: 'The number of lanes it owns.' }) }),
    { description: 'The live ones.' },
  ),
  span: Type.Enum(Object.keys(SPANS) as Span[], { type: 'string' }),
  stepSeconds: Type.Integer({ description: 'What one item of `traffic` covers.' }),
  traffic: Type.Array(Traffic, {
    description: 'Of the span, oldest first. Updated every two seconds; a crash may lose that much of a count.',
  }),
  backlogs: Type.Array(
    Type.Object({
      agentId: Type.String(),
      name: Type.String(),
      inbox: Count('Sends, messages from users and receipts that no turn has taken yet.'),
      inboxOldestSeconds: Count('The age of the oldest of these.'),
      outbox: Count('Messages that are not with the platform yet.'),
      forwarding: Count('Events before their first attempt at a webhook.'),
      retrying: Count('Events that were tried, and are to be tried again.'),
    }),
    {
      description: `Agents for which something waits, the most first; at most 100. Counting stops at ${MAX_WAITING_COUNTED} of each kind, of all agents.`,
    },
  ),
  throttled: Type.Array(
    Type.Object(
      { agentId: Type.String(), name: Type.String(), since: Time },
      { description: 'An agent whose messages the platform throttles.' },
    ),
  ),
  failures: Type.Array(
    Type.Object({
      agentId: Type.String(),
      name: Type.String(),
      count: Type.Integer({
        description: `Events in the failure queue; counting stops at ${MAX_COUNTED_FAILURES} in all.`,
      }),
    }),
  ),
  breakers: Type.Array(
    Type.Object(
      { agentId: Type.String(), name: Type.String(), since: Time },
      { description: 'A webhook that keeps failing.' },
    ),
  ),
  refusing: Type.Array(
    Type.Object(
      { agentId: Type.String(), name: Type.String(), since: Time },
      { description: 'A webhook that has answered nothing but 4xx since then, at least ten times.' },
    ),
  ),
  stopped: Type.Array(
    Type.Object({
      agentId: Type.String(),
      name: Type.String(),
      phoneNumber: Type.String(),
      reason: Type.String(),
      at: Time,
    }),
    { description: 'Turns in the last day that ended without a message, newest first; at most 20.' },
  ),
  deadLetters: Type.Integer({ description: 'Items that were given up after repeated failures: `GET /dead-letters`.' }),
});
export type Overview = Static<typeof Overview>;
