import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from '../../src/store/database.ts';
import { findConversations } from '../../src/store/found-conversations.ts';
import { migrate } from '../../src/store/migrate.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { until } from '../until.ts';

const log = pino({ level: 'silent' });

const skip = notOnCluster(
  'migrations of a schema without lanes; test/store/cluster.test.ts has those of one with lanes',
);

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  database = await createTestDatabase();
  // The clone has the migrations of the service; these tests bring their own.
  await database.sql.unsafe('drop schema public cascade; create schema public');
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const put = (name: string, text: string) => writeFile(join(folder, name), text);
const names = async () =>
  (await database.sql<{ name: string }[]>`select name from schema_migration`).map((row) => row.name);

describe('migrations', { skip }, () => {
  it('are applied in order, each once, and the next start applies none', async () => {
    await put('0002_second.sql', 'alter table thing add column colour text; insert into thing values (1, $$red$$);');
    await put('0001_first.sql', 'create table thing (id int);');
    assert.equal(await migrate(database.sql, log, folder), 2);
    assert.deepEqual(await names(), ['0001_first.sql', '0002_second.sql']);
    assert.equal(await migrate(database.sql, log, folder), 0);
    assert.deepEqual([...(await database.sql`select * from thing`)], [{ id: 1, colour: 'red' }]);
  });

  it('are applied once by eight processes that start at the same time', async () => {
    await put('0001_counter.sql', 'create table counter (n int); insert into counter values (0);');
    for (const number of ['0002', '0003', '0004']) await put(`${number}_count.sql`, 'update counter set n = n + 1;');
    // A pool for each, as for eight processes.
    const settings = { maxConnections: 2, log, applicationName: 'parley-test' };
    const pools = Array.from({ length: 8 }, () => openDatabase(database.url, settings));
    const applied = await Promise.all(pools.map((pool) => migrate(pool, log, folder)));
    await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    assert.equal(
      applied.reduce((sum, count) => sum + count),
      4,
    );
    assert.deepEqual([...(await database.sql`select n from counter`)], [{ n: 3 }]);
  });

  it('that fail leave nothing behind, and earlier ones stay', async () => {
    await put('0001_good.sql', 'create table good ();');
    await put('0002_bad.sql', 'create table half (); select no_such_function();');
    await assert.rejects(migrate(database.sql, log, folder), /no_such_function/);
    assert.deepEqual(await names(), ['0001_good.sql']);
    assert.deepEqual([...(await database.sql`select to_regclass('half') as half`)], [{ half: null }]);

    await put('0002_bad.sql', 'create table whole ();');
    assert.equal(await migrate(database.sql, log, folder), 1);
  });

  it('that were changed after they were applied are refused by name', async () => {
    await put('0001_first.sql', 'create table thing (id int);');
    await migrate(database.sql, log, folder);
    await put('0001_first.sql', 'create table thing (id bigint);');
    await assert.rejects(migrate(database.sql, log, folder), /0001_first\.sql was changed after it was applied/);
  });

  it('that are unknown here make the database newer than the program, and nothing is applied', async () => {
    await put('0001_first.sql', 'create table thing (id int);');
    await put('0007_later.sql', 'create table later ();');
    await migrate(database.sql, log, folder);
    await rm(join(folder, '0007_later.sql'));
    await put('0002_other.sql', 'create table other ();');
    await assert.rejects(migrate(database.sql, log, folder), /newer than this program: it has the migration 7/);
    assert.deepEqual(await names(), ['0001_first.sql', '0007_later.sql']);
  });

  it('need a unique number and name', async () => {
    await put('first.sql', '');
    await assert.rejects(migrate(database.sql, log, folder), /named NNNN_name\.sql, and first\.sql is not/);
    await rm(join(folder, 'first.sql'));
    await put('0001_one.sql', '');
    await put('0001_two.sql', '');
    await assert.rejects(migrate(database.sql, log, folder), /Two migrations have the number 1/);
  });
});

