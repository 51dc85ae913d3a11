/** Queries of `/readyz` and `/metrics`: one cheap statement, and one that counts up to a limit. */
import { isRefusing } from './endpoint-health.ts';
import { isAlive } from './lanes.ts';
import type { Sql } from './sql.ts';

/** All lanes, and those whose owner lives and is not `except`. */
export async function countLanes(sql: Sql, except = ''): Promise<{ total: number; owned: number }> {
  const [row] = await sql<{ total: number; owned: number }[]>`
    select count(*)::int as total, count(process_id)::int as owned
    from lane_owner left join process on process_id = owner and process_id <> ${except} and ${isAlive(sql)}`;
  return row!;
}

/** Beyond this the exact number would help nobody, and counting costs more than it is worth. */
const MAX_COUNTED = 100_000;

/** What waits in the database; every number is at most `MAX_COUNTED`. */
export type Backlog = {
  inbox: number;
  /** Age of the oldest item, in seconds; 0 without items. */
  inboxOldestSeconds: number;
  outbox: number;
  /** Events before their first attempt, and those that were tried before. */
  fresh: number;
  retrying: number;
  failures: number;
  /** Endpoints that answer nothing but 4xx. */
  refusing: number;
  deadLetters: number;
};

export async function countBacklog(sql: Sql): Promise<Backlog> {
  // Fresh events have no index of their own, which every event would pay for: they are the total less the others.
  const [row] = await sql<(Omit<Backlog, 'fresh'> & { forward: number })[]>`
    select
      (select count(*)::int from (select 1 from inbox limit ${MAX_COUNTED}) as counted) as inbox,
      (select coalesce(extract(epoch from clock_timestamp() - min(oldest.received_at)), 0)::float8
       from lane_head, lateral (
         select received_at from inbox where inbox.lane = lane_head.lane order by seq limit 1
       ) as oldest) as "inboxOldestSeconds",
      (select count(*)::int from (select 1 from outbox limit ${MAX_COUNTED}) as counted) as outbox,
      (select count(*)::int from (select 1 from forward limit ${2 * MAX_COUNTED}) as counted) as forward,
      (select count(*)::int from (select 1 from forward where attempts > 0 limit ${MAX_COUNTED}) as counted) as retrying,
      (select count(*)::int from (select 1 from failure where discard_id is null limit ${MAX_COUNTED}) as counted) as failures,
      (select count(*)::int from endpoint_health as health where ${isRefusing(sql)}) as refusing,
      (select count(*)::int from (select 1 from dead_letter limit ${MAX_COUNTED}) as counted) as "deadLetters"`;
  const { forward, ...backlog } = row!;
  return { ...backlog, fresh: Math.min(MAX_COUNTED, Math.max(0, forward - backlog.retrying)) };
}
