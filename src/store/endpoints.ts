/** How endpoints answer: written by each process every few seconds, so that the hot path writes nothing for it. */
import type { EndpointHealth } from '../model/failure-summary.ts';
import { jsonRows } from './rows.ts';
import type { Sql } from './sql.ts';

/** Consecutive 4xx after which an endpoint is said to refuse everything. */
const REFUSALS_TO_WARN = 10;
/** After this long without an attempt it is not said any more. */
const REFUSING_FOR = '1 day';
/** Processes write open breakers every ten seconds: rows not rewritten for three of these are stale. */
const BREAKER_ALIVE_SECONDS = 35;
const MAX_ENDPOINTS = 100;

/** What attempts showed about one endpoint since the last write; times in milliseconds since 1970. */
export type EndpointSigns = {
  acceptedAt: number | null;
  failedAt: number | null;
  /** 4xx since it accepted an event, if it did, and the time of the first. */
  refusals: number;
  refusedAt: number | null;
};

/** Adds what attempts showed, by agent. Returns the endpoints that now refuse everything, and those that no longer do. */
export async function updateEndpoints(
  sql: Sql,
  signs: ReadonlyMap<string, EndpointSigns>,
): Promise<{ agentId: string; isRefusing: boolean }[]> {
  const rows = [...signs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([agent_id, { acceptedAt, failedAt, refusals, refusedAt }]) => ({
      agent_id,
      accepted_at: time(acceptedAt),
      failed_at: time(failedAt),
      refusals,
      refusing_since: time(refusedAt),
    }));
  return sql<{ agentId: string; isRefusing: boolean }[]>`
    with sign as (
      select row.* from json_to_recordset(${jsonRows(sql, rows)})
        as row (agent_id text, accepted_at timestamptz, failed_at timestamptz, refusals int, refusing_since timestamptz)
      -- It may have been deleted meanwhile.
      join agent using (agent_id)
    ), before as (
      select agent_id, endpoint.refusals >= ${REFUSALS_TO_WARN} as was from sign join endpoint using (agent_id)
    ), written as (
      insert into endpoint (agent_id, accepted_at, failed_at, refusals, refusing_since) select sign.* from sign
      on conflict (agent_id) do update set
        accepted_at = greatest(endpoint.accepted_at, excluded.accepted_at),
        failed_at = greatest(endpoint.failed_at, excluded.failed_at),
        refusals = case when excluded.accepted_at is null then endpoint.refusals else 0 end + excluded.refusals,
        refusing_since = case when excluded.accepted_at is null
          then coalesce(endpoint.refusing_since, excluded.refusing_since) else excluded.refusing_since end
      returning agent_id, refusals >= ${REFUSALS_TO_WARN} as is
    )
    select agent_id as "agentId", written.is as "isRefusing" from written left join before using (agent_id)
    where written.is <> coalesce(was, false)`;
}

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

type Row = Omit<EndpointHealth, 'openSince' | 'refusingSince' | 'lastAcceptedAt' | 'lastFailedAt'> & {
  openSince: Date | null;
  refusingSince: Date | null;
  lastAcceptedAt: Date | null;
  lastFailedAt: Date | null;
};

/** How the endpoints of these agents are; with `inTrouble` also those that are down or refuse everything. */
export async function listEndpoints(sql: Sql, agentIds: string[], inTrouble: boolean): Promise<EndpointHealth[]> {
  const rows = await sql<Row[]>`
    select agent_id as "agentId", name, config ->> 'eventForwardUrl' as url,
           case when breaker.since is null then 'closed' else 'open' end as breaker, breaker.since as "openSince",
           case when ${isRefusing(sql)} then refusing_since end as "refusingSince",
           accepted_at as "lastAcceptedAt", failed_at as "lastFailedAt"
    from agent left join endpoint using (agent_id)
    left join (${openBreakers(sql)}) as breaker using (agent_id)
    where agent_id = any(${agentIds})
      ${inTrouble ? sql`or breaker.since is not null or ${isRefusing(sql)}` : sql``}
    order by name, agent_id limit ${MAX_ENDPOINTS}`;
  return rows.map(({ openSince, refusingSince, lastAcceptedAt, lastFailedAt, ...row }) => ({
    ...row,
    openSince: openSince?.toISOString() ?? null,
    refusingSince: refusingSince?.toISOString() ?? null,
    lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
  }));
}

/** Of the row `endpoint`. */
export function isRefusing(sql: Sql) {
  return sql`(endpoint.refusals >= ${REFUSALS_TO_WARN} and endpoint.failed_at > now() - ${REFUSING_FOR}::interval)`;
}

/** The paused endpoints, with `agent_id` and `since`. */
export function openBreakers(sql: Sql) {
  return sql`
    select agent_id, since from open_breaker
    where seen_at > now() - make_interval(secs => ${BREAKER_ALIVE_SECONDS})`;
}

/** Rewrites which endpoints this process has paused. */
export async function updateOpenBreakers(sql: Sql, agentIds: string[]): Promise<void> {
  await sql`
    insert into open_breaker (agent_id) select unnest(${agentIds.toSorted()}::text[])
    on conflict (agent_id) do update set seen_at = now(), since = case
      when open_breaker.seen_at < now() - make_interval(secs => ${BREAKER_ALIVE_SECONDS}) then now()
      else open_breaker.since end`;
}

export async function removeOldBreakers(sql: Sql): Promise<void> {
  await sql`delete from open_breaker where seen_at < now() - interval '1 hour'`;
}
