/**
 * Partitions by day, or by month: created ahead and dropped after their retention, concurrently with reads and writes. Only
 * references to dropped events are deleted row by row.
 *
 * Tables are attached and detached (concurrently), because creating or dropping a partition locks its parent
 * exclusively: while that waited for a long reader, nothing could be written. There is no default partition, which
 * would prevent this.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDistributed } from './cluster.ts';
import { type Connection, type Database, isLockTimeout } from './database.ts';
import type { Sql } from './sql.ts';

/** Days that a row is kept. `seen` outlives the platform's retries (7 days); the rest is for people to look at. */
export const RETENTION_DAYS = {
  seen: 8,
  idempotency: 2,
  turn: 30,
  message: 30,
  event: 30,
  attempt: 30,
  audit_log: 400,
} as const;
type Table = keyof typeof RETENTION_DAYS;

/** Of a table with few rows: a partition a day would be hundreds of them. */
const BY_MONTH: readonly Table[] = ['audit_log'];
const TABLES = Object.keys(RETENTION_DAYS) as Table[];

/** A service whose upkeep failed for this long still has partitions to write to. */
const DAYS_AHEAD = 4;

const DAY_MS = 24 * 3600 * 1000;

/** Everybody else queues after a waiter for a lock: so each wait is short, and is retried after a pause. */
const LOCK_TIMEOUT = '1s';
const LOCK_ATTEMPTS = 3;
const LOCK_PAUSE_MS = 500;

/** `loose`: detached and not dropped yet; `pending`: its detachment was interrupted. */
type Partition = { table: Table; name: string; state: 'attached' | 'pending' | 'loose' };

async function listPartitions(sql: Sql): Promise<Partition[]> {
  return sql<Partition[]>`
    select regexp_replace(relname, '_[0-9]{8}$', '') as "table", relname as name,
           case when inhrelid is null then 'loose' when inhdetachpending then 'pending' else 'attached' end as state
    from pg_class left join pg_inherits on inhrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname ~ ${`^(${TABLES.join('|')})_[0-9]{8}$`}
    order by inhdetachpending desc nulls last, relname`;
}

/**
 * Creates the partitions from yesterday (clocks differ) to some days ahead, unless those of `needed` days ahead are there.
 * Several processes may call it at once.
 */
export async function createPartitions(database: Database, now: Date, needed = DAYS_AHEAD): Promise<void> {
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => new Date(now.getTime() + (index - 1) * DAY_MS));
  const attached = async (sql: Sql) => new Set(await listAttached(sql));
  const there = await attached(database);
  const wanted = days.slice(0, needed + 2);
  const tables = TABLES.filter((table) => wanted.some((day) => !there.has(partitionName(table, day))));
  if (tables.length === 0) return;
  await database.alone(async (connection) => {
    await connection.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const table of tables) {
      await patiently(() =>
        connection.begin(async (sql) => {
          await sql`select pg_advisory_xact_lock(hashtext('parley partitions'))`;
          const known = await attached(sql);
          const missing = Map.groupBy(days, (day) => partitionName(table, day));
          for (const [name, [day]] of missing) {
            if (known.has(name)) continue;
            for (const statement of attachment(table, name, day!)) await sql.unsafe(statement);
          }
        }),
      );
    }
  });
}

/** Statement by statement, because a cluster sends the text of each to its nodes. */
function attachment(table: Table, name: string, day: Date): string[] {
  const { first, next } = spanOf(table, day);
  return [
    `create table if not exists ${name} (like ${table} including all)`,
    `alter table ${table} attach partition ${name} for values from ('${first}') to ('${next}')`,
  ];
}

/** The partitions that rows can be in, by name. */
export async function listAttached(sql: Sql): Promise<string[]> {
  return (await listPartitions(sql)).filter(({ state }) => state !== 'loose').map(({ name }) => name);
}

