/** A stop may come at any moment of the start: the parts already started are stopped gracefully. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPILED } from '../src/compiled.ts';
import { freePort } from '../src/postgres/free-port.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { until } from './until.ts';

let folder: string;
let database: TestDatabase;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-stop-'));
  database = await createTestDatabase();
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The first line of the log. */
const STARTING = '"starting"';

type Moment = (service: { url: string; log: () => string }) => unknown;

/** Starts the service, stops it as soon as the moment has come, and returns how it ended: with 1 if it gave up. */
async function stopAt(moment: Moment, environment: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env['PATH'], ...COMPILED, PORT: String(port), DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await using _child = {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  };
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = once(child, 'close');
  const service = { url: `http://127.0.0.1:${port}`, log: () => log };
  const giveUpAt = performance.now() + 60_000;
  // Almost without a pause, since the moment lasts for milliseconds; but a service that loads has none.
  while (!(log.includes(STARTING) && (await moment(service)))) {
    assert.ok(child.exitCode === null && performance.now() < giveUpAt, `the moment did not come:\n${log}`);
    await delay(1);
  }
  child.kill('SIGTERM');
  await ended;
  return { code: child.exitCode, signal: child.signalCode, log };
}

/** A service polls for the migration lock. Not within a transaction: that sees one snapshot. */
const asksForLock = async () => {
  const rows = await database.sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'select pg_try_advisory_lock%'`;
  return rows.length > 0;
};

const said =
  (words: string): Moment =>
  ({ log }) =>
    log().includes(words);

const answers =
  (path: string): Moment =>
  async ({ url }) =>
    (await fetch(url + path).catch(() => null))?.ok;

async function ownedLanes(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from lane_owner where owner is not null`;
  return row!.count;
}

describe('a service that is asked to stop', () => {
  const ownsLane: Moment = async () => (await ownedLanes()) > 0;
  const moments: [when: string, moment: Moment, processes: string][] = [
    ['as soon as it says that it starts', said(STARTING), '1'],
    ['as soon as it listens', answers('/healthz'), '1'],
    ['as soon as it owns a lane', ownsLane, '1'],
    ['as soon as it is ready', answers('/readyz'), '1'],
    ['as soon as the first of two processes listens', answers('/healthz'), '2'],
    ['as soon as one of two processes owns a lane', ownsLane, '2'],
    ['as soon as two processes say that they are ready', said('is ready'), '2'],
  ];
  for (const [when, moment, processes] of moments) {
    it(`${when} stops gracefully`, async () => {
      const { code, signal, log } = await stopAt(moment, { DATABASE_URL: database.url, PARLEY_PROCESSES: processes });
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, log);
      assert.match(log, /"msg":"stopped"/);
      assert.equal(await ownedLanes(), 0, log);
      assert.deepEqual([...(await database.sql`select * from process`)], [], log);
    });
  }

  for (const words of [STARTING, 'the embedded PostgreSQL is ready']) {
    it(`when it has printed ${words} stops its database too`, async () => {
      const dataDir = await mkdtemp(join(folder, 'embedded-'));
      const { code, signal, log } = await stopAt(said(words), { DATA_DIR: dataDir });
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, log);
      assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false, 'the server runs on');
    });
  }

  it('while its database does not answer does not wait for it', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as { port: number };
    const environment = { DATABASE_URL: `postgres://parley@127.0.0.1:${port}/parley` };
    const { code, signal, log } = await stopAt(() => sockets.length > 0, environment);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, log);
  });

  it('while another service migrates the database does not wait for it', async () => {
    await database.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${0x7061_726c_6579})`;
      const { code, signal, log } = await stopAt(asksForLock, { DATABASE_URL: database.url });
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, log);
    });
  });
});

it('a service that has been asked to stop stays until it has stopped, and a second signal ends it at once', async () => {
  const { code, signal } = await database.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${0x7061_726c_6579})`;
    let child = 0;
    const moment: Moment = async ({ log }) => {
      child ||= Number(/"pid":(\d+)/.exec(log())?.[1] ?? 0);
      return child > 0 && (await asksForLock());
    };
    return stopAt(
      async (service) => {
        if (!(await moment(service))) return false;
        process.kill(child, 'SIGTERM');
        await until(() => service.log().includes('stopping'), 'the first signal to be heard');
        return true;
      },
      { DATABASE_URL: database.url },
    );
  });
  assert.deepEqual({ code, signal }, { code: 143, signal: null });
});
