/** Outbound messages: every status, and revoking. Played by the whole service and its emulator. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import type { Transport } from '../../src/transports/transport.ts';
import {
  type Answer,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
} from '../harness.ts';
import { until } from '../until.ts';
import { createClient } from './context.ts';
import * as api from './with-lanes.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service?.[Symbol.asyncDispose]());

const STATES = {
  hello: { template: { contentMessage: { text: 'Hello {{ params.name }}' } } },
  silent: { input: { nextState: 'hello' } },
  lost: { transitions: [{ condition: 'true', nextState: 'nowhere' }] },
};

const path = (agentId: string, messageId: string) => `/agents/${agentId}/messages/${messageId}`;

async function sent(settings: object, options: { state?: string; body?: object; config?: object } = {}) {
  const { state = 'hello', body = {}, config = {} } = options;
  const agentId = await createAgent(service, { config });
  await createStates(service, agentId, STATES);
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('PUT', `/emulator/handsets/${phoneNumber}`, settings), 200);
  const sendPath = `/agents/${agentId}/states/${state}/send/${phoneNumber}`;
  const { messageId } = expectStatus(await service.call('POST', sendPath, body), 200);
  return { agentId, phoneNumber, messageId };
}

/** The message once it has the status. */
function reached(agentId: string, messageId: string, status: string): Promise<Answer['body']> {
  return until(async () => {
    const message = expectStatus(await service.call('GET', path(agentId, messageId)), 200);
    return message.status === status && message;
  }, `the status ${status}`);
}

const types = (message: Answer['body']) => message.events.map(({ type }: { type: string }) => type);

test('a message that waits in the inbox is ENQUEUED', async () => {
  await using waiting = await api.startApiWithLanes();
  const agentId = await api.createAgent(waiting);
  const send = `/agents/${agentId}/states/hello/send/+15550100001`;
  const { messageId } = (await waiting.call('POST', send, { body: { ttl: '60s' } })).body;
  const { status, body } = await waiting.call('GET', path(agentId, messageId));
  assert.equal(status, 200);
  const { createdAt, ...rest } = body;
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    agentId,
    messageId,
    phoneNumber: '+15550100001',
    stateId: 'hello',
    status: 'ENQUEUED',
    ttl: '60s',
    events: [],
  });
});

test('a message that the platform has not accepted yet is ENQUEUED, and shows its content', async () => {
  const { agentId, messageId } = await sent({ faults: [{ status: 503, times: 1000 }] });
  const message = await until(async () => {
    const { body } = await service.call('GET', path(agentId, messageId));
    return body.content && body;
  }, 'the turn');
  assert.equal(message.status, 'ENQUEUED');
  assert.deepEqual(message.content, { text: 'Hello ' });
});

test('a message that the platform accepted is SENT, with its event', async () => {
  const { agentId, messageId, phoneNumber } = await sent(
    { online: false },
    { body: { params: { name: 'Ada' }, ttl: '600s' } },
  );
  const message = await reached(agentId, messageId, 'SENT');
  assert.deepEqual(types(message), ['SENT']);
  assert.equal(message.phoneNumber, phoneNumber);
  assert.equal(message.stateId, 'hello');
  assert.equal(message.ttl, '600s');
  assert.deepEqual(message.content, { text: 'Hello Ada' });
  assert.equal(message.events[0].payload.messageId, messageId);
  assert.equal(message.events[0].status, 'RECORDED');
});

test('a delivered message is DELIVERED, an opened one is READ', async () => {
  const { agentId, messageId, phoneNumber } = await sent({ deliverDelayMs: 0 });
  assert.deepEqual(types(await reached(agentId, messageId, 'DELIVERED')), ['SENT', 'DELIVERED']);
  const event = { agentId, eventType: 'READ', messageId };
  expectStatus(await service.call('POST', `/emulator/handsets/${phoneNumber}/events`, event), 200);
  assert.deepEqual(types(await reached(agentId, messageId, 'READ')), ['SENT', 'DELIVERED', 'READ']);
});

test('a message that the platform refused is FAILED, and its event has the reason', async () => {
  const { agentId, messageId } = await sent({ rcs: false }, { config: { capabilityCheck: false } });
  const message = await reached(agentId, messageId, 'FAILED');
  assert.equal(message.events[0].payload.errorCode, '404');
});

test('a message whose ttl ended is REVOKED', async () => {
  const { agentId, messageId } = await sent({ online: false }, { body: { ttl: '1s' } });
  assert.deepEqual(types(await reached(agentId, messageId, 'REVOKED')), ['SENT', 'TTL_EXPIRATION_REVOKED']);
});

test('a request whose flow sends nothing is NOT_SENT', async () => {
  const { agentId, messageId } = await sent({}, { state: 'silent' });
  const message = await reached(agentId, messageId, 'NOT_SENT');
  assert.equal(message.stateId, 'silent');
  assert.equal(message.content, undefined);
  assert.deepEqual(message.events, []);
});

