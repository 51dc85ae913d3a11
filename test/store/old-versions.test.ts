/** Which versions are removed in the end, and that the others lose nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFlow } from '../../src/store/flows.ts';
import { listAgentsWithOldVersions, removeOldVersions } from '../../src/store/old-versions.ts';
import { removeState } from '../../src/store/states.ts';
import { freezeDraft } from '../../src/store/versions.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const LIMITS = { maxStates: 100, maxBytes: 100_000 };
const BEFORE = new Date('2026-01-02');

/** Fourteen versions, all but the third of which are old; the second is live, and the first has a session. */
async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { sql } = database;
  await sql`insert into brand (brand_id, account_id, name) values ('brand', 'default', 'Acme')`;
  await sql`
    insert into agent (agent_id, account_id, brand_id, name, use_case, platform_agent_id, rollout)
    values ('agent', 'default', 'brand', 'Bot', 'OTP', 'agent', '{"shares": [{"version": 2, "percent": 100}]}')`;
  await sql`
    insert into conversation (lane, agent_id, phone_number, session, version) values (0, 'agent', '+1', '{}', 1)`;
  // Each has a state of its own, one that it changes, and one that all have.
  for (let version = 1; version <= 14; version++) {
    await sql`
      insert into state (agent_id, state_id, body)
      select 'agent', id, json_build_object('input', json_build_object('nextState', text))
      from unnest(${[`own-${version}`, 'all', 'changed']}::text[], ${[`o${version}`, 'same', `c${version}`]}::text[]) as row (id, text)
      on conflict (agent_id, state_id) do update set body = excluded.body`;
    assert.equal(await freezeDraft(sql, 'agent', { author: 'operator' }), version);
    await removeState(sql, 'agent', `own-${version}`);
  }
  await sql`update flow_version set created_at = '2026-01-01' where version <> 3`;
  return database;
}

test('a version goes when it is old, not among the last ten, not live, and without a session', async () => {
  await using database = await prepared();
  const { sql } = database;
  const flows = async () =>
    Promise.all(Array.from({ length: 14 }, (_, index) => findFlow(sql, 'agent', index + 1, LIMITS)));
  const before = await flows();
  assert.deepEqual(await listAgentsWithOldVersions(sql, BEFORE, 10), ['agent']);
  assert.equal(await removeOldVersions(sql, 'agent', BEFORE), 1, 'only the fourth is free');
  assert.deepEqual(
    await flows(),
    before.map((flow, index) => (index === 3 ? undefined : flow)),
  );
  const left = await sql`select from state_body where body::text like '%"o4"%' or body::text like '%"c4"%'`;
  assert.equal(left.length, 0);
});

const skip = notOnCluster('a version is kept there as long as a conversation of it is');
test('a version whose last session has ended goes', { skip }, async () => {
  await using database = await prepared();
  const { sql } = database;
  assert.equal(await removeOldVersions(sql, 'agent', BEFORE), 1);
  await sql`update conversation set updated_at = now() - interval '25 hours'`;
  assert.equal(await removeOldVersions(sql, 'agent', BEFORE), 1, 'the session on the first has ended');
  assert.deepEqual(await listAgentsWithOldVersions(sql, BEFORE, 10), []);
});
