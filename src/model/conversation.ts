/** A conversation as the API shows it: where the user is, what was captured, and every turn up to now. */
import Type, { type Static } from 'typebox';
import { Consent } from './consent.ts';
import type { ContentMessage } from './content-message.ts';
import type { InboxBody } from './inbox-item.ts';
import type { JsonObject } from './json.ts';
import { Content, MessageStatus } from './message.ts';
import type { UserContent } from './notice.ts';
import { PhoneNumber } from './phone-number.ts';
import type { TraceStep } from './trace.ts';

const Time = Type.String({ format: 'date-time' });
const Captured = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description });
const StateOrNone = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const where = {
  phoneNumber: PhoneNumber,
  stateId: StateOrNone('The state whose message was sent last.'),
  awaitingStateId: StateOrNone("The state whose `input` waits for the user's next message."),
  unsubscribed: Type.Boolean({ description: 'The user has opted out and has not opted in since.' }),
  turnCount: Type.Integer({ description: 'The number of turns so far.' }),
  updatedAt: Time,
};

/** How conversations are, as far as they can be listed by it. */
export const STANDINGS = ['waiting', 'stopped', 'failed', 'unsubscribed'] as const;
export type ConversationStanding = (typeof STANDINGS)[number];

export const LastMessage = Type.Object({
  direction: Type.Enum(['IN', 'OUT'], { type: 'string', description: '`IN`: from the user. `OUT`: from the agent.' }),
  text: Type.String({
    description:
      'Its text, or the title of its card, the label of its chip, the name or address of its file: 120 characters of it. Empty for a location.',
  }),
  at: Time,
});
export type LastMessage = Static<typeof LastMessage>;

export const ConversationSummary = Type.Object({
  ...where,
  lastMessage: Type.Optional(LastMessage),
});
export type ConversationSummary = Static<typeof ConversationSummary>;

export const TurnRecord = Type.Object({
  number: Type.Integer({ description: 'Counts from 1.' }),
  seq: Type.Integer({ description: 'The position of the item that caused it, in order of arrival.' }),
  item: Type.Unsafe<InboxBody>({ type: 'object', description: 'What arrived: a send request, or a user message.' }),
  trace: Type.Unsafe<TraceStep[]>({
    type: 'array',
    items: { type: 'object' },
    description: 'What the turn did, step by step: states entered, operations, every condition as rendered.',
  }),
  messageId: Type.Optional(Type.String({ description: 'The message that it sent.' })),
  content: Type.Optional(Content),
  stopped: Type.Optional(Type.String({ description: 'Why it ended without a message.' })),
  version: Type.Optional(
    Type.Integer({ description: 'The version of the flow that it ran on; absent for the draft.' }),
  ),
  receivedAt: Time,
  startedAt: Time,
  committedAt: Time,
  chainBefore: Type.String({ description: '`chain` of the turn before; empty for the first.' }),
  chain: Type.String({
    description:
      'The first 22 characters of base64url(SHA-256(`chainBefore|number|seq`)): a lost, doubled or reordered turn breaks the chain.',
  }),
});
export type TurnRecord = Static<typeof TurnRecord>;

export const ConversationMessage = Type.Object({
  direction: Type.Enum(['IN', 'OUT'], { type: 'string', description: '`IN`: from the user. `OUT`: from the agent.' }),
  messageId: Type.String(),
  content: Type.Unsafe<UserContent | ContentMessage>({
    type: 'object',
    description: 'From the user: text, suggestionResponse, location or userFile. From the agent: a content message.',
  }),
  at: Time,
  stateId: Type.Optional(Type.String()),
  status: Type.Optional(MessageStatus),
});
export type ConversationMessage = Static<typeof ConversationMessage>;

export const Conversation = Type.Object({
  agentId: Type.String(),
  ...where,
  consent: Type.Optional(Consent),
  version: Type.Optional(Type.Integer({ description: 'The version of the flow that the session goes on on.' })),
  params: Captured('From send requests and chips.'),
  data: Captured('Results of operations.'),
  input: Captured('What the user entered when asked.'),
  sessionStartedAt: Time,
  sessionEndsAt: Type.String({
    format: 'date-time',
    description: 'If there is no traffic until then, the next turn starts a new session.',
  }),
  messages: Type.Array(ConversationMessage, { description: 'In both directions, from the turns below; newest first.' }),
  turns: Type.Array(TurnRecord, { description: 'Newest first.' }),
  nextCursor: Type.Optional(Type.String({ description: 'Present when there are older turns.' })),
});
export type Conversation = Static<typeof Conversation>;
