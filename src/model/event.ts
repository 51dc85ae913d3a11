/** An event as the client's webhook receives it. All field names are from the specification, "Events". */
import Type, { type Static } from 'typebox';
import type { Traced } from '../traced.ts';
import { PhoneNumber } from './phone-number.ts';

export const EVENT_CLASSES = ['UserMessage', 'UserEvent', 'ServerEvent'] as const;
export type EventClass = (typeof EVENT_CLASSES)[number];

export const RichMessageClassification = Type.Object({
  classificationType: Type.Enum(['RICH_MESSAGE', 'RICH_MEDIA_MESSAGE'], { type: 'string' }),
  segmentCount: Type.Integer({ minimum: 1 }),
});
export type RichMessageClassification = Static<typeof RichMessageClassification>;

const SendTime = Type.String({
  format: 'date-time',
  description: 'UTC with a Z; microseconds where known.',
  examples: ['2026-01-02T03:04:05.678901Z'],
});

export const SuggestionResponse = Type.Object({
  text: Type.String({ description: "The chip's label." }),
  postbackData: Type.String({ description: 'The postback data set on the chip.' }),
  type: Type.Enum(['REPLY', 'ACTION'], { type: 'string' }),
});
export type SuggestionResponse = Static<typeof SuggestionResponse>;

export const Location = Type.Object({
  latitude: Type.String({ examples: ['52.520008'] }),
  longitude: Type.String({ examples: ['13.404954'] }),
});
export type Location = Static<typeof Location>;

const FileInfo = Type.Object({
  mimeType: Type.String(),
  fileSizeBytes: Type.Number(),
  fileName: Type.Optional(Type.String()),
  fileUri: Type.String({ description: 'URL of the content.' }),
});
export const UserFile = Type.Object({ payload: FileInfo, thumbnail: Type.Optional(FileInfo) });
export type UserFile = Static<typeof UserFile>;

/** A user's content: exactly one of the four. */
const UserContent = {
  text: Type.Optional(Type.String()),
  suggestionResponse: Type.Optional(SuggestionResponse),
  location: Type.Optional(Location),
  userFile: Type.Optional(UserFile),
};

export const UserMessage = Type.Object({
  agentId: Type.String(),
  senderPhoneNumber: PhoneNumber,
  messageId: Type.String({ description: 'Unique id of this user message.' }),
  sendTime: SendTime,
  richMessageClassification: RichMessageClassification,
  ...UserContent,
});
export type UserMessage = Static<typeof UserMessage>;

export const USER_EVENT_TYPES = ['DELIVERED', 'READ', 'IS_TYPING', 'SUBSCRIBE', 'UNSUBSCRIBE'] as const;
export type UserEventType = (typeof USER_EVENT_TYPES)[number];

export const UserEvent = Type.Object({
  agentId: Type.String(),
  senderPhoneNumber: PhoneNumber,
  messageId: Type.Optional(Type.String({ description: 'The message that the event relates to, if any.' })),
  eventType: Type.Enum([...USER_EVENT_TYPES], { type: 'string' }),
  eventId: Type.String(),
  sendTime: SendTime,
});
export type UserEvent = Static<typeof UserEvent>;

export const SERVER_EVENT_TYPES = ['SENT', 'FAILED', 'TTL_EXPIRATION_REVOKED', 'TTL_EXPIRATION_REVOKE_FAILED'] as const;
export type ServerEventType = (typeof SERVER_EVENT_TYPES)[number];

export const ServerEvent = Type.Object({
  agentId: Type.String(),
  phoneNumber: PhoneNumber,
  messageId: Type.String({ description: 'The outbound message.' }),
  eventType: Type.Enum([...SERVER_EVENT_TYPES], { type: 'string' }),
  eventId: Type.String(),
  eventOrigin: Type.Enum(['SERVICE', 'CARRIER'], { type: 'string' }),
  sendTime: SendTime,
  richMessageClassification: Type.Optional(RichMessageClassification),
  errorCode: Type.Optional(Type.String({ description: 'Only for FAILED at the RCS platform: its HTTP status.' })),
  errorMessage: Type.Optional(
    Type.String({ description: 'Only for FAILED at the RCS platform: its raw response body.' }),
  ),
});
export type ServerEvent = Static<typeof ServerEvent>;

export type EventPayload = UserMessage | UserEvent | ServerEvent;

/** An event as stored: `body` holds the exact bytes that every attempt sends. */
export type StoredEvent = Traced & {
  lane: number;
  seq: number;
  ordinal: number;
  eventId: string;
  agentId: string;
  phoneNumber: string;
  class: EventClass;
  /** `eventType` of the payload; for a UserMessage the kind of content: text, suggestion, location or file. */
  type: string;
  messageId: string | null;
  /** The value of `X-Service-Response`: the state (or keyword) of the reply; null when there was none. */
  response: string | null;
  body: string;
};

/** A new event: whether it goes to the agent's own webhook, and the ids of the further endpoints to which it goes. */
export type NewEvent = StoredEvent & { forwarded: boolean; further?: readonly string[] };
