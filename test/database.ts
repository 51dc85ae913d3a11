/** A separate database for a test: a clone of the template that `test/run.ts` created, with all migrations applied. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import postgres from 'postgres';
import { type Database, openDatabase } from '../src/store/database.ts';
import { until } from './until.ts';

/** The other nodes, if the server is a cluster's coordinator: its database is one on each of them. */
const WORKERS = process.env['PARLEY_TEST_WORKERS']?.split(' ') ?? [];

export type TestDatabase = AsyncDisposable & { url: string; sql: Database };

/** Creates a fresh database. Disposing it closes `sql` and drops the database, even if others are still connected. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['PARLEY_TEST_DATABASE_URL'];
  const template = process.env['PARLEY_TEST_TEMPLATE'];
  if (!serverUrl || !template) {
    throw new Error(`This test needs a database: run it with "node test/run.ts ${process.argv[1] ?? '<file>'}"`);
  }
  const name = `${template}_${randomUUID().slice(0, 13)}`;
  // Copying the files writes no WAL.
  const copied = (server: postgres.Sql) =>
    server`create database ${server(name)} template ${server(template)} strategy file_copy`;
  await Promise.all([serverUrl, ...WORKERS].map((url) => onServer(url, copied)));
  const url = databaseUrl(serverUrl, name);
  const sql = openDatabase(url, {
    maxConnections: 10,
    log: pino({ level: 'silent' }),
    applicationName: 'parley-test',
    // A machine that stands still for a moment is not an outage here: nothing asks again.
    connectSeconds: 60,
  });
  sql.isCluster = WORKERS.length > 0;
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql[Symbol.asyncDispose]();
      await Promise.all([serverUrl, ...WORKERS].map((url) => dropDatabase(url, name)));
    },
  };
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await onServer(url, async (server) => {
    if (WORKERS.length > 0) await closeDatabase(server, name);
    await server`drop database ${server(name)} with (force)`;
  });
}

/**
 * Lets nobody connect any more, nor be connected. Citus looks after each database, over connections to it from each node: one
 * that begins while the database is being dropped would wait for that, which in turn waits for Citus.
 */
export async function closeDatabase(server: postgres.Sql, name: string): Promise<void> {
  await server`alter database ${server(name)} with allow_connections false`;
  await until(async () => {
    // PostgreSQL's own upkeep has no user, gives way by itself, and is not for everybody to end.
    const left = await server`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usesysid is not null`;
    return left.length === 0;
  }, 'nobody to be connected');
}

/** Drops the template and the leftovers of its tests, for example of killed ones. */
export async function removeDatabases(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, async (server) => {
    const found = await server<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${template})`;
    for (const { name } of found) await server`drop database ${server(name)} with (force)`;
  });
}

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements that create or drop databases, which a pool's own database does not allow. */
export async function onServer(serverUrl: string, work: (server: postgres.Sql) => Promise<unknown>): Promise<void> {
  // The databases of a cluster's other nodes are made there.
  const connection = process.env['CITUS_URL'] ? { 'citus.enable_ddl_propagation': 'off' } : {};
  const server = postgres(serverUrl, { max: 1, fetch_types: false, onnotice: () => {}, connection });
  try {
    await work(server);
  } finally {
    await server.end();
  }
}
