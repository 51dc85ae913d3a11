/** How endpoints answer: written by each process every few seconds, so that the hot path writes nothing for it. */
import { type EndpointKey, endpointName, OWN_WEBHOOK } from '../model/endpoint.ts';
import { type EndpointHealth, MAX_WAITING } from '../model/failure-summary.ts';
import { eventAt } from './event-at.ts';
import { jsonRows } from './rows.ts';
import type { LaneSql, Sql } from './sql.ts';

/** Consecutive 4xx after which an endpoint is said to refuse everything. */
const REFUSALS_TO_WARN = 10;
/** After this long without an attempt it is not said any more. */
const REFUSING_FOR = '1 day';
/** Processes write open breakers every ten seconds: rows not rewritten for three of these are stale. */
const BREAKER_ALIVE_SECONDS = 35;
const MAX_LISTED = 100;

/** What attempts showed about one endpoint since the last write; times in milliseconds since 1970. */
export type EndpointSigns = EndpointKey & {
  acceptedAt: number | null;
  failedAt: number | null;
  /** 4xx since it accepted an event, if it did, and the time of the first. */
  refusals: number;
  refusedAt: number | null;
  /** Events that it accepted, and events that went to its failure queue. */
  accepted: number;
  givenUp: number;
  /** The median of its attempts, in milliseconds. */
  answerMs: number | null;
};

/** Adds what attempts showed, of each endpoint once. Returns the endpoints that now refuse everything, and those that no longer do. */
export async function updateEndpointHealth(
  sql: Sql,
  signs: readonly EndpointSigns[],
): Promise<(EndpointKey & { isRefusing: boolean })[]> {
  const rows = [...signs]
    .sort((a, b) => (endpointName(a) < endpointName(b) ? -1 : 1))
    .map(({ agentId, endpointId, acceptedAt, failedAt, refusals, refusedAt, accepted, givenUp, answerMs }) => ({
      agent_id: agentId,
      endpoint_id: endpointId,
      accepted_at: time(acceptedAt),
      failed_at: time(failedAt),
      refusals,
      refusing_since: time(refusedAt),
      accepted,
      given_up: givenUp,
      answer_ms: answerMs,
    }));
  return sql<(EndpointKey & { isRefusing: boolean })[]>`
    with sign as (
      select row.* from json_to_recordset(${jsonRows(sql, rows)})
        as row (agent_id text, endpoint_id text, accepted_at timestamptz, failed_at timestamptz, refusals int,
                refusing_since timestamptz, accepted bigint, given_up bigint, answer_ms int)
      -- It may have been deleted meanwhile.
      join agent using (agent_id)
      where endpoint_id = ${OWN_WEBHOOK} or endpoint_id in (select endpoint_id from endpoint)
    ), before as (
      select agent_id, endpoint_id, health.refusals >= ${REFUSALS_TO_WARN} as was
      from sign join endpoint_health as health using (agent_id, endpoint_id)
    ), written as (
      insert into endpoint_health as health (agent_id, endpoint_id, accepted_at, failed_at, refusals, refusing_since,
                                             accepted, given_up, answer_ms)
      select sign.* from sign
      on conflict (agent_id, endpoint_id) do update set
        accepted = health.accepted + excluded.accepted, given_up = health.given_up + excluded.given_up,
        answer_ms = coalesce(excluded.answer_ms, health.answer_ms),
        accepted_at = greatest(health.accepted_at, excluded.accepted_at),
        failed_at = greatest(health.failed_at, excluded.failed_at),
        refusals = case when excluded.accepted_at is null then health.refusals else 0 end + excluded.refusals,
        refusing_since = case when excluded.accepted_at is null
          then coalesce(health.refusing_since, excluded.refusing_since) else excluded.refusing_since end
      returning agent_id, endpoint_id, refusals >= ${REFUSALS_TO_WARN} as is
    )
    select agent_id as "agentId", endpoint_id as "endpointId", written.is as "isRefusing"
    from written left join before using (agent_id, endpoint_id)
    where written.is <> coalesce(was, false)`;
}

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

type Row = Omit<EndpointHealth, 'pausedSince' | 'openSince' | 'refusingSince' | 'lastAcceptedAt' | 'lastFailedAt'> & {
  pausedSince: Date | null;
  openSince: Date | null;
  refusingSince: Date | null;
  lastAcceptedAt: Date | null;
  lastFailedAt: Date | null;
};

