/** Conversations: where a user is, what was captured, and why the agent replied as it did. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { type Consent, type ConsentState, isOptedOut } from '../../model/consent.ts';
import {
  type Conversation,
  type ConversationMessage,
  type ConversationStanding,
  STANDINGS,
  type TurnRecord,
} from '../../model/conversation.ts';
import { statusOf } from '../../model/message.ts';
import { PageOf, PageQuery, type PageRequest } from '../../model/page.ts';
import { type Session, sessionTtlMs } from '../../model/session.ts';
import { listConversations } from '../../store/conversation-list.ts';
import { findConversation, listTurns, type StoredConversation, type StoredTurn } from '../../store/conversations.ts';
import { listEventTypes } from '../../store/events.ts';
import { AgentPath, DevicePath, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { reachAgent } from './visibility.ts';

const tags = ['Conversations'];

/** A turn carries its whole trace: a page of them is large. */
const DEFAULT_TURNS = 20;

const TurnPageQuery = Type.Object(
  { ...PageQuery, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_TURNS })) },
  { additionalProperties: false },
);

const ConversationsQuery = Type.Object(
  {
    ...PlainPageQuery.properties,
    phoneNumberPrefix: Type.Optional(
      Type.String({
        pattern: '^\\+?[1-9][0-9]{0,14}$',
        description: 'Only of phone numbers that begin with it; the + may be absent.',
        examples: ['+4930'],
      }),
    ),
    standing: Type.Optional(
      // No enumeration: readers of the document would put its first value into the commands that they print.
      Type.Unsafe<ConversationStanding>({
        type: 'string',
        pattern: `^(${STANDINGS.join('|')})$`,
        examples: ['waiting'],
        description:
          '`waiting`: only those that wait for an answer of the user. `stopped`: whose last turn ended without a message. `failed`: with events in the failure queue. `unsubscribed`: whose user has opted out. Of stopped turns the latest 10,000 count, of failed events any 10,000.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function conversationRoutes(server: Server, context: Context): void {
  const { sql, lanes } = context;

  server.get(
    '/agents/:agentId/conversations',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listConversations',
        summary: 'List conversations',
        description:
          'Ordered by phone number. With `standing` a page may have fewer rows than asked for, or none, and a `nextCursor`: there may be more.',
        tags,
        params: AgentPath,
        querystring: ConversationsQuery,
        response: { 200: PageOf('conversations', ref('ConversationSummary')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { phoneNumberPrefix, standing, ...asked } = request.query;
      const prefix = phoneNumberPrefix && { prefix: phoneNumberPrefix.replace(/^\+?/, '+') };
      const { rows, ...page } = await listConversations(sql, agentId, lanes.count, {
        ...asked,
        ...prefix,
        ...(standing && { standing }),
      });
      return { conversations: rows, ...page };
    },
  );

  server.get(
    '/agents/:agentId/conversations/:phoneNumber',
    {
      config: { problems: ['agent_not_found', 'conversation_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'getConversation',
        summary: 'Get a conversation',
        description:
          'Where the user is, what was captured, and the turns with their traces, newest first; `cursor` pages to older ones.',
        tags,
        params: DevicePath,
        querystring: TurnPageQuery,
        response: { 200: ref('Conversation') },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      return view(context, agent, request.params.phoneNumber, request.query);
    },
  );
}

/** @throws Problem `conversation_not_found` */
async function view(context: Context, agent: Agent, phoneNumber: string, page: PageRequest): Promise<Conversation> {
  const { sql, lanes } = context;
  const { agentId } = agent;
  const place = { lane: lanes.laneOf(agentId, phoneNumber), agentId, phoneNumber };
  const conversation = await findConversation(sql, place);
  if (!conversation) {
    throw new Problem(
      'conversation_not_found',
      'The agent has had no turn with this number, or none is kept any longer.',
    );
  }
  const { rows, ...next } = await listTurns(sql, place, page);
  const sent = rows.flatMap(({ messageId }) => messageId ?? []);
  const eventTypes = await listEventTypes(sql, agentId, sent);
  return {
    agentId,
    phoneNumber,
    ...where(agent, conversation),
    messages: rows.flatMap((turn) => messagesOf(turn, eventTypes)),
    turns: rows.map(recordedTurn),
    ...next,
  };
}

function where(agent: Agent, { session, consent, turns, updatedAt }: StoredConversation) {
  const { stateId, awaitingStateId, params, data, input, startedAt, pin } = session;
  return {
    stateId,
    awaitingStateId,
    unsubscribed: isOptedOut(consent),
    ...(consent && { consent: shownConsent(consent) }),
    turnCount: turns,
    updatedAt: updatedAt.toISOString(),
    ...(pin && { version: pin.version }),
    params,
    data,
    input,
    sessionStartedAt: startedAt,
    sessionEndsAt: sessionEnd(agent, session),
  };
}

function shownConsent({ action, source, since }: ConsentState): Consent {
  return { action, source, since };
}

function sessionEnd({ config }: Agent, { lastActivityAt }: Session): string {
  return new Date(Date.parse(lastActivityAt) + sessionTtlMs(config)).toISOString();
}

export function recordedTurn(turn: StoredTurn): TurnRecord {
  const { number, seq, item, trace, messageId, content, stopped, chainBefore, chain, version } = turn;
  return {
    number,
    seq,
    item,
    trace,
    ...(messageId !== null && { messageId }),
    ...(content && { content }),
    ...(stopped !== null && { stopped }),
    ...(version !== null && { version }),
    receivedAt: turn.receivedAt.toISOString(),
    startedAt: turn.startedAt.toISOString(),
    committedAt: turn.committedAt.toISOString(),
    chainBefore,
    chain,
  };
}

/** The turn's messages, newest first: the agent's reply, and the user's message. */
function messagesOf(turn: StoredTurn, eventTypes: Map<string, string[]>): ConversationMessage[] {
  const { item, messageId, content, stateId, revokedAt } = turn;
  const messages: ConversationMessage[] = [];
  if (messageId !== null && content) {
    const status = statusOf('ENQUEUED', eventTypes.get(messageId) ?? [], revokedAt !== null);
    const at = turn.committedAt.toISOString();
    messages.push({ direction: 'OUT', messageId, content, at, ...(stateId !== null && { stateId }), status });
  }
  if (item.kind === 'user-message') {
    const at = turn.receivedAt.toISOString();
    messages.push({ direction: 'IN', messageId: item.messageId, content: item.content, at });
  }
  return messages;
}
