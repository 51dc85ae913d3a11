/** What a database must be to take a backup, and what makes one of the past fit to go on from there. */
import type { Sql } from './sql.ts';

/**
 * Numbers of a lane that are skipped: more than any lane gets between two moments that somebody would go back to, and a
 * part of 65,536 of what event ids have room for.
 */
const SKIPPED_NUMBERS = 2 ** 32;

/** What was under way. */
export type Waiting = { items: number; messages: number; events: number };

/** What stands in the way of a backup, in words: a service, or tables of somebody else. */
export async function findOccupant(sql: Sql): Promise<string | null> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`;
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return null;
  if (!names.includes('schema_migration')) return `tables of something else (${names.slice(0, 3).join(', ')})`;
  // Migrations alone, which an interrupted restoring leaves behind: no service has started on it.
  if (!names.includes('setting')) return null;
  const [lanes] = await sql`select 1 as found from setting where name = 'lanes'`;
  if (!lanes) return null;
  const [service] = await sql<{ agents: number; conversations: number }[]>`
    select (select count(*)::int from agent) as agents, (select count(*)::int from conversation) as conversations`;
  return `a service with ${service!.agents} agents and ${service!.conversations} conversations`;
}

/** The moment of a transaction, as ISO 8601 to the second. */
export async function findMoment(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: Date }[]>`select now()`;
  return `${row!.now.toISOString().slice(0, 19)}Z`;
}

/** For a transaction that reads and writes everything. */
export async function allowLongWork(sql: Sql): Promise<void> {
  await sql`set local enable_seqscan = on`;
  await sql`set local work_mem = '256MB'`;
  await sql`set local idle_in_transaction_session_timeout = 0`;
}

/**
 * Later numbers than the lanes can have given since the backup: event ids and the keys of operations are made of them, and
 * would otherwise come a second time for something else, which receivers take for a repeat.
 */
export async function skipNumbers(sql: Sql): Promise<void> {
  await sql`update lane_head set next_seq = next_seq + ${SKIPPED_NUMBERS}`;
}

export async function countWaiting(sql: Sql): Promise<Waiting> {
  const [row] = await sql<Waiting[]>`
    select (select count(*)::int from inbox) as items, (select count(*)::int from outbox) as messages,
           (select count(*)::int from forward) as events`;
  return row!;
}

/** Items and messages that wait become dead letters: they go on when somebody retries them. */
export async function holdWaiting(sql: Sql, reason: string): Promise<void> {
  for (const source of ['inbox', 'outbox']) {
    await sql`
      select count(move_to_dead_letters(lane, null, null, ${source}, seq, ${reason})) from ${sql(source)}`;
  }
}
