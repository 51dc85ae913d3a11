/** The overview's data. Everything is bounded: no query examines more rows than it shows or counts. */
import { MAX_COUNTED_FAILURES } from '../model/failure-summary.ts';
import { HOURLY_KINDS, type HourlyKind, MAX_COUNTED, type Overview } from '../model/overview.ts';
import { isRefusing, openBreakers } from './endpoint-health.ts';
import { isAlive } from './lanes.ts';
import type { Sql } from './sql.ts';

const HOURS = 24;
const MAX_STOPPED = 20;
const MAX_BREAKERS = 100;

/** Adds to the counts of the current hour, by the database's clock. */
export async function addHourlyCounts(sql: Sql, counts: Partial<Record<HourlyKind, number>>): Promise<void> {
  const rows = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into hourly_count (hour, kind, count)
    select date_trunc('hour', now()), kind, count
    from unnest(${rows.map(([kind]) => kind)}::text[], ${rows.map(([, count]) => count)}::bigint[]) as t (kind, count)
    order by kind
    on conflict (hour, kind) do update set count = hourly_count.count + excluded.count`;
}

export async function removeOldHourlyCounts(sql: Sql): Promise<void> {
  await sql`delete from hourly_count where hour < now() - interval '8 days'`;
}

export async function listProcesses(sql: Sql): Promise<Overview['processes']> {
  return sql<Overview['processes']>`
    select process_id as "processId", count(lane)::int as lanes
    from process left join lane_owner on owner = process_id
    where ${isAlive(sql)}
    group by process_id order by process_id limit 1000`;
}

/** Of the last 24 hours, the current one included; hours without counts have zeros. */
export async function listHours(sql: Sql): Promise<Overview['hours']> {
  const rows = await sql<{ hour: Date; counts: Partial<Record<HourlyKind, number>> | null }[]>`
    select hours.hour, json_object_agg(kind, count) filter (where kind is not null) as counts
    from generate_series(
      date_trunc('hour', now()) - make_interval(hours => ${HOURS - 1}), date_trunc('hour', now()), interval '1 hour'
    ) as hours (hour) left join hourly_count using (hour)
    group by hours.hour order by hours.hour`;
  return rows.map(({ hour, counts }) => {
    const [sent, failed, received, forwarded, refused] = HOURLY_KINDS.map((kind) => counts?.[kind] ?? 0);
    return {
      hour: hour.toISOString(),
      sent: sent!,
      failed: failed!,
      received: received!,
      forwarded: forwarded!,
      refused: refused!,
    };
  });
}

export async function listFailureCounts(sql: Sql): Promise<Overview['failures']> {
  return sql<Overview['failures']>`
    select agent_id as "agentId", name, count(*)::int as count
    from (select agent_id, endpoint_id from failure where discard_id is null limit ${MAX_COUNTED_FAILURES}) counted
    join agent using (agent_id)
    where endpoint_id = '' or endpoint_id in (select endpoint_id from endpoint)
    group by agent_id, name order by count(*) desc, agent_id`;
}

export async function listOpenBreakers(sql: Sql): Promise<Overview['breakers']> {
  const rows = await sql<{ agentId: string; name: string; since: Date }[]>`
    select agent_id as "agentId", name, min(since) as since from (${openBreakers(sql)}) as breaker join agent using (agent_id)
    group by agent_id, name order by since limit ${MAX_BREAKERS}`;
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

export async function listRefusingEndpoints(sql: Sql): Promise<Overview['refusing']> {
  const rows = await sql<{ agentId: string; name: string; since: Date }[]>`
    select agent_id as "agentId", name, min(refusing_since) as since
    from endpoint_health as health join agent using (agent_id)
    where ${isRefusing(sql)}
    group by agent_id, name order by since limit ${MAX_BREAKERS}`;
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

export async function listStoppedTurns(sql: Sql): Promise<Overview['stopped']> {
  const rows = await sql<{ agentId: string; name: string; phoneNumber: string; reason: string; at: Date }[]>`
    select agent_id as "agentId", name, phone_number as "phoneNumber", stopped as reason, committed_at as at
    from (
      select agent_id, phone_number, stopped, committed_at from turn
      where stopped is not null and committed_at > now() - interval '1 day'
      order by committed_at desc limit ${MAX_STOPPED}
    ) newest join agent using (agent_id)
    order by committed_at desc`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export async function countDeadLetters(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from dead_letter limit ${MAX_COUNTED}) counted`;
  return row!.count;
}
