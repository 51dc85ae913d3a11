/**
 * The failure queue as a whole: what is in it, by reason, and taking events out of it. Its list is in `events.ts`, and
 * forwarding writes it in `forwarding.ts`.
 */
import type postgres from 'postgres';
import { OWN_WEBHOOK } from '../model/endpoint.ts';
import { type FailureGroup, MAX_COUNTED_FAILURES, MAX_GROUPS } from '../model/failure-summary.ts';
import type { EventFilter } from '../model/forwarded-event.ts';
import { eventAt } from './event-at.ts';
import type { EventKey } from './events.ts';
import { instant } from './page.ts';
import { jsonRows, jsonValue } from './rows.ts';
import type { LaneSql, Sql } from './sql.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type FailureFilter = Pick<EventFilter, 'endpointId' | 'reason' | 'class' | 'type' | 'sinceMs' | 'untilMs'>;

type GroupRow = Omit<FailureGroup, 'endpointId' | 'since' | 'until' | 'usually' | 'check' | 'exampleEventId'> & {
  endpointId: string;
  since: Date;
  until: Date;
  total: number;
};

/**
 * The groups of the queues of an agent's endpoints, or with null of all agents', largest first, and how many events there
 * are in all. What failed at endpoints that are gone does not count.
 */
export async function countFailures(
  sql: LaneSql,
  agentId: string | null,
  filter: FailureFilter,
): Promise<{ total: number; groups: Omit<FailureGroup, 'usually' | 'check'>[] }> {
  const fits = conditions(sql, filter);
  // In a cluster a limit would have them all sent to one node; without, each node counts its own.
  const bound = sql.isCluster ? sql`` : sql`limit ${MAX_COUNTED_FAILURES}`;
  const rows = await sql<GroupRow[]>`
    with counted as (
      select agent_id, endpoint_id, reason_group, min(status) as status, count(*)::int as count,
             min(failed_at) as since, max(failed_at) as until
      from (
        select agent_id, endpoint_id, reason_group, status, failed_at from failure
        where discard_id is null ${agentId === null ? sql`` : sql`and agent_id = ${agentId}`} ${fits}
        ${bound}
      ) as bounded
      group by agent_id, endpoint_id, reason_group
    ), top as (
      select counted.*, sum(count) over ()::int as total from counted join agent using (agent_id)
      where endpoint_id = ${OWN_WEBHOOK} or endpoint_id in (select endpoint_id from endpoint)
      order by count desc, agent_id, endpoint_id, reason_group limit ${MAX_GROUPS}
    )
    select agent_id as "agentId", endpoint_id as "endpointId", reason_group as reason, status, count, since, until, total
    from top order by count desc, agent_id, endpoint_id, reason_group`;
  const examples = await findExamples(sql, rows, fits);
  const groups = rows.map(({ total: _, since, until, endpointId, ...group }, index) => ({
    ...group,
    endpointId: endpointId || null,
    exampleEventId: examples.get(index) ?? null,
    since: since.toISOString(),
    until: until.toISOString(),
  }));
  return { total: rows[0]?.total ?? 0, groups };
}

/** The ids of the groups' latest events, by their index; none whose event was dropped. */
async function findExamples(sql: LaneSql, groups: readonly GroupRow[], fits: Fragment): Promise<Map<number, string>> {
  if (groups.length === 0) return new Map();
  const wanted = groups.map(({ agentId, endpointId, reason }, index) => ({
    ...{ agent_id: agentId, endpoint_id: endpointId, reason_group: reason },
    index,
  }));
  const latest = (agent: Fragment, endpoint: Fragment, group: Fragment) => sql`
    select lane, seq, ordinal, day from failure
    where discard_id is null and agent_id = ${agent} and endpoint_id = ${endpoint} and reason_group = ${group} ${fits}
    order by failed_at desc limit 1`;
  if (!sql.isCluster) {
    const rows = await sql<{ index: number; eventId: string }[]>`
      select index, event_id as "eventId"
      from json_to_recordset(${jsonRows(sql, wanted)}) as top (agent_id text, endpoint_id text, reason_group text, index int),
        lateral (${latest(sql`top.agent_id`, sql`top.endpoint_id`, sql`top.reason_group`)}) as place
      join ${eventAt(sql)}`;
    return new Map(rows.map(({ index, eventId }) => [index, eventId]));
  }
  const found = wanted.map(async ({ agent_id, endpoint_id, reason_group, index }) => {
    const rows = await sql<{ eventId: string }[]>`
      select event_id as "eventId" from (${latest(sql`${agent_id}`, sql`${endpoint_id}`, sql`${reason_group}`)}) as place join ${eventAt(sql)}`;
    return rows.map(({ eventId }) => [index, eventId] as const);
  });
  return new Map((await Promise.all(found)).flat());
}

