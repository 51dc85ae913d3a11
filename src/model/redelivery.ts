/** Sending many events of the failure queue again: one of them first, the others once the webhook has taken it. */
import Type, { type Static } from 'typebox';

const Time = Type.String({ format: 'date-time' });

const REDELIVERY_STATES = ['WAITING', 'PROBING', 'SENDING', 'DONE', 'STOPPED'] as const;
export type RedeliveryState = (typeof REDELIVERY_STATES)[number];

export const Redelivery = Type.Object({
  redeliveryId: Type.String(),
  agentId: Type.String(),
  state: Type.Enum([...REDELIVERY_STATES], {
    type: 'string',
    description:
      '`PROBING`: one event was sent, and its outcome decides. `SENDING`: the others are. `DONE`: all were handed to forwarding; those that fail again return to the queue. `STOPPED`: the rest stays in the queue, see `reason`.',
  }),
  filter: Type.Record(Type.String(), Type.Unknown(), { description: 'Which events, as requested.' }),
  probe: Type.Boolean({ description: 'Whether one event is sent first.' }),
  probeEventId: Type.Union([Type.String(), Type.Null()]),
  matched: Type.Integer({ description: 'Events in the queue that matched when it was requested.' }),
  accepted: Type.Integer({ description: 'Events that were handed to forwarding so far.' }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it stopped.' }),
  requestedBy: Type.String({ description: '`operator`, or the id of a client.' }),
  createdAt: Time,
  finishedAt: Type.Union([Time, Type.Null()]),
});
export type Redelivery = Static<typeof Redelivery>;
