import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { type Cable, startCable } from '../../proof/cable.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded.ts';
import { findPostmaster } from '../../src/postgres/postmaster.ts';
import { type Database, isDatabaseGone, openDatabase } from '../../src/store/database.ts';
import type { Sql } from '../../src/store/sql.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const log = pino({ level: 'silent' });

describe('values of the database', () => {
  let sql: Database;
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    sql = database.sql;
  });
  after(() => database[Symbol.asyncDispose]());

  it('come back as JavaScript values: int8 a number, timestamptz a Date, jsonb parsed', async () => {
    const [row] = await sql`
      select 9007199254740991::int8 as big, array[1, 2]::int8[] as bigs, '{"a":[1]}'::jsonb as document,
        '2026-01-02 03:04:05.678+00'::timestamptz as at, null as nothing`;
    assert.deepEqual(row, {
      big: Number.MAX_SAFE_INTEGER,
      bigs: [1, 2],
      document: { a: [1] },
      at: new Date('2026-01-02T03:04:05.678Z'),
      nothing: null,
    });
  });

  it('survive in arrays, whatever characters they have', async () => {
    const texts = ['', 'NULL', 'a,b', '{}', '"quoted" \\ and back', 'line\nbreak', 'ümlaut 🙂'];
    const documents = [{ a: '"\\' }, [1, null], 'text', null];
    const times = [new Date('2026-01-02T03:04:05.678Z')];
    const [row] = await sql`
      select ${texts}::text[] as texts, ${sql.typed(documents as never, 3807)}::jsonb[] as documents,
        ${sql.typed(times as never, 1185)}::timestamptz[] as times, ${[]}::bigint[] as none,
        ${[null, 'x']}::text[] as holes, array[true, false] as booleans, array[1.5::float8, -2] as floats`;
    assert.deepEqual(row, {
      texts,
      documents,
      times,
      none: [],
      holes: [null, 'x'],
      booleans: [true, false],
      floats: [1.5, -2],
    });
  });

  it('are written in the same way', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await sql`
      select ${Number.MAX_SAFE_INTEGER}::int8 = 9007199254740991 as big, ${[1, 2]}::int8[] = '{1,2}' as bigs,
        ${sql.json({ a: [1] })}::jsonb = '{"a":[1]}' as document,
        ${at}::timestamptz = '2026-01-02 03:04:05.678+00' as at`;
    assert.deepEqual(row, { big: true, bigs: true, document: true, at: true });
  });
});

describe('a transaction', () => {
  let sql: Database;
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    await sql`create table written (n int primary key)`;
  });
  after(() => database[Symbol.asyncDispose]());

  const written = async () => (await sql<{ n: number }[]>`select n from written order by n`).map(({ n }) => n);

  it('commits when its work resolves, and returns what it resolved to', async () => {
    assert.equal(await sql.begin(async (tx) => (await tx`insert into written values (1)`).count), 1);
    assert.deepEqual(await written(), [1]);
  });

  it('rolls back when its work rejects, with the same error', async () => {
    const reason = new Error('changed my mind');
    const work = async (tx: Sql) => {
      await tx`insert into written values (2)`;
      throw reason;
    };
    await assert.rejects(sql.begin(work), reason);
    assert.deepEqual(await written(), [1]);
  });

  it('does not count as committed when the failure of a statement was swallowed', async () => {
    const work = async (tx: Sql) => {
      await tx`insert into written values (3)`;
      await tx`insert into written values (1)`.catch(() => {});
    };
    await assert.rejects(sql.begin(work), /rolled back/);
    assert.deepEqual(await written(), [1]);
  });

  it('waits its turn when all connections are in use', async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async (tx: Sql) => {
      most = Math.max(most, ++running);
      await tx`select pg_sleep(0.01)`;
      running -= 1;
      done += 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => sql.begin(work)));
    assert.equal(most, 5, 'half of the ten connections of a test database');
    assert.equal(done, 20);
  });

  it('is awaited when the pool is closed, and none begins after that', async () => {
    const pool = openDatabase(database.url, { maxConnections: 2, log, applicationName: 'parley-test' });
    const begun = Promise.withResolvers<void>();
    const last = pool.begin(async (tx) => {
      await tx`insert into written values (2)`;
      begun.resolve();
      await tx`select pg_sleep(0.05)`;
    });
    await begun.promise;
    await pool[Symbol.asyncDispose]();
    await last;
    assert.deepEqual(await written(), [1, 2]);
    await assert.rejects(
      pool.begin(async () => {}),
      isDatabaseGone,
    );
  });

  it('writes nothing when its connection is lost half-way, even when its work goes on', async () => {
    const failures: unknown[] = [];
    const work = async (tx: Sql) => {
      await tx`insert into written values (4)`;
      await tx`select pg_terminate_backend(pg_backend_pid())`.catch((error) => failures.push(error));
      // Neither at once, when the driver would reconnect, nor later.
      await tx`insert into written values (5)`.catch((error) => failures.push(error));
      await sql`select pg_sleep(0.05)`;
      await tx`insert into written values (6)`.catch((error) => failures.push(error));
    };
    await assert.rejects(sql.begin(work), isDatabaseGone);
    assert.equal(failures.length, 3);
    assert.deepEqual(await written(), [1, 2]);
    await sql.begin((tx) => tx`insert into written values (7)`);
    assert.deepEqual(await written(), [1, 2, 7]);
  });
});