/** Of the table `failure`. */
function conditions(sql: Sql, { endpointId, reason, class: eventClass, type, sinceMs, untilMs }: FailureFilter) {
  const when = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) =>
    value === undefined ? sql`` : condition(value);
  return sql`
    ${when(endpointId, (id) => sql`and endpoint_id = ${id}`)}
    ${when(reason, (group) => sql`and reason_group = ${group}`)}
    ${when(eventClass, (name) => sql`and class = ${name}`)}
    ${when(type, (name) => sql`and type = ${name}`)}
    ${when(sinceMs, (ms) => sql`and failed_at >= ${instant(sql, ms * 1000)}`)}
    ${when(untilMs, (ms) => sql`and failed_at < ${instant(sql, ms * 1000)}`)}`;
}

export type NewDiscard = { discardId: string; agentId: string; filter: object; why: string; by: string };

/** The record of what is about to be discarded. Returns its time, in milliseconds since 1970: nothing later is meant. */
export async function insertDiscard(sql: Sql, { discardId, agentId, filter, why, by }: NewDiscard): Promise<number> {
  const [row] = await sql<{ at: Date }[]>`
    insert into discard (discard_id, agent_id, filter, why, discarded_by)
    values (${discardId}, ${agentId}, ${jsonValue(sql, filter)}, ${why}, ${by})
    returning discarded_at as at`;
  return row!.at.getTime();
}

/**
 * Takes events out of an endpoint's queue, and counts them in the record. Those that are being forwarded again at this moment
 * stay: waiting for their rows could deadlock. Returns how many.
 */
export async function discardFailures(
  sql: LaneSql,
  { discardId, endpointId }: { discardId: string; endpointId: string },
  keys: readonly EventKey[],
): Promise<number> {
  if (sql.isCluster) return discardByLane(sql, { discardId, endpointId }, keys);
  const [row] = await sql<{ events: number }[]>`
    with gone as (
      update failure set discard_id = ${discardId} where ctid = any(array(
        select one.place from json_to_recordset(${jsonRows(sql, keys)}) as key (lane int, seq bigint, ordinal smallint),
          lateral (
            select ctid as place from failure
            where (lane, seq, ordinal, endpoint_id) = (key.lane, key.seq, key.ordinal, ${endpointId}) and discard_id is null
            for update skip locked
          ) as one))
      returning 1
    ), counted as (
      select count(*)::int as events from gone
    )
    update discard set events = discard.events + counted.events from counted
    where discard_id = ${discardId} returning counted.events`;
  return row?.events ?? 0;
}

async function discardByLane(
  sql: Sql,
  { discardId, endpointId }: { discardId: string; endpointId: string },
  keys: readonly EventKey[],
): Promise<number> {
  let events = 0;
  for (const [lane, ofLane] of Map.groupBy(keys, (key) => key.lane)) {
    const { count } = await sql`
      update failure set discard_id = ${discardId}
      from unnest(${ofLane.map(({ seq }) => seq)}::bigint[], ${ofLane.map(({ ordinal }) => ordinal)}::smallint[])
        as key (seq, ordinal)
      where lane = ${lane} and failure.seq = key.seq and failure.ordinal = key.ordinal
        and endpoint_id = ${endpointId} and discard_id is null`;
    events += count;
  }
  await sql`update discard set events = events + ${events} where discard_id = ${discardId}`;
  return events;
}
