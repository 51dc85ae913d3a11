/** An event as the API shows it: what the webhook receives, whether it has it, and every attempt to bring it there. */
import Type, { type Static } from 'typebox';
import { EVENT_CLASSES, type EventClass, type EventPayload } from './event.ts';
import { PhoneNumber } from './phone-number.ts';

const FORWARD_STATUSES = ['PENDING', 'FORWARDED', 'FAILED', 'RECORDED'] as const;
export type ForwardStatus = (typeof FORWARD_STATUSES)[number];
export const ForwardStatus = Type.Enum([...FORWARD_STATUSES], {
  type: 'string',
  description:
    '`PENDING`: attempts are still due. `FORWARDED`: the webhook took it. `FAILED`: it lies in the failure queue. `RECORDED`: it was never taken, and nobody waits for it, because the agent has or had no webhook.',
});

export const EventClassName = Type.Enum([...EVENT_CLASSES], { type: 'string' });

const Time = Type.String({ format: 'date-time' });

const ForwardAttempt = Type.Object({
  startedAt: Time,
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null without an answer.' }),
  durationMs: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no answer.' }),
  response: Type.Union([Type.String(), Type.Null()], { description: 'The beginning of the body of the answer.' }),
});

export const ForwardedEvent = Type.Object({
  eventId: Type.String({
    description: "Unique; also sent as `webhook-id`. The `eventId` in the payload may be the RCS platform's own.",
  }),
  class: EventClassName,
  type: Type.String({
    description: '`eventType` of the payload; of a UserMessage: text, suggestion, location or file.',
  }),
  phoneNumber: PhoneNumber,
  messageId: Type.Union([Type.String(), Type.Null()], { description: 'The message that it is about.' }),
  response: Type.Union([Type.String(), Type.Null()], { description: 'The value of `X-Service-Response`.' }),
  createdAt: Time,
  status: ForwardStatus,
  nextAttemptAt: Type.Optional(Time),
  failure: Type.Optional(Type.Object({ reason: Type.String(), failedAt: Time })),
  payload: Type.Unsafe<EventPayload>({
    anyOf: [{ $ref: 'UserMessage#' }, { $ref: 'UserEvent#' }, { $ref: 'ServerEvent#' }],
    description: 'What the webhook receives.',
  }),
  attempts: Type.Array(ForwardAttempt, { description: 'Oldest first; the last 20.' }),
});
export type ForwardedEvent = Static<typeof ForwardedEvent>;

/** Which events are meant; what is absent does not narrow them. */
export type EventFilter = {
  status?: ForwardStatus | undefined;
  class?: EventClass | undefined;
  type?: string | undefined;
  phoneNumber?: string | undefined;
  /** Created at or after this; milliseconds since 1970. */
  sinceMs?: number | undefined;
  /** Created before this. */
  untilMs?: number | undefined;
};
