/**
 * The bodies of the addresses that drive the emulator. Source: docs/spec-choices.md §9; additions are described in
 * docs/emulator.md.
 */
import Type, { type Static } from 'typebox';
import { PhoneNumber } from '../../src/model/phone-number.ts';
import { exactlyOneOf } from '../../src/model/templated.ts';
import { INVITE_STATUSES } from '../agents.ts';
import { USE_CASES } from '../google/validate.ts';
import { HandsetSettings } from '../phones/handset.ts';

const closed = { additionalProperties: false };
const MAX_ID_LENGTH = 256;
const MAX_TEXT_LENGTH = 20_000;
const Id = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH });

const FileInfo = {
  mimeType: Type.String({ minLength: 1, maxLength: 200 }),
  fileSizeBytes: Type.Integer({ minimum: 0 }),
  fileName: Type.Optional(Type.String({ maxLength: 500 })),
  fileUri: Type.String({ minLength: 1, maxLength: 2048 }),
};

export const UserMessage = Type.Object(
  {
    agentId: Id,
    messageId: Type.Optional(Type.String({ ...Id, description: 'By default 24 random characters.' })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH })),
    suggestion: Type.Optional(
      Type.Object(
        {
          text: Type.String({ maxLength: 200 }),
          postbackData: Type.String({ maxLength: 4096 }),
          type: Type.Optional(Type.Enum(['REPLY', 'ACTION'], { type: 'string' })),
        },
        closed,
      ),
    ),
    location: Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
        },
        closed,
      ),
    ),
    file: Type.Optional(Type.Object({ ...FileInfo, thumbnail: Type.Optional(Type.Object(FileInfo, closed)) }, closed)),
  },
  {
    ...exactlyOneOf('text', 'suggestion', 'location', 'file'),
    description: 'What the user does: exactly one of text, suggestion, location and file.',
  },
);
export type UserMessage = Static<typeof UserMessage>;

export const UserEvent = Type.Object(
  {
    agentId: Id,
    eventType: Type.Enum(['READ', 'IS_TYPING', 'SUBSCRIBE', 'UNSUBSCRIBE'], { type: 'string' }),
    messageId: Type.Optional(Type.String({ ...Id, description: 'Only for READ: which message.' })),
    word: Type.Optional(
      Type.Boolean({
        description: 'Only for SUBSCRIBE and UNSUBSCRIBE: false sends only the event. Its word may come at any time.',
      }),
    ),
  },
  closed,
);
export type UserEvent = Static<typeof UserEvent>;

export const HandsetPatch = Type.Partial(HandsetSettings, {
  ...closed,
  description: 'Only the fields to change; a new handset starts from the defaults.',
});
export type HandsetPatch = Static<typeof HandsetPatch>;

export const WebhookRegistration = Type.Object(
  { webhookUri: Type.String({ maxLength: 2048 }), verificationToken: Type.String({ minLength: 1, maxLength: 1024 }) },
  closed,
);
export type WebhookRegistration = Static<typeof WebhookRegistration>;

export const AgentPatch = Type.Object(
  {
    launched: Type.Optional(Type.Boolean({ description: 'A change is reported to the webhook as a launch event.' })),
    useCase: Type.Optional(Type.Union([Type.Enum([...USE_CASES], { type: 'string' }), Type.Null()])),
    testers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^\\+[1-9]\\d{1,14}$' }),
        Type.Enum([...INVITE_STATUSES], { type: 'string' }),
        {
          ...closed,
          maxProperties: 200,
          description: 'Phone number → the state of the invitation. Replaces the testers.',
        },
      ),
    ),
  },
  closed,
);
export type AgentPatch = Static<typeof AgentPatch>;

const Time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const TranscriptEntry = Type.Object({
  sequence: Type.Integer({
    description: "Counts the handset's messages from 1, both directions, in the order of acceptance.",
  }),
  direction: Type.Enum(['OUTBOUND', 'INBOUND'], {
    type: 'string',
    description: 'OUTBOUND: from the agent to the user.',
  }),
  messageId: Type.String(),
  agentId: Type.String(),
  state: Type.Enum(['ACCEPTED', 'QUEUED', 'DELIVERED', 'READ', 'REVOKED', 'EXPIRED', 'DROPPED', 'SENT'], {
    type: 'string',
  }),
  contentMessage: Type.Optional(Type.Unknown({ description: 'OUTBOUND: what the agent sent.' })),
  text: Type.Optional(Type.String()),
  suggestionResponse: Type.Optional(Type.Unknown()),
  location: Type.Optional(Type.Unknown()),
  userFile: Type.Optional(Type.Unknown()),
  messageTrafficType: Type.Optional(Type.String({ description: 'OUTBOUND: as the agent declared it.' })),
  acceptedAt: Type.String({ format: 'date-time' }),
  expiresAt: Time,
  deliveredAt: Time,
  readAt: Time,
  duplicates: Type.Integer({ description: 'How often the same messageId was repeated and ignored.' }),
});

export const HandsetView = Type.Object({
  phoneNumber: PhoneNumber,
  ...HandsetSettings.properties,
  total: Type.Integer({ description: 'The number of messages so far; the last 500 are kept.' }),
  transcript: Type.Array(TranscriptEntry, { description: 'Newest last.' }),
});
