/**
 * A repeated send request sends once and gets the first answer again: by its `Idempotency-Key`, by the client's own
 * `messageId`, or both. The lane drops the repeat itself; here it gets the same message id.
 */
import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { uuidv7 } from '../../ids.ts';
import type { Agent } from '../../model/agent.ts';
import type { SendItem } from '../../model/inbox-item.ts';
import { type ClaimedKey, claimKey, wasSeenBefore } from '../../store/idempotency.ts';
import type { Traced } from '../../traced.ts';

export type Repeatable = {
  agent: Agent;
  phoneNumber: string;
  item: Omit<SendItem, 'messageId'>;
  idempotencyKey: string | undefined;
  /** The client's own. */
  messageId: string | undefined;
  traced: Traced | null;
};

/** Enqueues the request unless it was enqueued before, and returns its message id. @throws Problem */
export async function appendOnce(context: Context, request: Repeatable): Promise<string> {
  const { agent, phoneNumber, item } = request;
  const { agentId } = agent;
  const print = fingerprint(request);
  let messageId = request.messageId ?? uuidv7();
  let own: ClaimedKey | undefined;
  // The client's id first: a request that it makes invalid must not use up the key.
  if (request.messageId !== undefined) {
    own = await claim(context, agent, `message:${agentId}:${messageId}`, print, messageId);
    if (!own.fingerprint.equals(print)) throw messageIdReused(messageId);
  }
  if (request.idempotencyKey !== undefined) {
    const first = await claim(context, agent, `key:${request.idempotencyKey}`, print, messageId);
    if (!first.fingerprint.equals(print)) {
      throw new Problem(
        'idempotency_key_reused',
        'The Idempotency-Key was used for another request in the last 24 hours.',
        {
          errors: [{ path: 'idempotency-key', message: 'was used for another request' }],
        },
      );
    }
    messageId = first.messageId;
  }
  // With the agent's id: two agents, perhaps of two accounts, may choose the same message id and share a lane.
  const dedupeId = `send:${agentId}:${messageId}`;
  const { duplicate } = await context.lanes.append({
    agentId,
    phoneNumber,
    body: { ...item, messageId, ...request.traced },
    dedupeId,
  });
  // Keys expire after a day, lanes remember for a week: this duplicate may be of another request.
  if (duplicate && own && (await wasSeenBefore(context.sql, laneOf(context, request), dedupeId, own.day))) {
    throw messageIdReused(messageId);
  }
  return messageId;
}

function claim(context: Context, agent: Agent, name: string, print: Buffer, messageId: string): Promise<ClaimedKey> {
  const { accountId } = agent;
  const lane = context.lanes.laneOf(accountId, name);
  return claimKey(context.sql, { lane, key: `${accountId} ${name}`, fingerprint: print, messageId });
}

function laneOf({ lanes }: Context, { agent, phoneNumber }: Repeatable): number {
  return lanes.laneOf(agent.agentId, phoneNumber);
}

/** Equal for equivalent requests, whatever the order and spacing of their fields. */
function fingerprint({ agent, phoneNumber, item, messageId }: Repeatable): Buffer {
  const { stateId, params, ttlSeconds, messageTrafficType } = item;
  const said = [agent.agentId, stateId, phoneNumber, params, ttlSeconds, messageId ?? null];
  return hash('sha256', canonical(messageTrafficType ? [...said, messageTrafficType] : said), 'buffer');
}

/** JSON with the fields of every object sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isObject ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  });
}

function messageIdReused(messageId: string): Problem {
  return new Problem('message_id_reused', `The messageId ${messageId} was used for another request.`, {
    errors: [{ path: '/messageId', message: 'was used for another request' }],
  });
}
