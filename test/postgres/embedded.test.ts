import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import postgres from 'postgres';
import { bundledBinaries } from '../../src/postgres/binaries.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded.ts';
import { findPostmaster, processState } from '../../src/postgres/postmaster.ts';
import { until } from '../until.ts';

const SERVICE = join(import.meta.dirname, 'embedded-service.ts');

const children: ChildProcess[] = [];
let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
});
after(async () => {
  // They have ended by now, unless a test failed.
  for (const child of children) child.kill('SIGTERM');
  await rm(home, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('is created at the first start and reused, with its data, at the next', async () => {
    const dataDir = join(home, 'twice');
    const { port } = await withServer(dataDir, async ({ found, url }) => {
      assert.equal(found, 'created');
      await query(url, 'create table kept as select 42 as answer');
      return new URL(url);
    });
    assert.equal(await findPostmaster(join(dataDir, 'postgres')), null, 'the server stopped when it was disposed');

    await withServer(dataDir, async ({ found, url }) => {
      assert.equal(found, 'started');
      assert.deepEqual(await query(url, 'select answer from kept'), [{ answer: 42 }]);
      assert.equal(new URL(url).port, port, 'it keeps its port, so that whoever waits for it finds it again');
    });
  });

  it('is restarted, on its port and with its data, when it is killed under a running service', async () => {
    const folder = join(home, 'twice', 'postgres');
    await withServer(join(home, 'twice'), async ({ url }) => {
      const killed = (await findPostmaster(folder))!;
      process.kill(killed.pid, 'SIGKILL');
      const rows = await until(() => query(url, 'select answer from kept').catch(() => null), 'the server to be back');
      assert.deepEqual(rows, [{ answer: 42 }]);
      assert.notEqual((await findPostmaster(folder))!.pid, killed.pid);
    });
  });

  it('keeps every durable setting on, its encoding UTF-8 and its locale C', async () => {
    await withServer(join(home, 'twice'), async ({ url }) => {
      const names = [
        'fsync',
        'full_page_writes',
        'synchronous_commit',
        'data_checksums',
        'server_encoding',
        'lc_ctype',
      ];
      const rows = await query(
        url,
        `select name, setting from pg_settings where name in ('${names.join("','")}')
        union all select 'collate', datcollate from pg_database where datname = current_database() order by name`,
      );
      assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
        collate: 'C',
        data_checksums: 'on',
        fsync: 'on',
        full_page_writes: 'on',
        server_encoding: 'UTF8',
        synchronous_commit: 'on',
      });
    });
  });

  it('admits nobody without the password, which only its owner can read', async () => {
    const dataDir = join(home, 'twice');
    await withServer(dataDir, async ({ url }) => {
      const { mode } = await stat(join(dataDir, 'postgres-password'));
      assert.equal(mode & 0o777, 0o600);
      const guess = new URL(url);
      guess.password = 'guessed';
      await assert.rejects(query(guess.href, 'select 1'), { code: '28P01' });
    });
  });

  it('recovers what was committed when its server was killed', async () => {
    const dataDir = join(home, 'twice');
    await using first = await start(dataDir);
    await query(first.url, 'create table committed as select generate_series(1, 1000) as n');
    const { pid } = (await findPostmaster(join(dataDir, 'postgres'))) ?? { pid: 0 };
    process.kill(pid, 'SIGKILL');
    await until(async () => (await processState(pid)) !== 'running', 'the server to have ended');

    await withServer(dataDir, async ({ found, url, lines }) => {
      assert.equal(found, 'started');
      assert.deepEqual(await query(url, 'select count(*)::integer as count from committed'), [{ count: 1000 }]);
      assert.match(lines(), /the last database server was killed/);
    });
  });

  it('removes a pid file whose process number belongs to another program now', async () => {
    const dataDir = join(home, 'twice');
    const otherDatabase = new URL(process.env['PARLEY_TEST_DATABASE_URL'] ?? '').port || '5432';
    for (const port of ['1', otherDatabase]) {
      const lines = [process.pid, join(dataDir, 'postgres'), 1, port, '', '127.0.0.1', '0 0', 'ready'];
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`);
      await withServer(dataDir, async ({ found, lines }) => {
        assert.equal(found, 'started');
        assert.match(lines(), /removing a stale postmaster\.pid/);
      });
    }
  });

  it('reports that a running server refuses the connection, and leaves it running', async () => {
    const dataDir = join(home, 'twice');
    const file = join(dataDir, 'postgres-password');
    const password = await readFile(file);
    await withServer(dataDir, async ({ url }) => {
      await writeFile(file, 'another');
      await assert.rejects(start(dataDir), /refuses the connection: password authentication failed/);
      await writeFile(file, password);
      assert.deepEqual(await query(url, 'select 1 as alive'), [{ alive: 1 }]);
    });
  });

  it('stops a server that does not answer, and starts it again', async () => {
    const dataDir = join(home, 'twice');
    await using _first = await start(dataDir);
    const { pid } = (await findPostmaster(join(dataDir, 'postgres'))) ?? { pid: 0 };
    process.kill(pid, 'SIGSTOP');
    // A stopped process handles signals when it continues: so it is resumed once the stop has been ordered.
    const wake = (line: string) => line.includes('does not respond') && process.kill(pid, 'SIGCONT');
    // Either this start or the watch of the first one starts it again.
    await withServer(dataDir, ({ url }) => query(url, 'select 1'), wake);
    assert.notEqual((await findPostmaster(join(dataDir, 'postgres')))?.pid, pid);
    assert.notEqual(await processState(pid), 'running');
  });

  it('survives Ctrl-C and the death of the service, and the next service adopts it', async () => {
    const dataDir = join(home, 'twice');
    const service = runService(dataDir);
    const { url } = JSON.parse(await service.nextLine());
    await query(url, 'create table orphaned as select 1 as n');
    // A terminal's Ctrl-C: a signal to the whole foreground process group.
    process.kill(-service.pid, 'SIGINT');
    assert.equal(await service.nextLine(), '"interrupted"');
    await service.end('SIGKILL');

    await withServer(dataDir, async ({ found, url, lines }) => {
      assert.equal(found, 'adopted');
      assert.deepEqual(await query(url, 'select n from orphaned'), [{ n: 1 }]);
      assert.match(lines(), /adopting the database server/);
    });
    assert.equal(await findPostmaster(join(dataDir, 'postgres')), null, 'an adopted server is stopped as well');
  });

  it('is created once by two services that start at the same time, and stopped by the last to leave', async () => {
    const dataDir = join(home, 'shared');
    const services = [runService(dataDir), runService(dataDir)] as const;
    const [one, other] = await Promise.all(services.map(async (service) => JSON.parse(await service.nextLine())));
    assert.equal([one, other].filter(({ found }) => found === 'created').length, 1);
    assert.equal(one.url, other.url);

    assert.deepEqual(await services[0].end('SIGTERM'), [0, null]);
    assert.deepEqual(await query(other.url, 'select 1 as alive'), [{ alive: 1 }]);
    assert.deepEqual(await services[1].end('SIGTERM'), [0, null]);
    assert.equal(await findPostmaster(join(dataDir, 'postgres')), null);
  });

  it('runs when its programs and its data are below a folder without access for others', async () => {
    const closed = join(home, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const { postgres: program } = await bundledBinaries();
    await cp(dirname(dirname(program)), join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const bin = join(closed, 'native/bin');
    const binaries = { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), postgres: join(bin, 'postgres') };
    const { log } = collectLog();
    await using server = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log, binaries });
    assert.equal(server.found, 'created');
  });

  it('refuses a data folder of another major version, naming both', async () => {
    const dataDir = join(home, 'old');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9\n');
    await assert.rejects(start(dataDir), /was created by PostgreSQL 9, but the programs here are PostgreSQL \d\d\b/);
  });

  it('reports a missing password instead of creating a wrong one', async () => {
    const dataDir = join(home, 'twice');
    const file = join(dataDir, 'postgres-password');
    const password = await readFile(file);
    await rm(file);
    await assert.rejects(start(dataDir), /postgres-password cannot be read/);
    await writeFile(file, password, { mode: 0o600 });
  });

  it('reports PostgreSQL’s reason when it cannot start', async () => {
    const dataDir = join(home, 'twice');
    await writeFile(join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = 1\n', { flag: 'a' });
    await assert.rejects(start(dataDir), /unrecognized configuration parameter "no_such_setting"/);
  });
});

type Started = Awaited<ReturnType<typeof startEmbeddedPostgres>> & { lines: () => string };

async function start(dataDir: string, onLine: (line: string) => void = () => {}): Promise<Started> {
  const { log, lines } = collectLog(onLine);
  return Object.assign(await startEmbeddedPostgres({ dataDir, log }), { lines });
}

async function withServer<T>(
  dataDir: string,
  work: (server: Started) => Promise<T>,
  onLine?: (line: string) => void,
): Promise<T> {
  await using server = await start(dataDir, onLine);
  return await work(server);
}

function collectLog(onLine: (line: string) => void = () => {}) {
  let text = '';
  const write = (line: string) => {
    text += line;
    onLine(line);
  };
  return { log: pino({ level: 'debug' }, { write }), lines: () => text };
}

async function query(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

/** Runs the stand-in in its own process group, as a shell would. */
function runService(dataDir: string) {
  const child = spawn(process.execPath, [SERVICE, dataDir], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  children.push(child);
  return {
    pid: child.pid ?? 0,
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return exit;
    },
    async nextLine(): Promise<string> {
      return (await lines.next()).value ?? '';
    },
  };
}
