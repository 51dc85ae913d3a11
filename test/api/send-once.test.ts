/** A repeated send request: by its Idempotency-Key, by the client's own messageId, or both. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SendItem } from '../../src/model/inbox-item.ts';
import { type Answer, createClient } from './context.ts';
import { createAgent, type LanesApi, startApiWithLanes } from './with-lanes.ts';

const NUMBER = '+15550100001';
const OWN_ID = '0b8f6e8e-5a5d-4d8c-9c3a-0f7d3a1b2c3d';

const api = await startApiWithLanes();
after(() => api[Symbol.asyncDispose]());

let keys = 0;
/** One that no other test uses. */
const newKey = () => `order-${++keys}`;

type Options = { to?: string; state?: string; body?: unknown; key?: string; as?: string };

function send(agentId: string, options: Options = {}, { call }: LanesApi = api): Promise<Answer> {
  const { to = NUMBER, state = 'hello', key, ...rest } = options;
  const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
  return call('POST', `/agents/${agentId}/states/${state}/send/${to}`, { ...rest, headers });
}

const sends = async (agentId: string) => (await api.inbox(agentId)).map(({ body }) => body as SendItem);

test('an Idempotency-Key that is empty, too long or not printable is a 400 that names the header', async () => {
  const agentId = await createAgent(api);
  for (const key of ['', 'k'.repeat(256), 'a\tb', 'schlüssel']) {
    const answer = await send(agentId, { key });
    assert.equal(answer.status, 400, key);
    assert.equal(answer.body.errors[0].path, 'idempotency-key');
  }
  assert.equal((await send(agentId, { key: 'k'.repeat(255) })).status, 200);
});

test('the same key with the same body gets the first answer again and sends once, however the body is formatted', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const first = await send(agentId, { key, body: '{"params":{"a":1,"b":{"c":2,"d":3}},"ttl":"60s"}' });
  const again = await send(agentId, { key, body: '{ "ttl":"60s", "params":{"b":{"d":3,"c":2},"a":1} }' });
  assert.equal(first.status, 200);
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('the same key with another body, state or number is a 409 idempotency_key_reused', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  await api.call('POST', `/agents/${agentId}/states/other`, { body: { template: { contentMessage: { text: 'x' } } } });
  await send(agentId, { key, body: { params: { a: 1 } } });
  const others: Options[] = [
    { body: { params: { a: 2 } } },
    { body: { params: { a: 1 }, ttl: '60s' } },
    { body: { params: { a: 1 }, messageTrafficType: 'SERVICEREQUEST' } },
    { body: { params: { a: 1 } }, state: 'other' },
    { body: { params: { a: 1 } }, to: '+15550100002' },
  ];
  for (const other of others) {
    const answer = await send(agentId, { ...other, key });
    assert.equal(answer.status, 409, JSON.stringify(other));
    assert.equal(answer.body.code, 'idempotency_key_reused');
  }
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('fifty requests with one key at the same time get one answer, and one message', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(agentId, { key })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.messageId)).size, 1);
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('two different requests with one key at the same time: one is sent, the other is a 409', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const answers = await Promise.all([1, 2].map((n) => send(agentId, { key, body: { params: { n } } })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('a key expires after 24 hours', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const first = await send(agentId, { key });
  await api.context.sql`update idempotency set day = day - 1, created_at = now() - interval '24 hours'
    where key like ${`%${key}`}`;
  const second = await send(agentId, { key, body: { params: { other: true } } });
  assert.equal(second.status, 200);
  assert.notEqual(second.body.messageId, first.body.messageId);
});

test('a key less than 24 hours old is found across midnight', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const first = await send(agentId, { key });
  await api.context.sql`update idempotency set day = day - 1, created_at = now() - interval '23 hours 59 minutes'
    where key like ${`%${key}`}`;
  assert.deepEqual((await send(agentId, { key })).body, first.body);
});

test('the keys of two accounts have nothing to do with each other', async () => {
  const key = newKey();
  const { body: account } = await api.call('POST', '/accounts', { body: { name: 'another' } });
  const mine = await createAgent(api);
  const theirs = await createAgent(api, { accountId: account.accountId });
  const clients = await Promise.all([createClient(api), createClient(api, account.accountId)]);
  const first = await send(mine, { key, as: clients[0].token });
  const second = await send(theirs, { key, as: clients[1].token });
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal((await api.inbox(mine)).length + (await api.inbox(theirs)).length, 2);
});

test('a crash between key and append loses nothing: the repeat sends, under the same message id', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const first = await send(agentId, { key });
  await api.context.sql`delete from inbox where agent_id = ${agentId}`;
  await api.context.sql`delete from seen where id like ${`%${agentId}%`}`;
  const again = await send(agentId, { key });
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(
    (await sends(agentId)).map(({ messageId }) => messageId),
    [first.body.messageId],
  );
});

test("the client's own messageId is the message's, and the same request again sends once", async () => {
  const agentId = await createAgent(api);
  const body = { messageId: OWN_ID.toUpperCase() };
  const answers = [await send(agentId, { body }), await send(agentId, { body: { messageId: OWN_ID } })];
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal(answer.body.messageId, OWN_ID);
  }
  assert.equal((await api.inbox(agentId)).length, 1);
});

test("the client's own messageId with another request is a 409 message_id_reused", async () => {
  const agentId = await createAgent(api);
  await send(agentId, { body: { messageId: OWN_ID } });
  const answer = await send(agentId, { body: { messageId: OWN_ID, params: { a: 1 } } });
  assert.equal(answer.status, 409);
  assert.equal(answer.body.code, 'message_id_reused');
  assert.equal(answer.body.errors[0].path, '/messageId');
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('a messageId whose key has expired while its lane still has it is a 409, not a message that nobody sends', async () => {
  const agentId = await createAgent(api);
  const body = { messageId: OWN_ID };
  await send(agentId, { body });
  await api.context.sql`delete from idempotency where key like ${`%${agentId}%`}`;
  await api.context.sql`update seen set day = day - 1 where id like ${`%${agentId}%`}`;
  for (const params of [{ a: 1 }, { a: 1 }]) {
    const answer = await send(agentId, { body: { ...body, params } });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'message_id_reused');
  }
});

test('two agents may use the same messageId, even when they share a lane', async () => {
  const [first, second] = [await createAgent(api), await createAgent(api)];
  const { laneOf } = api.context.lanes;
  const numbers = Array.from({ length: 100 }, (_, n) => `+15550100${n + 100}`);
  const shared = numbers.find((number) => laneOf(second, number) === laneOf(first, NUMBER));
  assert.equal((await send(first, { body: { messageId: OWN_ID } })).status, 200);
  assert.equal((await send(second, { to: shared!, body: { messageId: OWN_ID } })).status, 200);
  for (const agentId of [first, second]) assert.equal((await api.inbox(agentId)).length, 1);
});

test('a key and a messageId may be used together, and a messageId conflict does not use up the key', async () => {
  const key = newKey();
  const agentId = await createAgent(api);
  const body = { messageId: OWN_ID };
  const first = await send(agentId, { key, body });
  assert.equal(first.body.messageId, OWN_ID);
  assert.deepEqual((await send(agentId, { key, body })).body, first.body);
  const taken = await send(agentId, { key: `${key}-2`, body: { ...body, params: { a: 1 } } });
  assert.equal(taken.body.code, 'message_id_reused');
  assert.equal((await send(agentId, { key: `${key}-2` })).status, 200);
  assert.equal((await api.inbox(agentId)).length, 2);
});
