/** Dead letters of turns that failed too often, as the operator sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './context.ts';
import { startApiWithLanes } from './with-lanes.ts';

test('dead letters are listed newest first, page by page, to the operator only', async () => {
  await using api = await startApiWithLanes();
  await api.context.sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason, failed_at)
    select n % 4, n, 'agent_1', '+15550100001', '{"kind":"redeliver","seq":1,"ordinal":0}', 5, 'it crashed',
           timestamptz '2026-01-01' + n * interval '1 microsecond'
    from generate_series(1, 5) as n`;
  const first = (await api.call('GET', '/dead-letters?limit=3')).body;
  const second = (await api.call('GET', `/dead-letters?limit=3&cursor=${first.nextCursor}`)).body;
  assert.deepEqual(
    [...first.deadLetters, ...second.deadLetters].map(({ seq }) => seq),
    [5, 4, 3, 2, 1],
  );
  assert.equal(second.nextCursor, undefined);
  assert.deepEqual(second.deadLetters[1], {
    lane: 1,
    seq: 1,
    agentId: 'agent_1',
    phoneNumber: '+15550100001',
    item: { kind: 'redeliver', seq: 1, ordinal: 0 },
    attempts: 5,
    reason: 'it crashed',
    failedAt: '2026-01-01T00:00:00.000Z',
  });
  const { token } = await createClient(api);
  const refused = await api.call('GET', '/dead-letters', { as: token });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'insufficient_scope');
});

test('a dead letter is retried once, at the end of its lane, or deleted', async () => {
  await using api = await startApiWithLanes();
  const { sql } = api.context;
  const item = {
    kind: 'send',
    messageId: '0190a5ee-0000-7000-8000-000000000001',
    stateId: 's',
    params: {},
    ttlSeconds: null,
  };
  await sql`update lane_head set next_seq = 40 where lane = 2`;
  await sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    select 2, n, 'agent_1', '+15550100001', ${JSON.stringify(item)}::text::json, 5, 'it crashed' from generate_series(7, 8) as n`;
  const twice = await Promise.all([7, 7].map((seq) => api.call('POST', `/dead-letters/2/${seq}/retry`)));
  assert.deepEqual(twice.map(({ status }) => status).sort(), [202, 404]);
  assert.deepEqual(twice.find(({ status }) => status === 202)?.body, { lane: 2, seq: 40 });
  assert.equal(twice.find(({ status }) => status === 404)?.body.code, 'dead_letter_not_found');
  const [{ attempts, ...waiting } = {}] =
    await sql`select lane, seq, agent_id, phone_number, body, attempts from inbox`;
  assert.deepEqual(waiting, { lane: 2, seq: 40, agent_id: 'agent_1', phone_number: '+15550100001', body: item });
  assert.equal(attempts, 0);
  assert.deepEqual(await sql`select next_seq as "nextSeq" from lane_head where lane = 2`.then((rows) => [...rows]), [
    { nextSeq: 41 },
  ]);

  assert.equal((await api.call('DELETE', '/dead-letters/2/8')).status, 204);
  assert.equal((await api.call('DELETE', '/dead-letters/2/8')).status, 404);
  assert.deepEqual((await api.call('GET', '/dead-letters')).body, { deadLetters: [] });
  for (const path of [
    '/dead-letters/2/x/retry',
    '/dead-letters/-1/8/retry',
    '/dead-letters/2/99999999999999999999/retry',
  ])
    assert.equal((await api.call('POST', path)).status, 400, path);
  const { token } = await createClient(api);
  assert.equal((await api.call('POST', '/dead-letters/2/8/retry', { as: token })).status, 403);
  assert.equal((await api.call('DELETE', '/dead-letters/2/8', { as: token })).status, 403);
});
