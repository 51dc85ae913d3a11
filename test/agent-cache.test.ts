/** The caches take no more memory than they should, however large the states are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAgentCache } from '../src/agent-cache.ts';
import { createTestDatabase } from './database.ts';

test('states are cached until they take too much memory together', async () => {
  await using database = await createTestDatabase();
  const { sql } = database;
  await sql`insert into brand (brand_id, account_id, name) values ('brand', 'default', 'Acme')`;
  await sql`
    insert into agent (agent_id, account_id, brand_id, name, use_case, platform_agent_id)
    values ('agent', 'default', 'brand', 'Bot', 'TRANSACTIONAL', 'agent')`;
  await sql`
    insert into state (agent_id, state_id, body)
    select 'agent', n, json_build_object('template', json_build_object('contentMessage', json_build_object('text', repeat('x', 500000))))
    from generate_series(1, 80) as n`;
  await using catalog = await openAgentCache(sql);
  for (let n = 1; n <= 80; n++) assert.ok(await catalog.findState('agent', `${n}`));
  // Without a notification: cached rows stay as they were, the rest is read again.
  await sql`update state set body = '{"input":{"nextState":"1"}}'`;
  const isKnown: boolean[] = [];
  for (let n = 1; n <= 80; n++) isKnown.push((await catalog.findState('agent', `${n}`))?.template !== undefined);
  const known = isKnown.filter(Boolean).length;
  assert.ok(known >= 60 && known <= 67, `${known} states of half a million characters are known`);
  assert.deepEqual(isKnown.slice(0, 10), Array(10).fill(false));
});
