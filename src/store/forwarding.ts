/**
 * Events on their way to an endpoint: the waiting ones, and their outcomes. Every statement names its lane, and every
 * write is fenced. Queries for people are in `events.ts`.
 */
import type postgres from 'postgres';
import type { EndpointKey } from '../model/endpoint.ts';
import type { StoredEvent } from '../model/event.ts';
import type { Failure } from '../model/failure-group.ts';
import type { Fence } from '../model/fence.ts';
import { eventAt } from './event-at.ts';
import { fenceRows, fencesOf } from './fence.ts';
import { type LaneStatement, laneStatement, writeLanes } from './lane-statement.ts';
import { wholeBody } from './short-rows.ts';
import type { LaneSql, Sql } from './sql.ts';

/** What an attempt needs of an event, and to which endpoint it goes. */
export type ForwardEvent = EndpointKey &
  Pick<
    StoredEvent,
    'lane' | 'seq' | 'ordinal' | 'eventId' | 'phoneNumber' | 'class' | 'response' | 'body' | 'traceparent'
  >;

/** A waiting event. `event` is null when its day was dropped before it could be forwarded. */
export type ForwardRow = {
  seq: number;
  ordinal: number;
  phoneNumber: string;
  /** Attempts made. */
  attempts: number;
  dueAt: Date;
  event: ForwardEvent | null;
};

type AttemptRow = {
  startedAt: Date;
  status: number | null;
  durationMs: number;
  error: string | null;
  response: string | null;
};

/** The outcome of a waiting event. With neither `dueAt` nor `failure` it is simply done. */
export type ForwardWrite = EndpointKey & {
  seq: number;
  ordinal: number;
  phoneNumber: string;
  /** Attempts made, this one included. */
  attempts: number;
  attempt: AttemptRow | null;
  /** When it is retried; null when it is not. */
  dueAt: Date | null;
  /** Why it goes to the failure queue; null when it does not. */
  failure: Failure | null;
};

/** The outcome of an event, and the fence of its lane. */
export type FencedForwardWrite = { fence: Fence; write: ForwardWrite };

/**
 * Commits the outcomes of events of many lanes, in one statement and one round trip. Resolves with the lanes whose fence is
 * held; nothing is written for the others.
 */
export function commitForwarding(sql: LaneSql, group: readonly FencedForwardWrite[]): Promise<number[]> {
  return writeLanes(sql, group, ({ fence }) => fence.lane, outcomesStatement);
}

/**
 * Rows are sorted by key, because two statements that lock them in different orders deadlock; each is looked up on its own,
 * because a join gets planned as a scan while the table is small.
 */
function outcomesStatement(group: readonly FencedForwardWrite[]): LaneStatement {
  const sorted = group.toSorted(
    (a, b) =>
      a.fence.lane - b.fence.lane ||
      a.write.seq - b.write.seq ||
      a.write.ordinal - b.write.ordinal ||
      (a.write.endpointId < b.write.endpointId ? -1 : 1),
  );
  return laneStatement`
    with fence as materialized (
      ${fenceRows(fencesOf(group))}
    ), result as materialized (
      select row.*, (select ctid from {forward}
                     where (lane, agent_id, endpoint_id, seq, ordinal)
                         = (row.lane, row.agent_id, row.endpoint_id, row.seq, row.ordinal)) as place
      from json_to_recordset(${JSON.stringify(sorted.map(toRow))}::json)
        as row (lane int, agent_id text, endpoint_id text, seq bigint, ordinal smallint, phone_number text,
                attempts smallint, due_at timestamptz, failure text, reason_group text, started_at timestamptz,
                status int, duration_ms int, error text, response text)
      where lane in (select lane from fence)
    ), attempted as (
      insert into {attempt} (lane, seq, ordinal, endpoint_id, started_at, status, duration_ms, error, response)
      select lane, seq, ordinal, endpoint_id, started_at, status, duration_ms, error, response
      from result where started_at is not null
    ), postponed as (
      update {forward} as forward set attempts = result.attempts, due_at = result.due_at
      from result where result.due_at is not null and forward.ctid = result.place
    ), ended as (
      delete from {forward} as forward using result where result.due_at is null and forward.ctid = result.place
      returning result.*, forward.day
    ), failed as (
      insert into {failure} (lane, seq, ordinal, agent_id, endpoint_id, phone_number, reason, reason_group, status, attempts,
                             day, class, type)
      select place.lane, place.seq, place.ordinal, place.agent_id, place.endpoint_id, place.phone_number, failure,
             reason_group, status, attempts, place.day, event.class, event.type
      from ended as place left join lateral (
        -- One lookup each: see store/event-at.ts.
        select * from {event} as event
        where (event.lane, event.seq, event.ordinal, event.day) = (place.lane, place.seq, place.ordinal, place.day)
        offset 0
      ) as event on true
      where failure is not null
      on conflict (lane, seq, ordinal, endpoint_id) do update
      set day = excluded.day, reason = excluded.reason, reason_group = excluded.reason_group, status = excluded.status,
          attempts = excluded.attempts, failed_at = excluded.failed_at, class = excluded.class, type = excluded.type,
          discard_id = null
    )
    select to_json(array(select lane from fence)) as answer`;
}

