/** What an operator sees first: what runs, the last day's traffic, and what needs attention. */
import Type, { type Static } from 'typebox';
import { MAX_COUNTED_FAILURES } from './failure-summary.ts';

const Time = Type.String({ format: 'date-time' });

export const HOURLY_KINDS = ['sent', 'failed', 'received', 'forwarded', 'refused'] as const;
export type HourlyKind = (typeof HOURLY_KINDS)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts stop here: "or more" is enough beyond that, and counting on would cost. */
export const MAX_COUNTED = 10_000;

export const Overview = Type.Object({
  version: Type.String(),
  startedAt: Type.String({ format: 'date-time', description: 'Of the process that responds.' }),
  platform: Type.Enum(['emulator', 'google'], { type: 'string' }),
  lanes: Type.Integer(),
  processes: Type.Array(
    Type.Object({ processId: Type.String(), lanes: Type.Integer({ description: 'The number of lanes it owns.' }) }),
    { description: 'The live ones.' },
  ),
  hours: Type.Array(
    Type.Object({
      hour: Type.String({ format: 'date-time', description: 'The start of the hour.' }),
      sent: Count('Messages that the platform accepted.'),
      failed: Count('Messages that it refused, or that were never dispatched to it.'),
      received: Count('Messages from users.'),
      forwarded: Count('Events that a webhook accepted.'),
      refused: Count('Events that went to the failure queue.'),
    }),
    { description: 'The last 24, oldest first. Updated every ten seconds; a crash may lose that much of a count.' },
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
