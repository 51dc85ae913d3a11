/** Consent recorded by a client: what is accepted, what is refused, and the resulting inbox item. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from './context.ts';
import { createAgent, startApiWithLanes } from './with-lanes.ts';

const NUMBER = '+15550100001';

const api = await startApiWithLanes();
after(() => api[Symbol.asyncDispose]());

const path = (agentId: string, phoneNumber = NUMBER) => `/agents/${agentId}/conversations/${phoneNumber}/consent`;

test('a record is in its lane when it is answered, even for a number that is no test device', async () => {
  const agentId = await createAgent(api, { launched: false });
  const body = { action: 'OPT_OUT', evidence: 'Phoned on 3 May' };
  const answer = await api.call('POST', path(agentId), { body });
  assert.equal(answer.status, 202);
  assert.deepEqual(answer.body, { agentId, phoneNumber: NUMBER, action: 'OPT_OUT', status: 'ENQUEUED' });
  const [row, ...others] = await api.inbox(agentId);
  assert.deepEqual(others, []);
  assert.equal(row?.lane, api.context.lanes.laneOf(agentId, NUMBER));
  assert.deepEqual(row.body, { kind: 'consent', ...body });
});

const REFUSED: [body: object, at: string][] = [
  [{ action: 'OPT_OUT' }, '/evidence'],
  [{ evidence: 'x' }, '/action'],
  [{ action: 'STOP', evidence: 'x' }, '/action'],
  [{ action: 'OPT_IN', evidence: ' ' }, '/evidence'],
  [{ action: 'OPT_IN', evidence: 'x'.repeat(1001) }, '/evidence'],
  [{ action: 'OPT_IN', evidence: 'a\u0000b' }, '/evidence'],
  [{ action: 'OPT_IN', evidence: 'x', at: '2026-01-02T03:04:05Z' }, '/at'],
];

test('an invalid record is a 400 that names the field, and nothing is stored', async () => {
  const agentId = await createAgent(api);
  for (const [body, at] of REFUSED) {
    const answer = await api.call('POST', path(agentId), { body });
    assert.equal(answer.status, 400, at);
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [at],
    );
  }
  assert.deepEqual(await api.inbox(agentId), []);
});

test("an invalid number is a 400, another account's agent a 404, and a log without rows is empty", async () => {
  const agentId = await createAgent(api);
  const body = { action: 'OPT_IN', evidence: 'x' };
  const { body: account } = await api.call('POST', '/accounts', { body: { name: 'other' } });
  const theirs = await createAgent(api, { accountId: account.accountId });
  const { token } = await createClient(api);
  for (const [method, options] of [
    ['GET', { as: token }],
    ['POST', { as: token, body }],
  ] as const) {
    assert.equal((await api.call(method, path(agentId, '15550100001'), options)).body.code, 'invalid_phone_number');
    assert.equal((await api.call(method, path(theirs), options)).body.code, 'agent_not_found');
  }
  assert.deepEqual((await api.call('GET', path(agentId))).body, { changes: [] });
  assert.equal((await api.call('GET', `${path(agentId)}?cursor=x`)).body.errors[0].path, 'cursor');
});
