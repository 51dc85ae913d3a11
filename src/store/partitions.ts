/**
 * Partitions by day: made ahead, and dropped when their time is over. Nothing is deleted row by row but what points to
 * a dropped event.
 */
import type { Sql } from './database.ts';

/** Days that a row is kept. `seen` outlives the platform's retries (7 days); the rest is for people to look at. */
const RETENTION_DAYS = { seen: 8, idempotency: 2, turn: 30, message: 30, event: 30, attempt: 30 } as const;

/** A service that could not run its upkeep for this long still has partitions to write to. */
const DAYS_AHEAD = 4;

const DAY_MS = 24 * 3600 * 1000;

/** Makes the partitions of yesterday (clocks differ) up to some days ahead. Safe when several processes do it at once. */
export async function createPartitions(sql: Sql, now: Date): Promise<void> {
  const statements = Object.keys(RETENTION_DAYS).flatMap((table) =>
    Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => {
      const from = new Date(now.getTime() + (index - 1) * DAY_MS);
      const to = new Date(from.getTime() + DAY_MS);
      return `create table if not exists ${partitionName(table, from)} partition of ${table}
        for values from ('${isoDay(from)}') to ('${isoDay(to)}')`;
    }),
  );
  await sql.unsafe(
    `do $$ begin perform pg_advisory_xact_lock(hashtext('parley partitions')); ${statements.join(';')}; end $$`,
  );
}

/** Drops the partitions whose last row is older than its table's retention. Returns their names. */
export async function dropOldPartitions(sql: Sql, now: Date): Promise<string[]> {
  const partitions = await sql<{ table: keyof typeof RETENTION_DAYS; partition: string }[]>`
    select parent.relname as "table", child.relname as "partition"
    from pg_inherits
    join pg_class parent on parent.oid = inhparent
    join pg_class child on child.oid = inhrelid
    where parent.relname = any(${Object.keys(RETENTION_DAYS)}::text[])`;
  const old = partitions
    .filter(({ table, partition }) => {
      const oldest = new Date(now.getTime() - (RETENTION_DAYS[table] + 1) * DAY_MS);
      return partition < partitionName(table, oldest);
    })
    .map(({ partition }) => partition);
  for (const partition of old) await sql`drop table if exists ${sql(partition)}`;
  return old;
}

/** The oldest day of which rows of the table may be left; null when it has no partition. */
export async function oldestDay(sql: Sql, table: keyof typeof RETENTION_DAYS): Promise<Date | null> {
  const [oldest] = await sql<{ day: string | null }[]>`
    select min(right(child.relname, 8)) as day from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass`;
  return oldest?.day ? new Date(oldest.day.replace(/(....)(..)(..)/, '$1-$2-$3')) : null;
}

/**
 * Takes out of the failure queue what can no longer be forwarded again, because its event was dropped: no event is
 * younger than its failure. Returns how many.
 */
export async function forgetOldFailures(sql: Sql, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - (RETENTION_DAYS.event + 2) * DAY_MS);
  const { count } = await sql`delete from failure where failed_at < ${oldest}`;
  return count;
}

function partitionName(table: string, day: Date): string {
  return `${table}_${isoDay(day).replaceAll('-', '')}`;
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
