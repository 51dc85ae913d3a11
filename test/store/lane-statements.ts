/** Every statement that a lane's owner, or whoever appends to it, runs often: in an order in which each has something to do. */
import assert from 'node:assert/strict';
import type { Fence } from '../../src/model/fence.ts';
import { listConsentChanges } from '../../src/store/consent.ts';
import { findConversation, listTurns } from '../../src/store/conversations.ts';
import type { Database } from '../../src/store/database.ts';
import { deleteDeadLetter, retryDeadLetter } from '../../src/store/dead-letters.ts';
import { findEventKey } from '../../src/store/events.ts';
import {
  commitForwarding,
  findEvent,
  listForwardEndpoints,
  listFreshForwards,
  listOverdueForwards,
  listRetries,
} from '../../src/store/forwarding.ts';
import { findConversations } from '../../src/store/found-conversations.ts';
import { claimKey, wasSeenBefore } from '../../src/store/idempotency.ts';
import { insertInboxItems, listInboxItems } from '../../src/store/inbox.ts';
import { countAttempt, countAttempts, listHeads, listWaitingLanes, moveToDeadLetters } from '../../src/store/lanes.ts';
import { updateRevoked } from '../../src/store/messages.ts';
import { findOutboxBody, listOutbox } from '../../src/store/outbox.ts';
import { commitTurns, type TurnWrites, writeTurn } from '../../src/store/turns.ts';

export const LANE = 5;
export const agentId = 'agent';
const endpoint = { agentId, endpointId: '' };
export const further = { agentId, endpointId: 'endpoint_1' };
const phoneNumber = '+1555';
const of = { agentId, phoneNumber };
const at = new Date().toISOString();
const day = at.slice(0, 10);
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const item = (place: number, dedupeId: string | null) => ({
  lane: LANE,
  place,
  ...of,
  dedupeId,
  json: '{"kind":"send"}',
});
const event = (ordinal: number) => ({
  ...{ lane: LANE, seq: 1, ordinal, eventId: id(ordinal), ...of, class: 'ServerEvent', type: 'SENT', messageId: null },
  ...{ response: null, body: '{}', forwarded: true },
});
export const outcome = (
  fence: Fence,
  ordinal: number,
  dueAt: Date | null,
  failure: { reason: string; group: string } | null,
  endpointId = '',
) => ({
  fence,
  write: {
    ...{ ...of, endpointId, seq: 1, ordinal, attempts: 1, dueAt, failure },
    attempt: { startedAt: new Date(at), status: 400, durationMs: 1, error: null, response: 'no' },
  },
});

/** All that a turn can write. */
const turn = {
  doneSeq: 1,
  conversation: { ...of, session: { stateId: 'hello' }, consent: null, turns: 1, chain: 'x' },
  turn: {
    ...{ ...of, number: 1, seq: 1, item: { kind: 'send' }, trace: [], messageId: id(9), stopped: null },
    ...{ chainBefore: '', chain: 'x', receivedAt: at, startedAt: at, version: 2 },
  },
  message: { ...of, messageId: id(9), stateId: 'hello', seq: 1, content: {}, ttlSeconds: 60 },
  outbox: { lane: LANE, seq: 1, ...of, attempts: 0, body: {} },
  consent: { ...of, seq: 1, action: 'OPT_IN', source: 'api', at, evidence: {} },
  events: [{ ...event(0), further: [further.endpointId] }, event(1), event(2)],
} as never as TurnWrites;