describe('a server that goes away', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-database-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`by ${signal} fails running and new statements within seconds; when it returns, work resumes`, async () => {
      await using server = await startEmbeddedPostgres({ dataDir, log });
      await using sql = openDatabase(server.url, { maxConnections: 6, log, applicationName: 'parley-test' });
      const { pid } = (await findPostmaster(join(dataDir, 'postgres'))) ?? { pid: 0 };
      const inTransaction = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      const running = Promise.allSettled([
        ...Array.from({ length: 3 }, () => sql`select pg_sleep(60)`),
        sql.begin((tx) => tx`select pg_sleep(60)`),
        // Between two statements: here the driver's own transaction would end the process.
        sql.begin(async (tx) => {
          await tx`create table half (n int)`;
          inTransaction.resolve();
          await gone.promise;
          await tx`insert into half values (1)`;
        }),
      ]);
      await inTransaction.promise;
      process.kill(pid, signal);
      const signalledAt = performance.now();
      const coming = await Promise.allSettled([sql`select pg_sleep(60)`, sql.begin((tx) => tx`select pg_sleep(60)`)]);
      gone.resolve();
      for (const outcome of [...(await running), ...coming]) {
        assert.equal(outcome.status, 'rejected');
        assert.ok(isDatabaseGone(outcome.reason), String(outcome.reason));
      }
      assert.ok(performance.now() - signalledAt < 5_000);

      await using again = await startEmbeddedPostgres({ dataDir, log });
      assert.equal(again.url, server.url);
      await eventually(() => sql.begin((tx) => tx`select 1`));
      assert.deepEqual([...(await eventually(() => sql`select to_regclass('half') as half`))], [{ half: null }]);
    });
  }
});

describe('a connection that breaks', () => {
  let database: TestDatabase;
  let cable: Cable;
  before(async () => {
    database = await createTestDatabase();
    cable = await startCable(Number(new URL(database.url).port));
  });
  after(async () => {
    await cable[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  /** One connection for statements, one for transactions. */
  const throughCable = (answerMs?: number) => {
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${cable.port}` });
    const settings = { maxConnections: 2, log, applicationName: 'parley-test', ...(answerMs && { answerMs }) };
    return openDatabase(url.href, settings);
  };

  it('is not waited for when it breaks silently', async () => {
    await using sql = throughCable(300);
    await Promise.all([sql`select 1`, sql.begin((tx) => tx`select 1`)]);
    cable.cut('silent');
    const outcomes = await Promise.allSettled([sql`select 1`, sql.begin((tx) => tx`select 1`)]);
    for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && isDatabaseGone(outcome.reason));
    cable.mend();
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
  });

  it('is not waited for forever by who begins to listen on it', async () => {
    await using sql = throughCable(300);
    cable.cut('silent');
    await assert.rejects(
      sql.listen('parley_test', () => {}),
      isDatabaseGone,
    );
    cable.mend();
  });

  it('keeps nobody waiting who no longer listens on it', async () => {
    await using sql = throughCable();
    const { unlisten } = await sql.listen('parley_test', () => {});
    cable.cut('silent');
    const isOver = await Promise.race([unlisten().then(() => true), delay(2_000, false)]);
    cable.mend();
    assert.ok(isOver, 'it is waited for');
  });

  it('fails the statement being written, and blocks none after it', async () => {
    // By turns of the event loop between the cut and the statement: in one of them the end is seen but not reported.
    for (let turns = 0; turns < 6; turns++) {
      await using sql = throughCable();
      await sql`select 1`;
      cable.cut('reset');
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      const written = sql`select 1`.catch((cause) => assert.ok(isDatabaseGone(cause), String(cause)));
      for (let turn = 0; turn < 2; turn++) await nextTurn();
      cable.mend();
      const begunAt = performance.now();
      await written;
      await eventually(() => sql`select 1`);
      assert.ok(performance.now() - begunAt < 3_000, `${turns} turns after the cut`);
    }
  });

  it('fails the statement that it was opened for, even when it closes gracefully', async () => {
    const polite = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(polite, 'listening');
    await assertGone(`postgres://nobody@127.0.0.1:${(polite.address() as AddressInfo).port}/nothing`);
    polite.close();
  });
});

describe('isDatabaseGone', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  it('is true when the server cannot be reached, or has no room', () => {
    const codes = ['57P01', '57P02', '57P03', '53300', '53100', '08000', '08006'];
    const broken = ['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'];
    for (const code of [...codes, ...broken, 'ECONNREFUSED', 'ECONNRESET']) {
      assert.equal(isDatabaseGone(withCode(code)), true, code);
    }
  });

  it('is false for a faulty statement, and for anything else', () => {
    for (const code of ['23505', '42P01', '57014', 'UNDEFINED_VALUE']) {
      assert.equal(isDatabaseGone(withCode(code)), false, code);
    }
    for (const other of [new Error('ECONNREFUSED'), 'ECONNREFUSED', null, undefined]) {
      assert.equal(isDatabaseGone(other), false);
    }
  });

  it('is true where nobody listens, and where somebody listens and says nothing', async () => {
    const mute = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const url = `postgres://nobody@127.0.0.1:${(mute.address() as AddressInfo).port}/nothing`;
    await assertGone(url);
    mute.close();
    await once(mute, 'close');
    await assertGone(url);
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function assertGone(url: string): Promise<void> {
  await using sql = openDatabase(url, { maxConnections: 2, log, applicationName: 'parley-test' });
  const outcomes = await Promise.allSettled([sql`select 1`, sql.begin((tx) => tx`select 1`)]);
  for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && isDatabaseGone(outcome.reason));
}

/** A broken connection may fail once more before it is reopened: retries while the database is gone. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) || performance.now() > deadline) throw error;
      await delay(10);
    }
  }
}
