/**
 * A PostgreSQL in a temporary folder for a test run, in memory where there is room for it. It trades durability for
 * speed, which nothing else here may do; the embedded server of the service has its own tests, with fsync on.
 */
import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresBinaries } from '../src/postgres/binaries.ts';
import { createCluster, SUPERUSER, startServer, stopServer } from '../src/postgres/cluster.ts';
import { databaseUser } from '../src/postgres/database-user.ts';
import { freePort } from '../src/postgres/free-port.ts';
import { readOrCreatePassword } from '../src/postgres/password-file.ts';
import { prepareServerLog } from '../src/postgres/server-log.ts';
import { EMBEDDED_SETTINGS } from '../src/postgres/settings.ts';
import { onServer } from './database.ts';

const SETTINGS = {
  ...EMBEDDED_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several test files run at once, each with its own pools and child processes.
  max_connections: '300',
  // The WAL takes memory as well.
  max_wal_size: '256MB',
};
const TIMEOUT_SECONDS = 60;

/** Linux's in-memory file system. Creating a database there, by the hundred in a run, takes a tenth of the time. */
const MEMORY = '/dev/shm';
/** The WAL, and the databases of concurrent tests, with the writes of the longest of them. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** Starts the server; disposing it stops it and removes its folder. */
export async function startThrowAwayPostgres(binaries: PostgresBinaries): Promise<AsyncDisposable & { url: string }> {
  const home = await realpath(await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), 'parley-test-')));
  const cluster = { folder: join(home, 'postgres'), binaries, user: await databaseUser(home) };
  const [passwordFile, logFile] = [join(home, 'password'), join(home, 'log')];
  try {
    const password = await readOrCreatePassword(passwordFile);
    await createCluster(cluster, passwordFile);
    await prepareServerLog(logFile, cluster.user);
    const port = await freePort();
    await startServer(cluster, { port, settings: SETTINGS, logFile, timeoutSeconds: TIMEOUT_SECONDS });
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
    await shortenLogIn(url, password);
    return {
      url,
      async [Symbol.asyncDispose]() {
        await stopServer(cluster, 'immediate', TIMEOUT_SECONDS);
        await rm(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** A run logs in by the thousand, each time hashing the password 4,096 times. PostgreSQL 15 has no setting for it. */
async function shortenLogIn(url: string, password: string): Promise<void> {
  await onServer(url, (server) =>
    server.begin(async (session) => {
      await session`select set_config(name, '1', true) from pg_settings where name = 'scram_iterations'`;
      await session.unsafe(`alter user ${SUPERUSER} password '${password}'`);
    }),
  );
}

async function hasRoom(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && found.bavail * found.bsize >= ROOM_BYTES;
}