/** By name; each is of one lane, whose fence is given. */
export function laneStatements(sql: Database, fence: Fence): Record<string, () => Promise<unknown>> {
  const commit = (writes: TurnWrites) => commitTurns(sql, [writeTurn(fence, writes)]);
  const claim = (n: number) =>
    claimKey(sql, { lane: LANE, key: 'key', fingerprint: Buffer.from('x'), messageId: id(n) });
  const limits = { limit: 10, maxBytes: 1000 };
  const after = { seq: 0, ordinal: -1 };
  return {
    append: () => insertInboxItems(sql, [item(0, 'a'), item(1, null), item(2, 'a'), item(3, 'b'), item(4, null)]),
    'append a repeat': () => insertInboxItems(sql, [item(0, 'b'), item(1, 'c')]),
    'list the inbox': () => listInboxItems(sql, LANE, { seq: 0, limit: 10, maxBytes: 1e6, of, without: ['other'] }),
    'look at the head': () => listHeads(sql, [LANE]),
    'look for a stall': () => listWaitingLanes(sql, [LANE], 0),
    'count an attempt': () => countAttempt(sql, fence, 'inbox', 2),
    'count attempts': () => countAttempts(sql, fence, 'inbox', [2, 4]),
    'commit a turn': () => commit(turn),
    'commit it again, as another owner': () => commitTurns(sql, [writeTurn({ ...fence, owner: 'stranger' }, turn)]),
    'find conversations': () => findConversations(sql, [{ lane: LANE, ...of }], 1000),
    'list the outbox': () => listOutbox(sql, LANE, { seq: 0, limit: 10 }),
    'find a body': () => findOutboxBody(sql, LANE, 1),
    'commit a dispatch': () => commit({ dispatchedSeq: 1, conversation: turn.conversation! }),
    'list endpoints': () => listForwardEndpoints(sql, LANE),
    'list fresh events': () => listFreshForwards(sql, LANE, endpoint, { ...limits, after }),
    'list those of a further endpoint': () => listFreshForwards(sql, LANE, further, { ...limits, after }),
    'commit forwarding': () =>
      commitForwarding(sql, [
        outcome(fence, 0, null, { reason: 'refused', group: '400' }),
        outcome(fence, 1, new Date('2999-01-01'), null),
        outcome(fence, 2, null, null),
        outcome(fence, 0, null, { reason: 'refused there', group: '400' }, further.endpointId),
      ]),
    'list retries': () => listRetries(sql, LANE, endpoint, { ...limits, except: [] }),
    'list overdue events': () => listOverdueForwards(sql, LANE, endpoint, { dueBefore: [], after, limit: 10 }),
    'redeliver an event': () => commit({ redelivered: { ...event(0), day, endpointId: '' } } as never),
    'redeliver it to a further endpoint': () => commit({ redelivered: { ...event(0), day, ...further } } as never),
    'postpone it there': () =>
      commitForwarding(sql, [outcome(fence, 0, new Date('2999-01-01'), null, further.endpointId)]),
    'list the retries of a further endpoint': () => listRetries(sql, LANE, further, { ...limits, except: [] }),
    'find where it is': () => findEventKey(sql, agentId, id(0), { lane: LANE, seq: 1, ordinal: 0 }),
    'find an event': () => findEvent(sql, { lane: LANE, seq: 1, ordinal: 0, day }),
    'find a conversation': () => findConversation(sql, { lane: LANE, ...of }),
    'list its turns': () => listTurns(sql, { lane: LANE, ...of }, { limit: 10 }),
    'list its consent': () => listConsentChanges(sql, { lane: LANE, ...of }, { limit: 10 }),
    'revoke a message': () => updateRevoked(sql, LANE, id(9)),
    'give up an item': () => moveToDeadLetters(sql, fence, 'inbox', 2, 'because'),
    'retry it': () => retryDeadLetter(sql, { lane: LANE, seq: 2 }),
    'give up another': () => moveToDeadLetters(sql, fence, 'inbox', 4, 'because'),
    'delete it': () => deleteDeadLetter(sql, { lane: LANE, seq: 4 }),
    'claim a key': async () => assert.equal((await claim(1)).messageId, id(1)),
    'claim it again': async () => assert.equal((await claim(2)).messageId, id(1)),
    'look for what was seen': () => wasSeenBefore(sql, LANE, 'a', '2999-01-01'),
  };
}
