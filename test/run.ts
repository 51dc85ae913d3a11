/**
 * Runs the tests against a real PostgreSQL: `node test/run.ts [--postgres-from-path] [files…]`. The server is a
 * throw-away one of the bundled programs, or of the PATH's; with DATABASE_URL in the environment it is that one, and
 * none is started; with `--cluster` it is that of CITUS_URL, and each test's database is distributed. Without files it
 * runs all of them, and concurrently the checks of types and style.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { glob, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { COMPILED } from '../src/compiled.ts';
import { binariesFromPath, bundledBinaries } from '../src/postgres/binaries.ts';
import { distributeTable, prepareCluster } from '../src/store/cluster.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { createPartitions } from '../src/store/partitions.ts';
import { findNodes, joinNodes, type Nodes } from './cluster.ts';
import { startBrowser } from './console/chromium.ts';
import { closeDatabase, databaseUrl, onServer, removeDatabases } from './database.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

/** Tests that need a browser; the rest of the console's tests need none. */
const NEEDS_BROWSER = /\.browser\.test\.ts$|console\/(large|screenshots)\.ts$/;

/** Of each test's database on a cluster: some nodes have several. */
const SHARDS = 4;

/** They tell how quick the console is. */
const MEASURES = /console\/large\.ts$/;

const { values, positionals } = parseArgs({
  options: {
    'postgres-from-path': { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
process.exitCode = (await main()) ? 0 : 1;

/** Whether the tests passed. */
async function main(): Promise<boolean> {
  const files = await testFiles();
  const checks = positionals.length === 0 ? runChecks() : null;
  const needBrowser = files.filter((file) => NEEDS_BROWSER.test(file));
  await using browser = needBrowser.length > 0 ? await findBrowser() : null;
  if (browser) await import('../console/build.ts');
  const nodes = values.cluster ? await findNodes() : null;
  await using server = await findServer(nodes);
  // The services of tests are none of the person's who runs them.
  await using home = await mkdtempDisposable(join(tmpdir(), 'parley-home-'));
  // Unique, so that two runs can share one server.
  const template = `parley_test_${randomUUID().slice(0, 8)}`;
  try {
    await makeTemplate(server.url, template, nodes);
    const runnable = browser ? files : files.filter((file) => !needBrowser.includes(file));
    const passed = await runTests(runnable, {
      PARLEY_TEST_DATABASE_URL: server.url,
      PARLEY_TEST_TEMPLATE: template,
      ...(nodes && { PARLEY_TEST_WORKERS: nodes.workers.join(' ') }),
      PARLEY_HOME: home.path,
      ...(browser && { PARLEY_TEST_BROWSER: browser.endpoint }),
    });
    if (needBrowser.length > 0 && !browser) tellOfSkipped(needBrowser);
    return (await checks)?.tell() !== false && passed;
  } finally {
    for (const url of urlsOf(server.url, nodes)) await removeDatabases(url, template);
  }
}

async function testFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob(positionals.length > 0 ? positionals : ['test/**/*.test.ts']));
  // Node counts a run without tests as a success.
  if (files.length === 0) throw new Error(`No test file matches ${positionals.join(' ')}`);
  return files.sort();
}

async function findBrowser(): Promise<(AsyncDisposable & { endpoint: string }) | null> {
  const say = (line: string) => process.stderr.write(`Looking for a browser: ${line}\n`);
  const browser = await startBrowser(say, { isMeasured: positionals.some((file) => MEASURES.test(file)) });
  return browser && { endpoint: browser.wsEndpoint(), [Symbol.asyncDispose]: () => browser.close() };
}

function tellOfSkipped(files: string[]): void {
  process.stdout.write(
    `\nSKIPPED, because there is no browser: ${files.join(' ')}. Install Chrome, Chromium or Edge, or name one: CHROMIUM=/path/to/it npm test\n`,
  );
}

async function findServer(nodes: Nodes | null): Promise<AsyncDisposable & { url: string }> {
  const url = nodes?.coordinator ?? process.env['DATABASE_URL'];
  if (url) return { url, async [Symbol.asyncDispose]() {} };
  return startThrowAwayPostgres(values['postgres-from-path'] ? binariesFromPath() : await bundledBinaries());
}

async function makeTemplate(serverUrl: string, name: string, nodes: Nodes | null): Promise<void> {
  for (const url of urlsOf(serverUrl, nodes)) {
    await onServer(url, (server) => server`create database ${server(name)} encoding 'UTF8' template template0`);
  }
  if (nodes) await joinNodes(nodes, name);
  {
    const log = pino({ level: 'warn' });
    const settings = { maxConnections: 2, log, applicationName: 'parley-test' };
    await using database = openDatabase(databaseUrl(serverUrl, name), settings);
    await migrate(database, log);
    // Every service that starts on a clone would create them.
    await createPartitions(database, new Date());
    if (nodes) await database.alone((connection) => distributeTable(connection, 'lane_fence', SHARDS));
    await prepareCluster(database);
  }
  for (const url of urlsOf(serverUrl, nodes)) {
    // A database cannot be cloned while somebody is connected to it.
    await onServer(url, (server) => closeDatabase(server, name));
  }
}

function urlsOf(serverUrl: string, nodes: Nodes | null): string[] {
  return [serverUrl, ...(nodes?.workers ?? [])];
}

/** Types and style, with their output kept for the end: `tell` prints it, and returns whether they passed. */
async function runChecks(): Promise<{ tell(): boolean }> {
  const child = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return {
    tell() {
      process.stdout.write(code === 0 ? '\nTypes and style: passed.\n' : `\nTypes and style: FAILED\n${output}`);
      return code === 0;
    },
  };
}

/**
 * In its own process group, so that an interruption also reaches what the tests have started. A file that is no test
 * runs by itself: what it says is shown as it says it, and it has as long as it takes.
 */
async function runTests(files: string[], extraEnvironment: Record<string, string>): Promise<boolean> {
  if (interrupted.signal.aborted) return false;
  const [first] = files;
  const program =
    files.length === 1 && first && !first.endsWith('.test.ts') ? [first] : ['test/run-files.ts', ...files];
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...COMPILED, ...extraEnvironment },
    stdio: 'inherit',
    detached: true,
  });
  interrupted.signal.addEventListener('abort', () => child.pid && process.kill(-child.pid, 'SIGKILL'));
  const [code] = await once(child, 'close');
  return code === 0;
}