/** Creates the partitions that another database had, unless they are there. */
export async function createNamed(sql: Sql, names: readonly string[]): Promise<void> {
  const there = await listAttached(sql);
  for (const name of names.filter((one) => !there.includes(one))) {
    const [, table, day] = /^(.+)_([0-9]{8})$/.exec(name) ?? [];
    if (!TABLES.includes(table as Table)) throw new Error(`${name} is no partition of this version`);
    for (const statement of attachment(table as Table, name, dayOf(day!))) await sql.unsafe(statement);
  }
}

/**
 * Drops the partitions whose last row is older than its table's retention. Returns their names, and those still being
 * read: they are left for the next run.
 */
export async function dropOldPartitions(
  database: Database,
  now: Date,
): Promise<{ dropped: string[]; inUse: string[] }> {
  const isOld = ({ table, name }: Partition) =>
    name < partitionName(table, new Date(now.getTime() - (RETENTION_DAYS[table] + 1) * DAY_MS));
  const done = { dropped: [] as string[], inUse: [] as string[] };
  if (!(await listPartitions(database)).some(isOld)) return done;
  await database.alone(async (connection) => {
    // Another process is doing this.
    const [lock] = await connection`select pg_try_advisory_lock(hashtext('parley old partitions')) as held`;
    if (!lock?.['held']) return;
    await connection.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    const isCluster = await isDistributed(connection);
    for (const { table, name } of (await listPartitions(connection)).filter(isOld)) {
      // A table can have only one partition being detached at a time.
      if (done.inUse.some((one) => one.startsWith(`${table}_`))) {
        done.inUse.push(name);
        continue;
      }
      try {
        await patiently(() => drop(connection, name, isCluster));
        done.dropped.push(name);
      } catch (cause) {
        if (!isLockTimeout(cause)) throw cause;
        done.inUse.push(name);
      }
    }
  });
  return done;
}

/**
 * Not in a transaction: detaching concurrently takes two of them. A cluster cannot do that, and waits for readers with its
 * lock timeout.
 */
async function drop(connection: Connection, wanted: string, isCluster: boolean): Promise<void> {
  const partition = (await listPartitions(connection)).find(({ name }) => name === wanted);
  if (!partition) return;
  const { table, name, state } = partition;
  const how = { attached: isCluster ? '' : 'concurrently', pending: 'finalize', loose: null }[state];
  if (how !== null) await connection.unsafe(`alter table ${table} detach partition ${name} ${how}`);
  await connection.unsafe(`drop table ${name}`);
}

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (!isLockTimeout(cause) || attempt === LOCK_ATTEMPTS) throw cause;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

/** The oldest day of which rows of the table may be left; null when it has no partition. */
export async function oldestDay(sql: Sql, table: Table): Promise<Date | null> {
  const [oldest] = await sql<{ day: string | null }[]>`
    select min(right(child.relname, 8)) as day from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass`;
  return oldest?.day ? dayOf(oldest.day) : null;
}

/**
 * Removes entries from the failure queue that can no longer be forwarded, because their event was dropped: no event is
 * younger than its failure. Returns how many.
 */
export async function forgetOldFailures(sql: Sql, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - (RETENTION_DAYS.event + 2) * DAY_MS);
  const { count } = await sql`delete from failure where failed_at < ${oldest}`;
  return count;
}

/** By the first day that it covers. */
function partitionName(table: Table, day: Date): string {
  return `${table}_${spanOf(table, day).first.replaceAll('-', '')}`;
}

/** The first day of the partition that has this one, and of the next partition. */
function spanOf(table: Table, day: Date): { first: string; next: string } {
  if (!BY_MONTH.includes(table)) return { first: isoDay(day), next: isoDay(new Date(day.getTime() + DAY_MS)) };
  const ofMonth = (more: number) => isoDay(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more, 1)));
  return { first: ofMonth(0), next: ofMonth(1) };
}

const dayOf = (digits: string) => new Date(digits.replace(/(....)(..)(..)/, '$1-$2-$3'));

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
