/** The send endpoint, row by row: what it accepts, what it refuses, and the resulting inbox item. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SendItem } from '../../src/model/inbox-item.ts';
import { type Answer, createClient } from './context.ts';
import { createAgent, type LanesApi, startApiWithLanes } from './with-lanes.ts';

const NUMBER = '+15550100001';

const api = await startApiWithLanes();
after(() => api[Symbol.asyncDispose]());

type Options = { to?: string; state?: string; body?: unknown; as?: string };

function send(agentId: string, options: Options = {}, { call }: LanesApi = api): Promise<Answer> {
  const { to = NUMBER, state = 'hello', ...rest } = options;
  return call('POST', `/agents/${agentId}/states/${state}/send/${to}`, rest);
}

const sends = async (agentId: string) => (await api.inbox(agentId)).map(({ body }) => body as SendItem);

test('a send is answered with a message id and the status ENQUEUED, and is in its lane by then', async () => {
  const agentId = await createAgent(api);
  const body = { params: { name: 'Ada', nested: { n: [1, null] } }, ttl: '600s' };
  const answer = await send(agentId, { body });
  assert.equal(answer.status, 200);
  const { messageId } = answer.body;
  assert.deepEqual(answer.body, { messageId, agentId, stateId: 'hello', phoneNumber: NUMBER, status: 'ENQUEUED' });
  assert.match(messageId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const [row, ...others] = await api.inbox(agentId);
  assert.deepEqual(others, []);
  assert.equal(row?.lane, api.context.lanes.laneOf(agentId, NUMBER));
  assert.equal(row.phoneNumber, NUMBER);
  assert.deepEqual(row.body, { kind: 'send', messageId, stateId: 'hello', params: body.params, ttlSeconds: 600 });
});

test('an empty object, an empty body and no body at all are accepted', async () => {
  const agentId = await createAgent(api);
  for (const body of [{}, '', undefined]) {
    assert.equal((await send(agentId, { body })).status, 200, `body ${JSON.stringify(body)}`);
  }
  assert.deepEqual(
    (await sends(agentId)).map(({ params, ttlSeconds }) => ({ params, ttlSeconds })),
    Array(3).fill({ params: {}, ttlSeconds: null }),
  );
});

test('the + of the number may be literal or percent-encoded, and is never a space', async () => {
  const agentId = await createAgent(api);
  for (const to of ['+15550100001', '%2B15550100001', '%2b15550100001']) {
    const answer = await send(agentId, { to });
    assert.equal(answer.status, 200, to);
    assert.equal(answer.body.phoneNumber, NUMBER);
  }
});

test('a number that is not E.164 is a 400 invalid_phone_number', async () => {
  const agentId = await createAgent(api);
  const wrong = [
    '15550100001',
    '+1-555-0100001',
    '+1%20555',
    '+1(555)0100001',
    '+0123456',
    '+1',
    '+1234567890123456',
    'x',
  ];
  for (const to of wrong) {
    const answer = await send(agentId, { to });
    assert.equal(answer.status, 400, to);
    assert.equal(answer.body.code, 'invalid_phone_number', to);
    assert.equal(answer.body.errors[0].path, 'phoneNumber');
  }
  assert.deepEqual(await api.inbox(agentId), []);
});

test('a state that does not exist is a 404 state_not_found', async () => {
  const agentId = await createAgent(api);
  const answer = await send(agentId, { state: 'goodbye' });
  assert.equal(answer.status, 404);
  assert.equal(answer.body.code, 'state_not_found');
});

test("another account's agent is the same 404 as one that does not exist", async () => {
  const { body: account } = await api.call('POST', '/accounts', { body: { name: 'other' } });
  const agentId = await createAgent(api, { accountId: account.accountId });
  const { token } = await createClient(api);
  for (const id of [agentId, 'agent_none']) {
    const answer = await send(id, { as: token });
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'agent_not_found');
  }
  assert.deepEqual(await api.inbox(agentId), []);
});

test('without a token nothing is sent', async () => {
  const agentId = await createAgent(api);
  const answer = await api.call('POST', `/agents/${agentId}/states/hello/send/${NUMBER}`, { as: null });
  assert.equal(answer.status, 401);
  assert.deepEqual(await api.inbox(agentId), []);
});

test('in test mode only registered test devices get messages, until the agent is launched', async () => {
  const agentId = await createAgent(api, { launched: false });
  const refused = await send(agentId);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'not_a_test_device');
  await api.call('POST', `/agents/${agentId}/devices`, { body: { phoneNumber: NUMBER } });
  assert.equal((await send(agentId)).status, 200);
  assert.equal((await send(agentId, { to: '+15550100002' })).status, 403);
  await api.call('POST', `/agents/${agentId}/launch`);
  assert.equal((await send(agentId, { to: '+15550100002' })).status, 200);
});

const REFUSED: Record<string, { body: unknown; path: string; status?: number }> = {
  'an unknown field': { body: { parms: {} }, path: '/parms' },
  'params that are no object': { body: { params: ['x'] }, path: '/params' },
  'more than 100 params': {
    body: { params: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, n])) },
    path: '/params',
  },
  'params nested too deep': {
    body: `{"params":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
    path: `/params${'/a'.repeat(31)}`,
  },
  'U+0000 in a param': { body: { params: { name: 'a\u0000b' } }, path: '/params/name' },
  'half a surrogate pair in a param': { body: '{"params":{"name":"\\ud800"}}', path: '/params/name' },
  'a param called __proto__': { body: '{"params":{"__proto__":{}}}', path: '/params/__proto__' },
  'a messageId that is no UUID': { body: { messageId: 'm-1' }, path: '/messageId' },
  'a ttl without its unit': { body: { ttl: '600' }, path: '/ttl' },
  'a ttl that is a number': { body: { ttl: 600 }, path: '/ttl' },
  'a ttl of nothing': { body: { ttl: '0s' }, path: '/ttl' },
  'a ttl of more than 15 days': { body: { ttl: '1296001s' }, path: '/ttl' },
  'a traffic type that the platform does not know': {
    body: { messageTrafficType: 'TRANSACTIONAL' },
    path: '/messageTrafficType',
  },
  'a traffic type that the use case may not send': {
    body: { messageTrafficType: 'PROMOTION' },
    path: '/messageTrafficType',
  },
  'a body that is an array': { body: [], path: '' },
};

test('an invalid body is a 400 that names the field, and nothing is stored', async (t) => {
  const agentId = await createAgent(api);
  for (const [name, { body, path }] of Object.entries(REFUSED)) {
    await t.test(name, async () => {
      const answer = await send(agentId, { body });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, 'validation_failed');
      assert.deepEqual(
        answer.body.errors.map((error: { path: string }) => error.path),
        [path],
      );
    });
  }
  assert.deepEqual(await api.inbox(agentId), []);
});

test('a body of more than 64 KiB is a 413', async () => {
  const agentId = await createAgent(api);
  const answer = await send(agentId, { body: { params: { text: 'x'.repeat(65_536) } } });
  assert.equal(answer.status, 413);
  assert.equal(answer.body.code, 'body_too_large');
});

test('a ttl of one second and one of 15 days are accepted', async () => {
  const agentId = await createAgent(api);
  for (const ttl of ['1s', '1296000s']) assert.equal((await send(agentId, { body: { ttl } })).status, 200, ttl);
  assert.deepEqual(
    (await sends(agentId)).map(({ ttlSeconds }) => ttlSeconds),
    [1, 1_296_000],
  );
});

test('a send may set the traffic type of its message', async () => {
  const agentId = await createAgent(api);
  const messageTrafficType = 'SERVICEREQUEST';
  assert.equal((await send(agentId, { body: { messageTrafficType } })).status, 200);
  assert.deepEqual(
    (await sends(agentId)).map((item) => item.messageTrafficType),
    [messageTrafficType],
  );
});

test('a plain send runs no query but the append', async () => {
  const agentId = await createAgent(api);
  await send(agentId);
  const used = async () => {
    const [row] = await api.context.sql<{ rows: number }[]>`
      select (select count(*) from idempotency) + (select count(*) from seen) as rows`;
    return row?.rows;
  };
  const before = await used();
  assert.equal((await send(agentId)).status, 200);
  assert.equal(await used(), before);
});

test('while the database cannot be reached a send is a 503 with Retry-After', async () => {
  await using own = await startApiWithLanes();
  const agentId = await createAgent(own);
  await send(agentId, {}, own);
  await own.context.sql[Symbol.asyncDispose]();
  const answer = await send(agentId, {}, own);
  assert.equal(answer.status, 503);
  assert.equal(answer.body.code, 'not_ready');
  assert.ok(Number(answer.headers['retry-after']) > 0);
});
