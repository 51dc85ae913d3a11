/** Outbound messages: their status, and revoking one that was not delivered yet. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem, RemoteFailure } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { type Message, readMessageId, statusOf } from '../../model/message.ts';
import { listEventsAt, listMessageEventPlaces } from '../../store/events.ts';
import {
  findFailedSend,
  findMadeMessage,
  findUnsentTurn,
  findWaitingSend,
  type MadeMessage,
  type UnmadeMessage,
  updateRevoked,
} from '../../store/messages.ts';
import { AgentPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { reachAgent } from './visibility.ts';

const tags = ['Messages'];

const MessagePath = Type.Object({ ...AgentPath.properties, messageId: Type.String({ maxLength: 100 }) });

export function messageRoutes(server: Server, context: Context): void {
  server.get(
    '/agents/:agentId/messages/:messageId',
    {
      config: { problems: ['agent_not_found', 'message_not_found'] },
      schema: {
        operationId: 'getMessage',
        summary: 'Get an outbound message',
        description:
          'Available as soon as the send request is accepted, even while the message waits or when its flow sent nothing.',
        tags,
        params: MessagePath,
        response: { 200: ref('Message') },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      return view(context, agent, request.params.messageId);
    },
  );

  server.delete(
    '/agents/:agentId/messages/:messageId',
    {
      config: { problems: ['agent_not_found', 'message_not_found', 'message_not_revocable'] },
      schema: {
        operationId: 'revokeMessage',
        summary: 'Revoke a message',
        description:
          'Possible after its dispatch to the RCS platform and before its delivery. The platform sends no event for it; rarely, a delivery that was in flight still arrives.',
        tags,
        params: MessagePath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      await revoke(context, agent, request.params.messageId);
      return reply.code(204).send(null);
    },
  );
}

/** @throws Problem `message_not_found` */
async function view(context: Context, agent: Agent, text: string): Promise<Message> {
  const { sql, lanes } = context;
  const { agentId } = agent;
  const messageId = readMessageId(text);
  if (messageId === null) throw noMessage(text);
  const wanted = { agentId, messageId };
  const waiting = await findWaitingSend(sql, wanted, lanes.count);
  if (waiting) return { ...unmade(wanted, waiting), status: 'ENQUEUED' };
  // Queried after the inbox, in the direction a message moves, so that it cannot slip through between the two.
  const made = await findMadeMessage(sql, wanted, lanes.count);
  const asked = made
    ? undefined
    : ((await findUnsentTurn(sql, wanted, lanes.count)) ?? (await findFailedSend(sql, wanted, lanes.count)));
  const begun = made ? shown(wanted, made) : asked && unmade(wanted, asked);
  if (!begun) throw noMessage(text);
  const events = await listEventsAt(sql, agentId, await listMessageEventPlaces(sql, agentId, messageId));
  const types = events.map(({ type }) => type);
  return { ...begun, status: statusOf(begun.status, types, begun.revokedAt !== undefined), events };
}

function shown(wanted: { agentId: string; messageId: string }, made: MadeMessage): Message {
  const { phoneNumber, stateId, content, ttlSeconds, createdAt, revokedAt } = made;
  return {
    ...wanted,
    phoneNumber,
    ...(stateId !== null && { stateId }),
    status: 'ENQUEUED',
    content,
    ...(ttlSeconds !== null && { ttl: `${ttlSeconds}s` }),
    createdAt: createdAt.toISOString(),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    events: [],
  };
}

function unmade(wanted: { agentId: string; messageId: string }, asked: UnmadeMessage): Message {
  const { phoneNumber, item, receivedAt, reason } = asked;
  return {
    ...wanted,
    phoneNumber,
    stateId: item.stateId,
    status: 'NOT_SENT',
    ...(reason !== null && { reason }),
    ...(item.ttlSeconds !== null && { ttl: `${item.ttlSeconds}s` }),
    createdAt: receivedAt.toISOString(),
    events: [],
  };
}

/** @throws Problem */
async function revoke(context: Context, agent: Agent, text: string): Promise<void> {
  const { messageId, phoneNumber, status } = await view(context, agent, text);
  if (status === 'REVOKED') return;
  if (status !== 'SENT') throw notRevocable(`Its status is ${status}; only a SENT message can be revoked.`);
  const platformAgentId = agent.config.platformAgentId ?? agent.agentId;
  const revoked = await context.transport.revoke({ platformAgentId, phoneNumber, messageId }).catch(refuse);
  if (!revoked)
    throw notRevocable('The RCS platform reports that it is too late: the message was delivered, or is gone.');
  await updateRevoked(context.sql, context.lanes.laneOf(agent.agentId, phoneNumber), messageId);
}

function refuse(cause: unknown): never {
  if (!(cause instanceof RemoteFailure)) throw cause;
  if (cause.retry || cause.kind === 'auth') {
    throw new Problem('not_ready', 'The RCS platform cannot be reached at present.', { cause });
  }
  throw notRevocable('The RCS platform refused.', cause);
}

function notRevocable(detail: string, cause?: unknown): Problem {
  return new Problem('message_not_revocable', detail, { cause });
}

function noMessage(messageId: string): Problem {
  return new Problem('message_not_found', `The agent has no outbound message ${messageId}.`);
}
