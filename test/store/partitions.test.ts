/** What is kept for how long, without dangling references to what was dropped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/log.ts';
import { startUpkeep } from '../../src/maintenance.ts';
import { createFolder } from '../../src/media/folder.ts';
import { createPartitions, dropOldPartitions, forgetOldFailures } from '../../src/store/partitions.ts';
import type { Sql } from '../../src/store/sql.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { until } from '../until.ts';

const NO_MEDIA = { files: createFolder('/nowhere'), sweep: async () => {} };
const DAY_MS = 24 * 3600 * 1000;
const NOW = new Date('2026-03-31T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

/** An event that was made and failed on that day. */
async function insertFailedEvent(sql: Sql, seq: number, at: Date): Promise<void> {
  await sql`
    insert into event (lane, seq, ordinal, day, event_id, agent_id, phone_number, class, type, body, created_at)
    values (0, ${seq}, 0, ${at.toISOString().slice(0, 10)}, gen_random_uuid(), 'a', '+15550100001', 'ServerEvent', 'SENT', '{}', ${at})`;
  await sql`
    insert into failure (lane, seq, ordinal, day, agent_id, phone_number, reason, attempts, failed_at)
    values (0, ${seq}, 0, ${at.toISOString().slice(0, 10)}, 'a', '+15550100001', 'refused', 1, ${at})`;
}

test('partitions are made from yesterday to four days ahead, as often as one likes', async () => {
  await using database = await createTestDatabase();
  const partitions = async () => {
    const rows = await database.sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass order by 1`;
    return rows.map(({ name }) => name);
  };
  // Those of today.
  const before = await partitions();
  await createPartitions(database.sql, NOW);
  await createPartitions(database.sql, NOW);
  const days = ['20260330', '20260331', '20260401', '20260402', '20260403', '20260404'];
  assert.deepEqual(
    (await partitions()).filter((name) => !before.includes(name)),
    days.map((day) => `event_${day}`),
  );
});

test('a partition has the indexes of its table, and no others', async () => {
  await using database = await createTestDatabase();
  await createPartitions(database.sql, NOW);
  const alone = await database.sql`
    select indexrelid::regclass::text as index from pg_index
    where indrelid::regclass::text ~ '_20260331$' and indexrelid not in (select inhrelid from pg_inherits)`;
  assert.deepEqual([...alone], []);
  const [count] = await database.sql<{ parent: number; partition: number }[]>`
    select count(*) filter (where indrelid in ('event'::regclass, 'turn'::regclass))::int as parent,
           count(*) filter (where indrelid in ('event_20260331'::regclass, 'turn_20260331'::regclass))::int as partition
    from pg_index`;
  assert.equal(count?.partition, count?.parent);
});

/** A reader of every event, for as long as `work` takes. */
async function whileRead<Result>(database: TestDatabase, work: () => Promise<Result>): Promise<Result> {
  return database.sql.begin(async (reader) => {
    await reader`select count(*) from event`;
    return work();
  });
}

test('a long reader blocks neither new partitions nor writes', async () => {
  await using database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, daysAgo(10));
  await whileRead(database, async () => {
    const made = createPartitions(sql, NOW);
    await insertFailedEvent(sql, 1, daysAgo(10));
    await made;
    await insertFailedEvent(sql, 2, NOW);
  });
});

test('a partition that is still read is dropped later, and nothing waits for that', async () => {
  await using database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, NOW);
  await createPartitions(sql, daysAgo(40));
  await insertFailedEvent(sql, 1, daysAgo(40));
  const { inUse } = await whileRead(database, async () => {
    const dropping = dropOldPartitions(sql, NOW);
    let isOver = false;
    void dropping.finally(() => {
      isOver = true;
    });
    for (let seq = 2; !isOver; seq++) {
      const begunAt = performance.now();
      await insertFailedEvent(sql, seq, NOW);
      assert.ok(performance.now() - begunAt < 5_000, 'an event waited for the reader');
    }
    return dropping;
  });
  assert.ok(inUse.includes('event_20260219'), inUse.join());
  const { dropped } = await dropOldPartitions(sql, NOW);
  assert.deepEqual(dropped.toSorted(), inUse.toSorted());
  const left = await sql`select relname from pg_class where relname ~ '^event_202602'`;
  assert.deepEqual([...left], []);
});

test('an event leaves the failure queue when it is too old to be forwarded again, and no earlier', async () => {
  await using database = await createTestDatabase();
  const { sql } = database;
  for (const days of [30, 31, 32, 33, 40]) {
    await createPartitions(sql, daysAgo(days));
    await insertFailedEvent(sql, days, daysAgo(days));
  }
  await dropOldPartitions(sql, NOW);
  await forgetOldFailures(sql, NOW);
  const events = await sql<{ seq: number }[]>`select seq from event order by seq`;
  const failures = await sql<{ seq: number }[]>`select seq from failure order by seq`;
  assert.deepEqual(
    events.map(({ seq }) => seq),
    [30, 31],
  );
  assert.ok(failures.some(({ seq }) => seq === 30) && failures.some(({ seq }) => seq === 31));
  assert.ok(!failures.some(({ seq }) => seq === 33 || seq === 40));
});

test('the hourly upkeep drops old partitions, and reports when it last ran', async (context) => {
  await using database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, daysAgo(40));
  const log = createLog({ level: 'silent', pretty: false });
  const metrics = createMetrics();
  context.mock.timers.enable({ apis: ['setInterval'] });
  let now = NOW;
  await using _upkeep = await startUpkeep({ sql, log, metrics, media: NO_MEDIA, laneCount: 1 }, () => now);
  now = new Date(NOW.getTime() + DAY_MS / 24);
  const age = async () => (await metrics.upkeepAgeSeconds.get()).values[0]?.value;
  assert.equal(await age(), 3600);
  context.mock.timers.tick(DAY_MS / 24);
  await until(async () => (await age()) === 0, 'the upkeep to be done');
  const [oldest] = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass order by 1 limit 1`;
  assert.equal(oldest?.name, 'event_20260330');
});
