/** The PostgreSQL of a proof: the bundled programs on a throw-away folder, durable as in production, or a given one. */
import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundledBinaries } from '../src/postgres/binaries.ts';
import { createCluster, SUPERUSER, startServer, stopServer } from '../src/postgres/cluster.ts';
import { databaseUser } from '../src/postgres/database-user.ts';
import { freePort } from '../src/postgres/free-port.ts';
import { readOrCreatePassword } from '../src/postgres/password-file.ts';
import { prepareServerLog } from '../src/postgres/server-log.ts';
import { EMBEDDED_SETTINGS } from '../src/postgres/settings.ts';

/** Including recovery after an immediate stop. */
const TIMEOUT_SECONDS = 60;

export type Postgres = AsyncDisposable & {
  port: number;
  /** The URL of the database at this port of 127.0.0.1. */
  url(port: number): string;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
};

/** Starts it in `folder`, which the caller removes. Its settings are those of the embedded server: fsync is on. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const home = await realpath(folder);
  const cluster = {
    folder: join(home, 'postgres'),
    binaries: await bundledBinaries(),
    user: await databaseUser(home),
  };
  const passwordFile = join(home, 'postgres-password');
  const logFile = join(home, 'postgres.log');
  const password = await readOrCreatePassword(passwordFile);
  await createCluster(cluster, passwordFile);
  await prepareServerLog(logFile, cluster.user);
  const port = await freePort();
  let running = false;
  const start = async () => {
    const settings = { ...EMBEDDED_SETTINGS, max_connections: '300' };
    await startServer(cluster, { port, settings, logFile, timeoutSeconds: TIMEOUT_SECONDS });
    running = true;
  };
  const stop = async (mode: 'fast' | 'immediate') => {
    running = false;
    await stopServer(cluster, mode, TIMEOUT_SECONDS);
  };
  await start();
  return {
    port,
    url: (port) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      if (running) await stop('immediate');
    },
  };
}

/** A server that is there; `command` stops and starts it, or of a cluster one of its nodes. */
export function givenPostgres({ url, command }: { url: string; command: string }): Postgres {
  const run = async (...parts: string[]) => {
    await promisify(execFile)(command, parts);
  };
  return {
    port: Number(new URL(url).port),
    url(port) {
      const at = new URL(url);
      at.port = String(port);
      return at.href;
    },
    stop: (mode) => run('stop', mode),
    start: () => run('start'),
    async [Symbol.asyncDispose]() {},
  };
}
