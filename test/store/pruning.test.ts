/** Joins with events, or with their attempts, read only the partitions of their days. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EventKey, listEventKeys, listEventsAt } from '../../src/store/events.ts';
import { commitForwarding, findEvent, listFreshForwards, listRetries } from '../../src/store/forwarding.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import type { Sql } from '../../src/store/sql.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date();
const AGENT = 'agent_1';
const DAYS = 12;
const EVENTS_A_DAY = 500;
const day = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const partition = (table: string, daysAgo: number) => `${table}_${day(daysAgo).replaceAll('-', '')}`;

const skip = notOnCluster('the partitions that a query read are counted on the node that read them');

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  for (let daysAgo = 0; daysAgo < DAYS; daysAgo++) {
    await createPartitions(sql, new Date(NOW.getTime() - daysAgo * DAY_MS));
    const [first, at] = [(DAYS - daysAgo) * 10_000, new Date(NOW.getTime() - daysAgo * DAY_MS)];
    await sql`
      insert into event (lane, seq, ordinal, day, event_id, agent_id, phone_number, class, type, body, created_at)
      select 0, seq, 0, ${day(daysAgo)}, gen_random_uuid(), ${AGENT}, '+15550100001', 'ServerEvent', 'SENT', '{}', ${at}
      from generate_series(${first}::bigint, ${first + EVENTS_A_DAY - 1}::bigint) as seq`;
    await sql`
      insert into attempt (lane, seq, ordinal, day, started_at, status, duration_ms)
      select 0, seq, 0, day, created_at, 503, 1 from event where day = ${day(daysAgo)}`;
  }
  // Of the sixth day some have failed; of the third and the fourth some wait, the latter for a retry.
  await sql`
    insert into failure (lane, seq, ordinal, day, agent_id, phone_number, reason, attempts)
    select lane, seq, ordinal, day, agent_id, phone_number, 'HTTP 400', 1 from event where day = ${day(6)} limit 50`;
  await sql`
    insert into forward (lane, agent_id, seq, ordinal, day, phone_number, attempts)
    select lane, agent_id, seq, ordinal, day, phone_number, case when day = ${day(3)} then 0 else 1 end
    from event where day in (${day(3)}, ${day(4)})`;
  await sql`vacuum analyze`;
});
after(() => database[Symbol.asyncDispose]());

/** The result of `work`, and the partitions of `table` that it read. */
async function looked<Result>(table: string, work: (sql: Sql) => Promise<Result>) {
  return database.sql.begin(async (sql) => {
    // The transaction's own counts begin with what its connection has not reported yet.
    const scans = async () => {
      const rows = await sql<{ name: string; scans: number }[]>`
        select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
        where relname ~ ${`^${table}_[0-9]{8}$`} order by 1`;
      return new Map(rows.map((row) => [row.name, row.scans]));
    };
    const before = await scans();
    const result = await work(sql);
    const after = await scans();
    return { result, partitions: [...after.keys()].filter((name) => after.get(name)! > (before.get(name) ?? 0)) };
  });
}

const ENDPOINT = { agentId: AGENT, endpointId: '' };
const LIMITS = { limit: 100, maxBytes: 1_000_000 };

test('events that wait for their first attempt are read from their day', { skip }, async () => {
  const after = { seq: 0, ordinal: 0 };
  const read = await looked('event', (sql) => listFreshForwards(sql, 0, ENDPOINT, { after, ...LIMITS }));
  assert.equal(read.result.rows.filter(({ event }) => event !== null).length, 100);
  assert.deepEqual(read.partitions, [partition('event', 3)]);
});

test('events that wait for a retry are read from their day', { skip }, async () => {
  const read = await looked('event', (sql) => listRetries(sql, 0, ENDPOINT, { except: [], ...LIMITS }));
  assert.equal(read.result.rows.filter(({ event }) => event !== null).length, 100);
  assert.deepEqual(read.partitions, [partition('event', 4)]);
});

test('the failure queue is read from the days of its events, and their attempts from those days on', {
  skip,
}, async () => {
  const keys = await looked('event', (sql) => listEventKeys(sql, AGENT, { status: 'FAILED' }, { limit: 20 }));
  assert.equal(keys.result.rows.length, 20);
  assert.deepEqual(keys.partitions, [partition('event', 6)]);
  const list = (sql: Sql) => listEventsAt(sql, AGENT, keys.result.rows);
  const events = await looked('event', list);
  assert.equal(events.result.length, 20);
  assert.deepEqual(events.partitions, [partition('event', 6)]);
  const { partitions } = await looked('attempt', list);
  assert.ok(!partitions.includes(partition('attempt', 7)), partitions.join());
});

test('an event that is redelivered is found in its day, and one that fails is known with it', { skip }, async () => {
  const [first] = (await listEventKeys(database.sql, AGENT, {}, { limit: 1 })).rows as [EventKey];
  const found = await looked('event', (sql) => findEvent(sql, first));
  assert.equal(found.result?.day, day(0));
  assert.deepEqual(found.partitions, [partition('event', 0)]);
  const { sql } = database;
  await sql`insert into lane_fence (lane, owner, epoch) values (0, 'me', 1) on conflict (lane) do update set owner = 'me', epoch = 1`;
  const [{ seq }] = await sql<[{ seq: number }]>`select min(seq) as seq from forward`;
  const write = {
    ...ENDPOINT,
    seq,
    ordinal: 0,
    phoneNumber: '+15550100001',
    attempts: 1,
    attempt: null,
    dueAt: null,
  };
  await commitForwarding(sql, [
    { fence: { lane: 0, owner: 'me', epoch: 1 }, write: { ...write, failure: { reason: 'no', group: 'no' } } },
  ]);
  const [failed] = await sql<{ day: string }[]>`select day::text from failure where seq = ${seq}`;
  assert.equal(failed?.day, day(4));
});
