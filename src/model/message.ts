/** An outbound message as the API shows it, and how its status follows from its events. */
import Type, { type Static } from 'typebox';
import type { ContentMessage } from './content-message.ts';
import { ForwardedEvent } from './forwarded-event.ts';
import { PhoneNumber } from './phone-number.ts';

const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

export const MessageId = Type.String({
  pattern: UUID.source,
  description: 'A UUID; stored in lower case',
});

/** The id as stored, or null for a text that is no message id. */
export function readMessageId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

/**
 * In order of progress, so that the furthest wins whatever order the events came in: a READ implies a DELIVERED that
 * may be missing, and a delivered message cannot be revoked. Source: docs/platform.md, "Expiry and revocation".
 */
const MESSAGE_STATUSES = ['NOT_SENT', 'ENQUEUED', 'SENT', 'FAILED', 'REVOKED', 'DELIVERED', 'READ'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
export const MessageStatus = Type.Enum([...MESSAGE_STATUSES], {
  type: 'string',
  description: 'The furthest status the message reached. `NOT_SENT`: its turn ended without a message.',
});

/** The events that advance a message. */
const REACHED: Readonly<Record<string, MessageStatus>> = {
  SENT: 'SENT',
  FAILED: 'FAILED',
  TTL_EXPIRATION_REVOKED: 'REVOKED',
  DELIVERED: 'DELIVERED',
  READ: 'READ',
};

/** How far the message got, from its event types; `start` is its status before any of them. */
export function statusOf(start: MessageStatus, eventTypes: readonly string[], revoked: boolean): MessageStatus {
  const reached = eventTypes.flatMap((type) => REACHED[type] ?? []);
  const rank = (status: MessageStatus) => MESSAGE_STATUSES.indexOf(status);
  return [...reached, ...(revoked ? (['REVOKED'] as const) : [])].reduce(
    (furthest, status) => (rank(status) > rank(furthest) ? status : furthest),
    start,
  );
}

export const Content = Type.Unsafe<ContentMessage>({ $ref: 'ContentMessage#' });

export const Message = Type.Object({
  messageId: Type.String(),
  agentId: Type.String(),
  phoneNumber: PhoneNumber,
  stateId: Type.Optional(
    Type.String({
      description:
        "The state whose message it is; before it is rendered, the requested one. Absent for the agent's acknowledgement of an opt-out.",
    }),
  ),
  status: MessageStatus,
  reason: Type.Optional(
    Type.String({ description: 'Why its turn sent no message; absent when the flow simply has none there.' }),
  ),
  content: Type.Optional(Content),
  ttl: Type.Optional(Type.String({ examples: ['600s'] })),
  createdAt: Type.String({
    format: 'date-time',
    description: 'When the message was rendered; before that, when it was requested.',
  }),
  revokedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was revoked by request.' })),
  events: Type.Array(ForwardedEvent, { description: 'Its events, oldest first.' }),
});
export type Message = Static<typeof Message>;
