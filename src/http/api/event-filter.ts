/** Which events a request means: the same fields and the same meaning wherever events are listed, sent again or discarded. */
import Type, { type Static } from 'typebox';
import { Problem } from '../../errors.ts';
import {
  EventClassName,
  type EventFilter,
  ForwardStatus,
  MAX_EVENT_IDS,
  timesOf,
} from '../../model/forwarded-event.ts';
import { Moment } from '../contract/schemas.ts';

export const filterFields = {
  endpointId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "A further endpoint: its failure queue, its status, its attempts. If absent, the agent's own webhook.",
    }),
  ),
  class: Type.Optional(EventClassName),
  type: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        'Its `eventType`, as in `DELIVERED`, or what a UserMessage has: `text`, `suggestion`, `location`, `file`.',
      examples: ['DELIVERED'],
    }),
  ),
  since: Moment('Created at this time or later; in the failure queue, those that got there then.'),
  until: Moment('Before this time.'),
};

/** Of what is in the failure queue. */
export const failureFields = {
  ...filterFields,
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The `reason` of a group in the summary; only of events in the failure queue.',
      examples: ['401 invalid signature'],
    }),
  ),
};

export const eventIdsField = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_EVENT_IDS,
    description: 'Only these; those that are not in the failure queue are passed over.',
  }),
);

const Filter = Type.Object({
  ...failureFields,
  status: Type.Optional(ForwardStatus),
  phoneNumber: Type.Optional(Type.String()),
  eventIds: eventIdsField,
});
type FilterFields = Static<typeof Filter>;

/**
 * A reason, and ids, mean events of the failure queue. `at` is what the path of a fault begins with: `/` in a body.
 * @throws Problem `validation_failed`
 */
export function readFilter(fields: FilterFields, at: '' | '/'): EventFilter {
  const { endpointId, class: eventClass, type, phoneNumber, since, until, reason, eventIds } = fields;
  const ofQueue = reason !== undefined ? 'reason' : eventIds !== undefined ? 'eventIds' : null;
  const { status = ofQueue === null ? undefined : 'FAILED' } = fields;
  if (ofQueue !== null && status !== 'FAILED') {
    const message = 'selects events of the failure queue, whose status is FAILED';
    throw new Problem('validation_failed', `${ofQueue} ${message}.`, { errors: [{ path: at + ofQueue, message }] });
  }
  return {
    endpointId,
    status,
    class: eventClass,
    type,
    phoneNumber,
    ...timesOf({ since, until }),
    reason,
    eventIds,
  };
}