/** How the endpoints of these agents are, the agent's own webhook first; with `inTrouble` also those that are down or refuse everything. */
export async function listEndpointHealth(sql: Sql, agentIds: string[], inTrouble: boolean): Promise<EndpointHealth[]> {
  const rows = await sql<Row[]>`
    select agent_id as "agentId", nullif(endpoint_id, ${OWN_WEBHOOK}) as "endpointId", name, url,
           paused_at as "pausedSince", coalesce(accepted, 0)::float8 as accepted,
           coalesce(given_up, 0)::float8 as "givenUp", answer_ms as "answerMs",
           case when breaker.since is null then 'closed' else 'open' end as breaker, breaker.since as "openSince",
           case when ${isRefusing(sql)} then refusing_since end as "refusingSince",
           accepted_at as "lastAcceptedAt", failed_at as "lastFailedAt"
    from (
      select agent_id, ${OWN_WEBHOOK} as endpoint_id, name, config ->> 'eventForwardUrl' as url,
             null::timestamptz as paused_at
      from agent
      union all
      select agent_id, endpoint_id, name, url, paused_at from endpoint join agent using (agent_id)
    ) as known
    left join endpoint_health as health using (agent_id, endpoint_id)
    left join (${openBreakers(sql)}) as breaker using (agent_id, endpoint_id)
    where agent_id = any(${agentIds})
      ${inTrouble ? sql`or breaker.since is not null or ${isRefusing(sql)}` : sql``}
    order by name, agent_id, endpoint_id limit ${MAX_LISTED}`;
  return rows.map(({ pausedSince, openSince, refusingSince, lastAcceptedAt, lastFailedAt, ...row }) => ({
    ...row,
    pausedSince: pausedSince?.toISOString() ?? null,
    openSince: openSince?.toISOString() ?? null,
    refusingSince: refusingSince?.toISOString() ?? null,
    lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
  }));
}

/** How many events wait for an endpoint, up to `MAX_WAITING`, and when the first of those came about. */
export async function countWaiting(
  sql: LaneSql,
  { agentId, endpointId }: EndpointKey,
  lanes: readonly number[],
): Promise<{ waiting: number; oldestAt: string | null }> {
  const [row] = await sql<{ waiting: number; oldestAt: Date | null }[]>`
    with waiting as materialized (
      select lane, seq, ordinal, day from forward
      where lane = any(${[...lanes]}::int[]) and agent_id = ${agentId} and endpoint_id = ${endpointId}
      order by lane, seq, ordinal limit ${MAX_WAITING}
    )
    select (select count(*)::int from waiting) as waiting,
           (select min(created_at) from (
              select distinct on (lane) * from waiting order by lane, seq, ordinal
            ) as place join ${eventAt(sql)}) as "oldestAt"`;
  return { waiting: row!.waiting, oldestAt: row!.oldestAt?.toISOString() ?? null };
}

/** Of the row `health`. */
export function isRefusing(sql: Sql) {
  return sql`(health.refusals >= ${REFUSALS_TO_WARN} and health.failed_at > now() - ${REFUSING_FOR}::interval)`;
}

/** The paused endpoints, with `agent_id`, `endpoint_id` and `since`. */
export function openBreakers(sql: Sql) {
  return sql`
    select agent_id, endpoint_id, since from open_breaker
    where seen_at > now() - make_interval(secs => ${BREAKER_ALIVE_SECONDS})`;
}

/** Rewrites which endpoints this process has paused. */
export async function updateOpenBreakers(sql: Sql, endpoints: readonly EndpointKey[]): Promise<void> {
  const sorted = endpoints.toSorted((a, b) => (endpointName(a) < endpointName(b) ? -1 : 1));
  await sql`
    insert into open_breaker (agent_id, endpoint_id)
    select * from unnest(${sorted.map(({ agentId }) => agentId)}::text[],
                         ${sorted.map(({ endpointId }) => endpointId)}::text[])
    on conflict (agent_id, endpoint_id) do update set seen_at = now(), since = case
      when open_breaker.seen_at < now() - make_interval(secs => ${BREAKER_ALIVE_SECONDS}) then now()
      else open_breaker.since end`;
}

export async function removeOldBreakers(sql: Sql): Promise<void> {
  await sql`delete from open_breaker where seen_at < now() - interval '1 hour'`;
}
