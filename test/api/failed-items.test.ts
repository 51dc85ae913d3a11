/** What was set aside after too many failed turns, as the operator sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './context.ts';
import { startApiWithLanes } from './with-lanes.ts';

test('failed items are listed newest first, page by page, and to the operator alone', async () => {
  await using api = await startApiWithLanes();
  await api.context.sql`
    insert into failed_item (lane, seq, agent_id, phone_number, body, attempts, reason, failed_at)
    select n % 4, n, 'agent_1', '+15550100001', '{"kind":"redeliver","seq":1,"ordinal":0}', 5, 'it crashed',
           timestamptz '2026-01-01' + n * interval '1 microsecond'
    from generate_series(1, 5) as n`;
  const first = (await api.call('GET', '/failed-items?limit=3')).body;
  const second = (await api.call('GET', `/failed-items?limit=3&cursor=${first.nextCursor}`)).body;
  assert.deepEqual(
    [...first.failedItems, ...second.failedItems].map(({ seq }) => seq),
    [5, 4, 3, 2, 1],
  );
  assert.equal(second.nextCursor, undefined);
  assert.deepEqual(second.failedItems[1], {
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
  const refused = await api.call('GET', '/failed-items', { as: token });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'insufficient_scope');
});
