/**
 * Brings the database to the shape that this code expects, forward only. The shape itself is in `migrations/`,
 * one plain SQL file a step, `NNNN_name.sql`; an applied file is history and never edited.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import type { Database, Sql } from './database.ts';

type Migration = { version: number; name: string; text: string; checksum: string };

const DEFAULT_FOLDER = join(import.meta.dirname, '../../migrations');

/** The advisory lock that processes which start at the same time take in turn. An arbitrary number: ASCII "parley". */
const LOCK = 0x7061_726c_6579;

/**
 * Applies what is missing from `folder`, each file in a transaction of its own, and returns how many it applied.
 * Any number of processes may call it at once. Throws when an applied file has changed since, or when the database
 * holds a migration that this code does not know.
 */
export async function migrate(database: Database, log: Logger, folder = DEFAULT_FOLDER): Promise<number> {
  const migrations = await readMigrations(folder);
  let applied = 0;
  await locked(database, createRecord);
  refuseStranger(await database<{ version: number }[]>`select version from schema_migration`, migrations);
  for (const migration of migrations) {
    const startedAt = performance.now();
    if (!(await locked(database, (sql) => apply(sql, migration)))) continue;
    applied += 1;
    log.info({ migration: migration.name, tookMs: Math.round(performance.now() - startedAt) }, 'migration applied');
  }
  return applied;
}

/** A transaction-level lock: it needs no connection of its own and cannot outlive the process that took it. */
function locked<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.begin(async (sql) => {
    // A migration, and the wait for another process's, may take longer than a statement of the service.
    await sql`set local statement_timeout = 0`;
    await sql`select pg_advisory_xact_lock(${LOCK})`;
    return work(sql);
  });
}

async function createRecord(sql: Sql): Promise<void> {
  // Asked first, because `if not exists` answers with a notice at every start.
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('schema_migration') is not null as there`;
  if (row?.there) return;
  await sql`
    create table schema_migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
}

/** Returns whether there was something to do. Called with the lock held, so what it reads stays true. */
async function apply(sql: Sql, { version, name, text, checksum }: Migration): Promise<boolean> {
  const [done] = await sql<{ checksum: string }[]>`select checksum from schema_migration where version = ${version}`;
  if (done && done.checksum !== checksum) {
    throw new Error(
      `The migration ${name} was changed after it was applied; undo the change and add a new file instead`,
    );
  }
  if (done) return false;
  // Sent as it is, without parameters, so that one file may hold many statements.
  await sql.unsafe(text);
  await sql`insert into schema_migration ${sql({ version, name, checksum })}`;
  return true;
}

function refuseStranger(applied: readonly { version: number }[], known: Migration[]): void {
  const strangers = applied
    .map(({ version }) => version)
    .filter((one) => !known.some(({ version }) => version === one));
  if (strangers.length === 0) return;
  throw new Error(
    `The database is newer than this program: it has the migration ${Math.max(...strangers)}, which is unknown here. ` +
      'Start the version that wrote it, or a later one',
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  const twice = migrations.find(({ version }, index) => migrations[index - 1]?.version === version);
  if (twice) throw new Error(`Two migrations have the number ${twice.version}`);
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
  if (!number) throw new Error(`A migration is named NNNN_name.sql, and ${name} is not`);
  const text = await readFile(join(folder, name), 'utf8');
  return { version: Number(number), name, text, checksum: createHash('sha256').update(text).digest('hex') };
}