function toRow({ fence: { lane }, write }: FencedForwardWrite) {
  const { agentId, endpointId, seq, ordinal, phoneNumber, attempts, attempt, dueAt, failure } = write;
  return {
    lane,
    agent_id: agentId,
    endpoint_id: endpointId,
    seq,
    ordinal,
    phone_number: phoneNumber,
    attempts,
    due_at: dueAt,
    ...(failure && { failure: failure.reason, reason_group: failure.group }),
    ...(attempt && {
      started_at: attempt.startedAt,
      status: attempt.status,
      duration_ms: attempt.durationMs,
      error: attempt.error,
      response: attempt.response,
    }),
  };
}

/** The endpoints with events waiting in a lane: a loose index scan, one probe for each however many events wait. */
export async function listForwardEndpoints(sql: Sql, lane: number): Promise<EndpointKey[]> {
  return sql<EndpointKey[]>`
    with recursive endpoint as (
      (select agent_id, endpoint_id from forward where lane = ${lane} order by agent_id, endpoint_id limit 1)
      union all
      select next.* from endpoint, lateral (
        select agent_id, endpoint_id from forward
        where lane = ${lane} and (agent_id, endpoint_id) > (endpoint.agent_id, endpoint.endpoint_id)
        order by agent_id, endpoint_id limit 1
      ) as next
    )
    select agent_id as "agentId", endpoint_id as "endpointId" from endpoint`;
}

/** A place in the order of one endpoint's events in one lane. */
export type ForwardPlace = { seq: number; ordinal: number };

/** Limits in events and in bytes of their bodies; the first one is read however long it is. */
export type ForwardLimits = { limit: number; maxBytes: number };
/** `cut`: the first row that `maxBytes` left out. */
export type ForwardRows = { rows: ForwardRow[]; cut: Pick<ForwardRow, 'dueAt'> | null };

/** Events of an endpoint before their first attempt, in order of occurrence, starting after `after`. */
export function listFreshForwards(
  sql: Sql,
  lane: number,
  endpoint: EndpointKey,
  { after, ...limits }: ForwardLimits & { after: ForwardPlace },
): Promise<ForwardRows> {
  const fresh = sql`(seq, ordinal) > (${after.seq}, ${after.ordinal}) and attempts = 0 order by seq, ordinal`;
  return listForwards(sql, lane, endpoint, { which: fresh, order: sql`place.seq, place.ordinal`, ...limits });
}

/** Events of an endpoint that were tried before, by due time, including future ones; without `except`. */
export function listRetries(
  sql: Sql,
  lane: number,
  endpoint: EndpointKey,
  { except, ...limits }: ForwardLimits & { except: readonly ForwardPlace[] },
): Promise<ForwardRows> {
  const others = sql`(seq, ordinal) not in (
    select * from unnest(${except.map(({ seq }) => seq)}::bigint[], ${except.map(({ ordinal }) => ordinal)}::int[]))`;
  const which = sql`attempts > 0 and ${others} order by due_at`;
  return listForwards(sql, lane, endpoint, { which, order: sql`due_at`, ...limits });
}

