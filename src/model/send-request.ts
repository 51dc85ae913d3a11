/**
 * A request to send a state's message, and its response. Source: the specification, "Agents and states";
 * docs/spec-choices.md §3.
 */
import Type, { type Static } from 'typebox';
import type { JsonObject } from './json.ts';
import { MessageId } from './message.ts';
import { PhoneNumber } from './phone-number.ts';
import { MessageTrafficType } from './traffic-type.ts';

/** A state's template cannot use more; the route limits the size in bytes. */
export const MAX_PARAMS = 100;

/** 1 to 1,296,000 seconds, which are 15 days: the platform's maximum. */
const TTL_PATTERN = '^([1-9][0-9]{0,5}|1[01][0-9]{5}|12[0-8][0-9]{4}|129[0-5][0-9]{3}|1296000)s$';

export const SendRequest = Type.Object(
  {
    params: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        maxProperties: MAX_PARAMS,
        description: 'Values for `params.*` in conditions and templates; up to 100, nested up to 30 levels.',
      }),
    ),
    messageId: Type.Optional(MessageId),
    ttl: Type.Optional(
      Type.String({
        pattern: TTL_PATTERN,
        description: 'Whole seconds with an s, from 1s to 1296000s (15 days)',
        examples: ['600s'],
      }),
    ),
    messageTrafficType: Type.Optional(
      MessageTrafficType("The traffic type declared to the RCS platform; overrides the state's `messageTrafficType`."),
    ),
  },
  {
    additionalProperties: false,
    description: 'Everything is optional; no body means the same as an empty object.',
  },
);
export type SendRequest = Static<typeof SendRequest>;

export const SendHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x20-\\x7e]+$',
      description:
        'Up to 255 printable ASCII characters. Repeating a request with its key within 24 hours returns the first response again and sends nothing more.',
    }),
  ),
});

export const SendAnswer = Type.Object({
  messageId: Type.String({ description: 'The id of the message in every event about it.' }),
  agentId: Type.String(),
  stateId: Type.String(),
  phoneNumber: PhoneNumber,
  status: Type.Literal('ENQUEUED', { description: 'Enqueued, not delivered: outcomes arrive as webhook events.' }),
});