test('a request whose params do not fit into the session is FAILED without errorCode, with the reason', async () => {
  const { agentId, phoneNumber } = await sent({}, { body: { params: { name: 'Ada' } } });
  const sendTo = (body: object) => service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`, body);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) {
    const params = { [`large ${n}`]: 'x'.repeat(64_000) };
    ids.push(expectStatus(await sendTo({ params }), 200).messageId);
  }
  const message = await reached(agentId, ids.at(-1)!, 'FAILED');
  assert.equal(message.reason, 'session_full');
  const { messageId, eventType, errorCode, errorMessage } = message.events[0].payload;
  assert.deepEqual([messageId, eventType, errorCode, errorMessage], [ids.at(-1), 'FAILED', undefined, undefined]);
  const { body: conversation } = await service.call('GET', `/agents/${agentId}/conversations/${phoneNumber}`);
  assert.match(conversation.turns[0].trace[0].detail, /^the params of the send request do not fit/);
  assert.deepEqual(Object.keys(conversation.params), ['name', ...[0, 1, 2, 3, 4].map((n) => `large ${n}`)]);
});

test('a request whose flow leads to a missing state is FAILED with that reason', async () => {
  const { agentId, messageId } = await sent({}, { state: 'lost' });
  const message = await reached(agentId, messageId, 'FAILED');
  assert.equal(message.reason, 'missing_state');
  assert.deepEqual(types(message), ['FAILED']);
});

test('a request whose turn is a dead letter is NOT_SENT with the reason', async () => {
  await using waiting = await api.startApiWithLanes();
  const agentId = await api.createAgent(waiting);
  const send = `/agents/${agentId}/states/hello/send/+15550100001`;
  const { messageId } = (await waiting.call('POST', send)).body;
  await waiting.context.sql`
    with item as (delete from inbox returning *)
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    select lane, seq, agent_id, phone_number, body, 5, 'it crashed' from item`;
  const { body } = await waiting.call('GET', path(agentId, messageId));
  assert.equal(body.status, 'NOT_SENT');
  assert.equal(body.reason, 'it crashed');
});

test('an unknown message, or one of another agent or account, is a 404', async () => {
  const { agentId, messageId } = await sent({});
  const other = await createAgent(service);
  for (const address of [path(agentId, randomUUID()), path(agentId, 'no-uuid'), path(other, messageId)]) {
    const answer = await service.call('GET', address);
    assert.equal(answer.status, 404, address);
    assert.equal(answer.body.code, 'message_not_found');
  }
  await using own = await api.startApiWithLanes();
  const { body: account } = await own.call('POST', '/accounts', { body: { name: 'other' } });
  const theirs = await api.createAgent(own, { accountId: account.accountId });
  const { token } = await createClient(own);
  const answer = await own.call('GET', path(theirs, randomUUID()), { as: token });
  assert.equal(answer.body.code, 'agent_not_found');
});

test('a message that is not delivered yet can be revoked, and revoking it again changes nothing', async () => {
  const { agentId, messageId, phoneNumber } = await sent({ online: false, deliverDelayMs: 0 });
  await reached(agentId, messageId, 'SENT');
  assert.equal((await service.call('DELETE', path(agentId, messageId))).status, 204);
  const message = await reached(agentId, messageId, 'REVOKED');
  assert.ok(message.revokedAt);
  assert.equal((await service.call('DELETE', path(agentId, messageId))).status, 204);
  const { transcript } = (await service.call('GET', `/emulator/handsets/${phoneNumber}`)).body;
  assert.deepEqual(
    transcript.map(({ state }: { state: string }) => state),
    ['REVOKED'],
  );
});

test('a message that is delivered, or not dispatched yet, is a 409 message_not_revocable', async () => {
  const delivered = await sent({ deliverDelayMs: 0 });
  await reached(delivered.agentId, delivered.messageId, 'DELIVERED');
  const waiting = await sent({ faults: [{ status: 503, times: 1000 }] });
  for (const { agentId, messageId } of [delivered, waiting]) {
    const answer = await service.call('DELETE', path(agentId, messageId));
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'message_not_revocable');
  }
});

/** A message that is SENT in the database, with a platform whose answer to a revoke is given. */
async function revokeBehind(revoke: Transport['revoke']) {
  await using own = await api.startApiWithLanes({ transport: { revoke } as Transport });
  const agentId = await api.createAgent(own);
  const messageId = randomUUID();
  const lane = own.context.lanes.laneOf(agentId, '+15550100001');
  await own.context.sql`
    insert into message (lane, message_id, agent_id, phone_number, state_id, seq, content)
    values (${lane}, ${messageId}, ${agentId}, '+15550100001', 'hello', 1, '{"text":"Hello"}')`;
  await own.context.sql`
    insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, body)
    values (${lane}, 1, 1, ${randomUUID()}, ${agentId}, '+15550100001', 'ServerEvent', 'SENT', ${messageId}, '{}')`;
  return own.call('DELETE', path(agentId, messageId));
}

test('a revoke that comes too late for the platform, or that it refuses, is a 409; one that it cannot answer now is a 503', async () => {
  const failing = (kind: 'transient' | 'not_permitted', retry: boolean) => () =>
    Promise.reject(new RemoteFailure(kind, 'no', { retry }));
  const late = await revokeBehind(() => Promise.resolve(false));
  assert.equal(late.body.code, 'message_not_revocable', JSON.stringify(late.body));
  const refused = await revokeBehind(failing('not_permitted', false));
  assert.equal(refused.body.code, 'message_not_revocable', JSON.stringify(refused.body));
  const away = await revokeBehind(failing('transient', true));
  assert.equal(away.status, 503, JSON.stringify(away.body));
  assert.equal(away.body.code, 'not_ready');
});
