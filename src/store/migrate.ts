/**
 * Brings the database to the schema that this code expects, forward only. The schema itself is in `migrations/`, one
 * plain SQL file for each step, `NNNN_name.sql`; an applied file is history and never edited.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { type Connection, type Database, isLockTimeout } from './database.ts';
import type { Sql } from './sql.ts';

type Migration = { version: number; name: string; text: string; checksum: string };

/**
 * The first line of a file that cannot run in a transaction (`create index concurrently`, say). Its statements, each
 * ended by a `;` at the end of a line, run one by one, and all again after one has failed: so they must be idempotent.
 */
const OUTSIDE = '-- outside a transaction';

const DEFAULT_FOLDER = join(import.meta.dirname, '../../migrations');

/** The advisory lock that serializes processes starting at the same time. An arbitrary number: ASCII "parley". */
const LOCK = 0x7061_726c_6579;
const LOOK_AGAIN_MS = 100;

/** Everybody else queues after a waiter for a table lock: so each wait is short, with retries for some minutes. */
const TABLE_LOCK_TIMEOUT = '2s';
const TABLE_LOCK_ATTEMPTS = 60;
const TABLE_LOCK_PAUSE_MS = 3_000;

/**
 * Applies what is missing from `folder`, each file in its own transaction unless it is marked otherwise, and returns
 * how many it applied. Any number of processes may call it at once. Throws when an applied file has changed since, or
 * when the database has a migration that this code lacks. `last`: the highest number that is applied.
 */
export async function migrate(
  database: Database,
  log: Logger,
  folder = DEFAULT_FOLDER,
  last = Number.POSITIVE_INFINITY,
): Promise<number> {
  const migrations = await readMigrations(folder);
  return database.alone(async (connection) => {
    await lockMigrations(connection);
    await createRecord(connection);
    const applied = await connection<Applied[]>`select version, checksum from schema_migration`;
    refuseStranger(applied, migrations);
    for (const migration of migrations) refuseChanged(applied, migration);
    const missing = migrations.filter(
      ({ version }) => version <= last && !applied.some((one) => one.version === version),
    );
    await connection.unsafe(`set lock_timeout = '${TABLE_LOCK_TIMEOUT}'`);
    // In a cluster, so that one migration may change tables and functions; without one it is a name that nobody reads.
    await connection.unsafe(`set citus.multi_shard_modify_mode = 'sequential'`);
    for (const migration of missing) {
      const startedAt = performance.now();
      await applyPatiently(connection, migration, log);
      log.info({ migration: migration.name, tookMs: Math.round(performance.now() - startedAt) }, 'migration applied');
    }
    return missing.length;
  });
}

/**
 * Keeps a service that starts waiting. A session lock, so that it cannot outlive the process. Polled instead of waited for: creating an index concurrently
 * waits for every running statement, including one that waits for the lock.
 */
export async function lockMigrations(connection: Connection): Promise<void> {
  for (;;) {
    const [row] = await connection<{ held: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as held`;
    if (row?.held) return;
    await delay(LOOK_AGAIN_MS);
  }
}

async function createRecord(sql: Sql): Promise<void> {
  // Checked first, because `if not exists` raises a notice at every start.
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

async function applyPatiently(connection: Connection, migration: Migration, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(connection, migration);
    } catch (cause) {
      if (!isLockTimeout(cause)) throw cause;
      const { name } = migration;
      if (attempt === TABLE_LOCK_ATTEMPTS)
        throw new Error(
          `The migration ${name} needs a table that is in use; end the transactions that use it and start again`,
          {
            cause,
          },
        );
      log.warn({ migration: name }, 'a migration is waiting for a table that is in use; retrying');
      await delay(TABLE_LOCK_PAUSE_MS);
    }
  }
}

async function apply(connection: Connection, { version, name, text, checksum }: Migration): Promise<void> {
  const note = (sql: Sql) => sql`insert into schema_migration ${sql({ version, name, checksum })}`;
  if (text.startsWith(`${OUTSIDE}\n`)) {
    for (const statement of statementsOf(text)) await connection.unsafe(statement);
    await note(connection);
    return;
  }
  await connection.begin(async (sql) => {
    for (const statement of statementsOf(text)) await sql.unsafe(statement);
    await note(sql);
  });
}

/**
 * Each ends in a `;` at the end of a line, outside of a function's `$$`. They are sent one by one, because a cluster sends
 * the text of each to its nodes.
 */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let begun = '';
  for (const part of text.split(/;[ \t]*$/m)) {
    begun += begun === '' ? part : `;${part}`;
    if (begun.split('$$').length % 2 === 0) continue;
    if (begun.trim() !== '') statements.push(begun);
    begun = '';
  }
  return statements;
}

export type Applied = { version: number; checksum: string };

/** What was applied to this database, and to no other; null when it has no record of that. */
export async function listApplied(sql: Sql): Promise<Applied[] | null> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('schema_migration') is not null as there`;
  if (!row!.there) return null;
  return sql<Applied[]>`select version, checksum from schema_migration order by version`;
}

/** @throws when this code does not have these very migrations, and so not the schema that they lead to */
export async function refuseOthers(applied: readonly Applied[], folder = DEFAULT_FOLDER): Promise<void> {
  const migrations = await readMigrations(folder);
  refuseStranger(applied, migrations);
  for (const migration of migrations) refuseChanged(applied, migration);
}

function refuseChanged(applied: readonly Applied[], { version, name, checksum }: Migration): void {
  const found = applied.find((one) => one.version === version);
  if (!found || found.checksum === checksum) return;
  throw new Error(`The migration ${name} was changed after it was applied; undo the change and add a new file instead`);
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
