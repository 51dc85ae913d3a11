/** What an operator sees first: what runs, what the last day brought, and what needs a look. */
import Type, { type Static } from 'typebox';

const Time = Type.String({ format: 'date-time' });

/** What is counted by the hour. */
export const HOURLY_KINDS = ['sent', 'failed', 'received', 'forwarded', 'refused'] as const;
export type HourlyKind = (typeof HOURLY_KINDS)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts stop here: beyond, "or more" is all that anyone needs to know, and counting on would cost. */
export const MAX_COUNTED = 10_000;

export const Overview = Type.Object({
  version: Type.String(),
  startedAt: Type.String({ format: 'date-time', description: 'Of the process that answers.' }),
  platform: Type.Enum(['emulator', 'google'], { type: 'string' }),
  lanes: Type.Integer(),
  processes: Type.Array(
    Type.Object({ processId: Type.String(), lanes: Type.Integer({ description: 'Lanes that it owns.' }) }),
    { description: 'Those that live.' },
  ),
  hours: Type.Array(
    Type.Object({
      hour: Type.String({ format: 'date-time', description: 'When it begins.' }),
      sent: Count('Messages that the platform accepted.'),
      failed: Count('Messages that it refused, or that were never offered to it.'),
      received: Count('Messages of users.'),
      forwarded: Count('Events that a webhook took.'),
      refused: Count('Events that went to the failure queue.'),
    }),
    { description: 'The last 24, oldest first. Added up every ten seconds; a crash may lose that much of a count.' },
  ),
  failures: Type.Array(
    Type.Object({
      agentId: Type.String(),
      name: Type.String(),
      count: Type.Integer({ description: `Events in the failure queue; ${MAX_COUNTED} in all are counted at most.` }),
    }),
  ),
  breakers: Type.Array(
    Type.Object(
      { agentId: Type.String(), name: Type.String(), since: Time },
      { description: 'A webhook that keeps failing.' },
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
    { description: 'Turns of the last day that ended before a message, newest first; 20 at most.' },
  ),
  deadLetters: Type.Integer({ description: 'Items whose turns failed again and again: `GET /dead-letters`.' }),
});
export type Overview = Static<typeof Overview>;
