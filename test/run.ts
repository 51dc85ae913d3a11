/**
 * Runs the tests against a real PostgreSQL: `node test/run.ts [--postgres-from-path] [files…]`. The server is a throw-away
 * one of the bundled programs, or of the PATH's; with DATABASE_URL in the environment it is that one, and none is started.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { glob } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { binariesFromPath, bundledBinaries } from '../src/store/binaries.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { databaseUrl, onServer, removeDatabases } from './database.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

/** One test may take this long; the longest plays a crash and the recovery from it. */
const TEST_TIMEOUT_MS = 600_000;

const { values, positionals } = parseArgs({
  options: { 'postgres-from-path': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
process.exitCode = (await main()) ? 0 : 1;

/** Whether the tests passed. */
async function main(): Promise<boolean> {
  await using server = await findServer();
  // Unique, so that two runs can share one server.
  const template = `parley_test_${randomUUID().slice(0, 8)}`;
  try {
    await makeTemplate(server.url, template);
    return await runTests({ PARLEY_TEST_DATABASE_URL: server.url, PARLEY_TEST_TEMPLATE: template });
  } finally {
    await removeDatabases(server.url, template);
  }
}

async function findServer(): Promise<AsyncDisposable & { url: string }> {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, async [Symbol.asyncDispose]() {} };
  return startThrowAwayPostgres(values['postgres-from-path'] ? binariesFromPath() : await bundledBinaries());
}

async function makeTemplate(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (server) => server`create database ${server(name)} encoding 'UTF8' template template0`);
  {
    const log = pino({ level: 'warn' });
    const settings = { maxConnections: 2, log, applicationName: 'parley-test' };
    await using database = openDatabase(databaseUrl(serverUrl, name), settings);
    await migrate(database, log);
  }
  // A database cannot be cloned while somebody is connected to it.
  await onServer(serverUrl, (server) => server`alter database ${server(name)} with allow_connections false`);
}

/** `node --test` in a process group of its own, so that an interruption reaches what the tests have started as well. */
async function runTests(extraEnvironment: Record<string, string>): Promise<boolean> {
  if (interrupted.signal.aborted) return false;
  const files = await Array.fromAsync(glob(positionals.length > 0 ? positionals : ['test/**/*.test.ts']));
  // Node calls a run without tests a success.
  if (files.length === 0) throw new Error(`No test file matches ${positionals.join(' ')}`);
  const flags = ['--test', '--test-reporter=spec', `--test-timeout=${TEST_TIMEOUT_MS}`];
  const child = spawn(process.execPath, [...flags, ...files], {
    env: { ...process.env, ...extraEnvironment },
    stdio: 'inherit',
    detached: true,
  });
  interrupted.signal.addEventListener('abort', () => child.pid && process.kill(-child.pid, 'SIGKILL'));
  const [code] = await once(child, 'close');
  return code === 0;
}
