/**
 * Runs the tests against a real PostgreSQL: `node test/run.ts [--postgres-from-path] [files…]`. The server is a throw-away
 * one of the bundled programs, or of the PATH's; with DATABASE_URL in the environment it is that one, and none is started.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { binariesFromPath, bundledBinaries } from '../src/store/binaries.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { databaseUrl, onServer, removeDatabases } from './database.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

/** One test file may take this long; the longest plays a crash and the recovery from it. */
const FILE_TIMEOUT_MS = 600_000;

const { values, positionals } = parseArgs({
  options: { 'postgres-from-path': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(signal));
process.exitCode = (await main()) ? 0 : 1;

/** Whether at least one test ran and all passed. */
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

async function runTests(extraEnvironment: Record<string, string>): Promise<boolean> {
  if (interrupted.signal.aborted) return false;
  const events = run({
    ...(positionals.length > 0 ? { files: positionals } : { globPatterns: ['test/**/*.test.ts'] }),
    env: { ...process.env, ...extraEnvironment },
    concurrency: true,
    timeout: FILE_TIMEOUT_MS,
    signal: interrupted.signal,
  });
  let passed = false;
  // The summary of a single file names it; the one of the whole run does not.
  events.on('test:summary', ({ file, success, counts }) => {
    if (file === undefined) passed = success && counts.tests > 0;
  });
  const report = events.compose(spec);
  report.pipe(process.stdout);
  await once(report, 'end');
  return passed && !interrupted.signal.aborted;
}
