/**
 * A PostgreSQL in a temporary folder for the time of a test run, in memory where there is room for it. It trades durability
 * for speed, which nothing else here may do; the embedded server of the service has its own tests, with fsync on.
 */
import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresBinaries } from '../src/store/binaries.ts';
import { createCluster, freePort, SUPERUSER, startServer, stopServer } from '../src/store/cluster.ts';
import { databaseUser } from '../src/store/database-user.ts';
import { EMBEDDED_SETTINGS } from '../src/store/embedded-settings.ts';
import { readOrCreatePassword } from '../src/store/password-file.ts';
import { prepareServerLog } from '../src/store/server-log.ts';

const SETTINGS = {
  ...EMBEDDED_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several test files run at once, each with pools and child processes of its own.
  max_connections: '300',
  // The log is memory as well.
  max_wal_size: '256MB',
};
const TIMEOUT_SECONDS = 60;

/** The file system in memory that Linux has. To make a database there, by the hundred in a run, takes a tenth of the time. */
const MEMORY = '/dev/shm';
/** The log, and the databases of as many tests as run at once, with what the longest of them writes. */
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
    return {
      url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
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

async function hasRoom(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && found.bavail * found.bsize >= ROOM_BYTES;
}