describe('a migration', { skip }, () => {
  it('that is marked so runs outside a transaction, statement by statement', async () => {
    await put('0001_thing.sql', 'create table thing (id int, colour text);');
    const indexes = ['id', 'colour'].map(
      (column) => `create index concurrently if not exists ${column} on thing (${column});\n`,
    );
    await put('0002_indexes.sql', `-- outside a transaction\n${indexes.join('')}`);
    const settings = { maxConnections: 2, log, applicationName: 'parley-test' };
    await using other = openDatabase(database.url, settings);
    const applied = await Promise.all([database.sql, other].map((pool) => migrate(pool, log, folder)));
    assert.deepEqual(applied.sort(), [0, 2]);
    const [row] =
      await database.sql`select count(*)::int as count from pg_index where indrelid = 'thing'::regclass and indisvalid`;
    assert.equal(row?.['count'], 2);
  });

  it('waits briefly for a table that is read, so that later statements go on, and is retried', async () => {
    await put('0001_thing.sql', 'create table thing (id int);');
    await migrate(database.sql, log, folder);
    await put('0002_wider.sql', 'alter table thing add column colour text;');
    const said: string[] = [];
    const loud = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) });
    let migrating: Promise<number> | undefined;
    await database.sql.begin(async (reader) => {
      await reader`select from thing`;
      migrating = migrate(database.sql, loud, folder);
      await until(() => said.length > 0, 'the migration to give way');
      await database.sql`insert into thing values (1)`;
    });
    assert.equal(await migrating, 1);
    assert.match(said[0]!, /is waiting for a table that is in use/);
  });

  it('may take longer than a statement of the service', async () => {
    await put('0001_slow.sql', 'select pg_sleep(1);');
    const settings = { maxConnections: 2, log, applicationName: 'parley-test', answerMs: 200 };
    await using hasty = openDatabase(database.url, settings);
    assert.equal(await migrate(hasty, log, folder), 1);
  });
});

/** Applies those of the service's own migrations. */
async function take(isTaken: (name: string) => boolean): Promise<void> {
  const ours = new URL('../../migrations/', import.meta.url);
  for (const name of (await readdir(ours)).filter(isTaken)) await copyFile(new URL(name, ours), join(folder, name));
  await migrate(database.sql, log, folder);
}

describe('the migration of days', { skip }, () => {
  it('finds the day of every event that waits or has failed, and none where the event is gone', async () => {
    await take((name) => name < '0011');
    const { sql } = database;
    await sql`create table event_20260102 partition of event for values from ('2026-01-02') to ('2026-01-03')`;
    await sql`
      insert into event (lane, seq, ordinal, day, event_id, agent_id, phone_number, class, type, body)
      select 0, seq, 0, '2026-01-02', gen_random_uuid(), 'agent_1', '+15550100001', 'UserEvent', 'READ', '{}'
      from generate_series(1, 2) as seq`;
    await sql`
      insert into forward (lane, agent_id, seq, ordinal, phone_number)
      values (0, 'agent_1', 1, 0, '+15550100001'), (0, 'agent_1', 9, 0, '+15550100001')`;
    await sql`
      insert into failure (lane, seq, ordinal, agent_id, phone_number, reason, attempts)
      values (0, 2, 0, 'agent_1', '+15550100001', 'HTTP 400', 1)`;
    await take((name) => name.startsWith('0011'));
    const rows = await sql`
      select seq, day::text from forward union all select seq, day::text from failure order by seq`;
    assert.deepEqual(
      [...rows],
      [
        { seq: 1, day: '2026-01-02' },
        { seq: 2, day: '2026-01-02' },
        { seq: 9, day: null },
      ],
    );
  });
});

describe('the migration of consent', { skip }, () => {
  it('keeps users’ opt-outs, with a row of the log, and records nothing for others', async () => {
    await take((name) => name < '0009');
    const { sql } = database;
    for (const unsubscribed of [true, false]) {
      await sql`
        insert into conversation (lane, agent_id, phone_number, session, unsubscribed, updated_at)
        values (0, 'agent_1', ${unsubscribed ? '+15550100001' : '+15550100002'}, '{}', ${unsubscribed}, '2026-01-02T03:04:05Z')`;
    }
    await take((name) => name.startsWith('0009'));
    const keys = ['+15550100001', '+15550100002'].map((phoneNumber) => ({ agentId: 'agent_1', phoneNumber }));
    const found = await findConversations(
      sql,
      keys.map((key) => ({ ...key, lane: 0 })),
      1_000,
    );
    const consents = Object.fromEntries(found.map(({ phoneNumber, consent }) => [phoneNumber, consent]));
    const since = '2026-01-02T03:04:05.000000Z';
    assert.deepEqual(consents, {
      '+15550100001': { action: 'OPT_OUT', source: 'platform_event', since, acknowledged: true },
      '+15550100002': null,
    });
    const rows = await sql`select phone_number, action, source, at from consent`;
    assert.deepEqual(
      [...rows],
      [{ phone_number: '+15550100001', action: 'OPT_OUT', source: 'platform_event', at: new Date(since) }],
    );
  });
});
