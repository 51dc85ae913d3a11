/** An event as the API shows it: what the webhook receives, whether it has it, and every delivery attempt. */
import Type, { type Static } from 'typebox';
import { EVENT_CLASSES, type EventClass, type EventPayload } from './event.ts';
import { PhoneNumber } from './phone-number.ts';

const FORWARD_STATUSES = ['PENDING', 'FORWARDED', 'FAILED', 'DISCARDED', 'RECORDED'] as const;
export type ForwardStatus = (typeof FORWARD_STATUSES)[number];
export const ForwardStatus = Type.Enum([...FORWARD_STATUSES], {
  type: 'string',
  description:
    '`PENDING`: attempts are still due. `FORWARDED`: the webhook accepted it. `FAILED`: it is in the failure queue. `DISCARDED`: it was, and somebody took it out. `RECORDED`: never accepted, and no attempt is due, because the agent has or had no webhook.',
});

export const EventClassName = Type.Enum([...EVENT_CLASSES], { type: 'string' });

const Time = Type.String({ format: 'date-time' });

const AttemptRequest = Type.Object(
  {
    headers: Type.Record(Type.String(), Type.String()),
    signingTokensChanged: Type.Boolean({
      description: 'Whether signing tokens have changed since: then the signatures are not among the headers.',
    }),
  },
  {
    description:
      'With `headers=true`: what was sent, without `User-Agent`, `traceparent` and the headers of the connection.',
  },
);
export type AttemptRequest = Static<typeof AttemptRequest>;

const ForwardAttempt = Type.Object({
  startedAt: Time,
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null if there was no response.' }),
  durationMs: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no response.' }),
  response: Type.Union([Type.String(), Type.Null()], { description: 'The beginning of the response body.' }),
  request: Type.Optional(AttemptRequest),
});

export const ForwardedEvent = Type.Object({
  eventId: Type.String({
    description: "Unique; also sent as `webhook-id`. The `eventId` in the payload may be the RCS platform's own.",
  }),
  class: EventClassName,
  type: Type.String({
    description: '`eventType` of the payload; for a UserMessage: text, suggestion, location or file.',
  }),
  phoneNumber: PhoneNumber,
  messageId: Type.Union([Type.String(), Type.Null()], { description: 'The message it is about.' }),
  response: Type.Union([Type.String(), Type.Null()], { description: 'The value of `X-Service-Response`.' }),
  createdAt: Time,
  status: ForwardStatus,
  nextAttemptAt: Type.Optional(Time),
  failure: Type.Optional(
    Type.Object({
      reason: Type.String(),
      group: Type.String({ description: 'Its group in the summary of the failure queue, for the filter `reason`.' }),
      failedAt: Time,
    }),
  ),
  discarded: Type.Optional(Type.Object({ why: Type.String(), by: Type.String(), at: Time })),
  payload: Type.Unsafe<EventPayload>({
    anyOf: [{ $ref: 'UserMessage#' }, { $ref: 'UserEvent#' }, { $ref: 'ServerEvent#' }],
    description: 'What the webhook receives.',
  }),
  attempts: Type.Array(ForwardAttempt, { description: 'Oldest first; the last 20.' }),
});
export type ForwardedEvent = Static<typeof ForwardedEvent>;

/** Selects events; absent fields do not narrow the selection. */
export type EventFilter = {
  /** Which endpoint the status and the failure queue are of; the agent's own webhook if absent. */
  endpointId?: string | undefined;
  status?: ForwardStatus | undefined;
  class?: EventClass | undefined;
  type?: string | undefined;
  phoneNumber?: string | undefined;
  /** Created at or after this; milliseconds since 1970. In the failure queue: when they got there. */
  sinceMs?: number | undefined;
  /** Before this. */
  untilMs?: number | undefined;
  /** Their group; of the failure queue only. */
  reason?: string | undefined;
  /** Exactly these; of the failure queue only. */
  eventIds?: readonly string[] | undefined;
};

/** What a request selects in the failure queue; times in ISO 8601. */
export type FailureSelection = Pick<EventFilter, 'endpointId' | 'class' | 'type' | 'reason' | 'eventIds'> & {
  since?: string | undefined;
  until?: string | undefined;
};

export function failureFilter({ since, until, ...others }: FailureSelection): EventFilter {
  return { ...others, ...timesOf({ since, until }), status: 'FAILED' };
}

export function timesOf({ since, until }: Pick<FailureSelection, 'since' | 'until'>) {
  return {
    sinceMs: since === undefined ? undefined : Date.parse(since),
    untilMs: until === undefined ? undefined : Date.parse(until),
  };
}

/** Events that one request names by their ids. */
export const MAX_EVENT_IDS = 500;