/**
 * Events of an endpoint that have waited beyond their schedule, starting after `after`: for each number of attempts made,
 * `dueBefore` is the time before which they must have been due.
 */
export async function listOverdueForwards(
  sql: Sql,
  lane: number,
  endpoint: EndpointKey,
  { dueBefore, after, limit }: { dueBefore: readonly Date[]; after: ForwardPlace; limit: number },
): Promise<{ seq: number; ordinal: number; phoneNumber: string; attempts: number }[]> {
  return sql<{ seq: number; ordinal: number; phoneNumber: string; attempts: number }[]>`
    select seq, ordinal, phone_number as "phoneNumber", attempts from forward
    where lane = ${lane} and agent_id = ${endpoint.agentId} and endpoint_id = ${endpoint.endpointId}
      and (seq, ordinal) > (${after.seq}, ${after.ordinal})
      and due_at <= (${dueBefore.map((date) => date.toISOString())}::timestamptz[])[attempts + 1]
    order by seq, ordinal limit ${limit}`;
}

type Row = Omit<ForwardRow, 'event'> &
  Pick<StoredEvent, 'class' | 'type' | 'messageId' | 'response'> & {
    eventId: string | null;
    body: string | null;
    traceparent: string | null;
  };
type Fragment = postgres.PendingQuery<postgres.Row[]>;

async function listForwards(
  sql: Sql,
  lane: number,
  endpoint: EndpointKey,
  { which, order, limit, maxBytes }: ForwardLimits & { which: Fragment; order: Fragment },
): Promise<ForwardRows> {
  const found = await sql<Row[]>`
    select place.seq, place.ordinal, place.phone_number as "phoneNumber", attempts, due_at as "dueAt",
           event_id as "eventId", class, type, message_id as "messageId", response, traceparent,
           case when sum(octet_length(body)) over upward <= ${maxBytes} or row_number() over upward = 1 then body end as body
    from (
      select * from forward
      where lane = ${lane} and agent_id = ${endpoint.agentId} and endpoint_id = ${endpoint.endpointId} and ${which}
      limit ${limit}
    ) as place
    left join ${eventAt(sql, lane)}
    window upward as (order by ${order} rows unbounded preceding)
    order by ${order}`;
  const end = found.findIndex(({ eventId, body }) => eventId !== null && body === null);
  const rows = found.slice(0, end === -1 ? found.length : end).map((read) => {
    const { seq, ordinal, phoneNumber, attempts, dueAt, eventId, class: eventClass, response, traceparent } = read;
    const row = { seq, ordinal, phoneNumber, attempts, dueAt };
    if (eventId === null) return { ...row, event: null };
    const body = wholeBody({ ...read, agentId: endpoint.agentId, eventId, body: read.body ?? '' });
    return {
      ...row,
      event: {
        ...{ lane, seq, ordinal, ...endpoint, phoneNumber, eventId, class: eventClass, response, body },
        ...(traceparent !== null && { traceparent }),
      },
    };
  });
  return { rows, cut: found[end] ?? null };
}

/** An event by its address; undefined when there is none, or its day was dropped. Without a day, all are searched. */
export async function findEvent(
  sql: Sql,
  { lane, seq, ordinal, day }: ForwardPlace & { lane: number; day?: string | undefined },
): Promise<(StoredEvent & { day: string }) | undefined> {
  const ofDay = day === undefined ? sql`` : sql`and day = ${day}`;
  const [event] = await sql<(StoredEvent & { day: string })[]>`
    select day::text, lane, seq, ordinal, event_id as "eventId", agent_id as "agentId", phone_number as "phoneNumber", class, type,
           message_id as "messageId", response, body
    from event where lane = ${lane} and seq = ${seq} and ordinal = ${ordinal} ${ofDay}`;
  return event && { ...event, body: wholeBody(event) };
}
