/**
 * Queries about events, for people: which there are, whether the client has them, and how often delivery was tried.
 * Forwarding is in `forwarding.ts`.
 */
import { OWN_WEBHOOK } from '../model/endpoint.ts';
import type { EventClass } from '../model/event.ts';
import { type EventAddress, parseEventId } from '../model/event-id.ts';
import type { EventFilter, ForwardedEvent, ForwardStatus } from '../model/forwarded-event.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import { eventAt } from './event-at.ts';
import { instant, micros, type Paged, pageOf, readCursor, rowsToAsk, writeCursor } from './page.ts';
import { jsonRows } from './rows.ts';
import { wholeBody } from './short-rows.ts';
import type { Sql } from './sql.ts';

type Fragment = ReturnType<Sql>;

/** Where an event is; the day identifies the partition. */
export type EventPlace = EventAddress & { day: string };

export type EventKey = EventPlace & { phoneNumber: string };

/**
 * Rows that one page examines. A filter that fits few of an agent's events must not read them all: such a page is
 * short, or empty, and its cursor shows that there is more.
 */
const MAX_ROWS_LOOKED_AT = 2000;

const MAX_ATTEMPTS_SHOWN = 20;

type KeyRow = EventKey & Paged;

/** Events of an agent, newest first; those of the failure queue of an endpoint by when they got there. */
export async function listEventKeys(
  sql: Sql,
  agentId: string,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<EventKey>> {
  const window = windowOf(sql, agentId, filter, request.cursor);
  const rows = await sql<KeyRow[]>`
    select place.lane, place.seq, place.ordinal, place.day::text, event.phone_number as "phoneNumber",
           ${micros(sql, sql`at`)} as position
    from (${window}) as place join ${eventAt(sql)}
    where ${conditions(sql, filter)}
    order by at desc, place.lane desc, place.seq desc, place.ordinal desc
    limit ${rowsToAsk(request)}`;
  const page = pageOf(rows, request, placeOf, ({ position: _, ...key }): EventKey => key);
  if (page.nextCursor !== undefined) return page;
  const [end] = await sql<(KeyRow & { count: number })[]>`
    select lane, seq, ordinal, ${micros(sql, sql`at`)} as position, count(*) over () as count
    from (${window}) as place order by at, lane, seq, ordinal limit 1`;
  return end?.count === MAX_ROWS_LOOKED_AT ? { ...page, nextCursor: writeCursor(placeOf(end)) } : page;
}

/** The next places in the order of the list, before filtering. */
function windowOf(sql: Sql, agentId: string, filter: EventFilter, cursor: string | undefined) {
  const isQueue = filter.status === 'FAILED';
  const at: Fragment = isQueue ? sql`failed_at` : sql`created_at`;
  const { sinceMs, untilMs, reason, eventIds, endpointId = OWN_WEBHOOK } = filter;
  const queue = sql`
    and endpoint_id = ${endpointId} and discard_id is null
    ${reason === undefined ? sql`` : sql`and reason_group = ${reason}`}
    ${eventIds === undefined ? sql`` : sql`and (lane, seq, ordinal) in (${placesOf(sql, eventIds)})`}`;
  const since = sinceMs === undefined ? sql`` : sql`and ${at} >= ${instant(sql, sinceMs * 1000)}`;
  const until = untilMs === undefined ? sql`` : sql`and ${at} < ${instant(sql, untilMs * 1000)}`;
  return sql`
    select lane, seq, ordinal, day, ${at} as at from ${isQueue ? sql`failure` : sql`event`}
    where agent_id = ${agentId} ${isQueue ? queue : sql``} ${since} ${until} ${behind(sql, at, cursor)}
    order by ${at} desc, lane desc, seq desc, ordinal desc limit ${MAX_ROWS_LOOKED_AT}`;
}

/** Where the events with these ids may be; others may be there as well. */
function placesOf(sql: Sql, eventIds: readonly string[]) {
  const addresses = eventIds.flatMap((id) => parseEventId(id) ?? []);
  return sql`
    select part.lane, seq, ordinal
    from json_to_recordset(${jsonRows(sql, addresses)}) as address (lane int, seq bigint, ordinal smallint),
      lateral (${lanesOfAddress(sql, sql`address.lane`)}) as part (lane)`;
}

function behind(sql: Sql, at: Fragment, cursor: string | undefined) {
  if (cursor === undefined) return sql``;
  const [position, lane, seq, ordinal] = readCursor(cursor, 0, 0, 0, 0);
  return sql`and (${at}, lane, seq, ordinal) <
    (${instant(sql, position)}, ${lane}::bigint, ${seq}::bigint, ${ordinal}::bigint)`;
}

const placeOf = ({ position, lane, seq, ordinal }: KeyRow) => [position, lane, seq, ordinal];

function conditions(sql: Sql, filter: EventFilter) {
  const { status, class: eventClass, type, phoneNumber, eventIds, endpointId = OWN_WEBHOOK } = filter;
  const when = (value: unknown, condition: () => Fragment) => (value === undefined ? sql`` : condition());
  return sql`true
    ${when(eventClass, () => sql`and event.class = ${eventClass!}`)}
    ${when(type, () => sql`and event.type = ${type!}`)}
    ${when(phoneNumber, () => sql`and event.phone_number = ${phoneNumber!}`)}
    ${when(eventIds, () => sql`and event.event_id::text = any(${[...eventIds!]}::text[])`)}
    ${when(status, () => sql`and ${statusOf(sql, endpointId)} = ${status!}`)}`;
}

/** Of the rows `event` and `attempt`: no event is attempted on a day before its own. */
const attemptOf = (sql: Sql, endpointId: string) => sql`
  attempt.lane = event.lane and attempt.seq = event.seq and attempt.ordinal = event.ordinal
    and attempt.endpoint_id = ${endpointId} and attempt.day >= event.day`;

const failureOf = (sql: Sql, endpointId: string) => sql`
  failure.lane = event.lane and failure.seq = event.seq and failure.ordinal = event.ordinal
    and failure.endpoint_id = ${endpointId}`;

const forwardOf = (sql: Sql, endpointId: string) => sql`
  forward.lane = event.lane and forward.agent_id = event.agent_id and forward.endpoint_id = ${endpointId}
    and forward.seq = event.seq and forward.ordinal = event.ordinal`;

/** Of the row `event`: whether the endpoint has it. */
function statusOf(sql: Sql, endpointId: string) {
  return sql`case
    when exists (
      select from forward where ${forwardOf(sql, endpointId)}
    ) then 'PENDING'
    when exists (
      select from failure where ${failureOf(sql, endpointId)} and discard_id is null
    ) then 'FAILED'
    when exists (
      select from failure where ${failureOf(sql, endpointId)}
    ) then 'DISCARDED'
    when exists (
      select from attempt where ${attemptOf(sql, endpointId)} and attempt.status between 200 and 299
    ) then 'FORWARDED'
    else 'RECORDED' end`;
}

type Discarded = { why: string; by: string; at: Date };

type Row = {
  eventId: string;
  class: EventClass;
  type: string;
  phoneNumber: string;
  messageId: string | null;
  response: string | null;
  body: string;
  createdAt: Date;
  status: ForwardStatus;
  dueAt: Date | null;
  reason: string | null;
  group: string | null;
  failedAt: Date | null;
  discarded: Discarded | null;
  attempts: ForwardedEvent['attempts'] | null;
};

/** Where the event with this id and address is, in any partition. */
export async function findEventKey(
  sql: Sql,
  agentId: string,
  eventId: string,
  { lane, seq, ordinal }: EventAddress,
): Promise<EventKey | undefined> {
  const lanes = await listLanesOfAddress(sql, lane);
  const [key] = await sql<EventKey[]>`
    select lane, seq, ordinal, day::text, phone_number as "phoneNumber" from event
    where lane = any(${lanes}) and seq = ${seq} and ordinal = ${ordinal} and event_id = ${eventId}
      and agent_id = ${agentId}`;
  return key;
}

async function listLanesOfAddress(sql: Sql, lane: number): Promise<number[]> {
  const [row] = await sql<{ lanes: number[] }[]>`select array(${lanesOfAddress(sql, sql`${lane}::int`)}) as lanes`;
  return row!.lanes;
}

/** The lanes where an event may be that was made in this one: there, and where lanes were split from it since. */
function lanesOfAddress(sql: Sql, lane: Fragment) {
  return sql`
    select part
    from (select coalesce(min(value::int), 16384) as count from setting where name = 'lanes_before') as before,
      (select value::int as count from setting where name = 'lanes') as now,
      generate_series(${lane} % before.count, now.count - 1, before.count) as part`;
}

/** The events of these places, in their order, with the status of their delivery to the endpoint. */
export async function listEventsAt(
  sql: Sql,
  agentId: string,
  places: EventPlace[],
  endpointId = OWN_WEBHOOK,
): Promise<ForwardedEvent[]> {
  if (places.length === 0) return [];
  const rows = await sql<(Omit<Row, 'discarded'> & { discardId: string | null })[]>`
    select event.event_id as "eventId", event.class, event.type, event.phone_number as "phoneNumber",
           event.message_id as "messageId", event.response, event.body, event.created_at as "createdAt",
           ${statusOf(sql, endpointId)} as status, forward.due_at as "dueAt", failure.reason,
           failure.reason_group as "group", failure.failed_at as "failedAt", attempted.attempts,
           failure.discard_id as "discardId"
    from json_to_recordset(${jsonRows(
      sql,
      places.map(({ lane, seq, ordinal, day }, index) => ({ lane, seq, ordinal, day, index })),
    )}) as place (lane int, seq bigint, ordinal smallint, day date, index int)
    join ${eventAt(sql)}
    left join forward on ${forwardOf(sql, endpointId)}
    left join failure on ${failureOf(sql, endpointId)}
    left join lateral (
      select json_agg(json_build_object(
        'startedAt', started_at, 'status', status, 'durationMs', duration_ms, 'error', error, 'response', response
      ) order by started_at) as attempts
      from (
        select * from attempt
        where ${attemptOf(sql, endpointId)}
        order by started_at desc limit ${MAX_ATTEMPTS_SHOWN}
      ) as latest
    ) as attempted on true
    where event.agent_id = ${agentId}
    order by place.index`;
  const discards = await findDiscards(
    sql,
    rows.flatMap(({ discardId }) => discardId ?? []),
  );
  return rows.map(({ discardId, ...row }) =>
    toEvent(agentId, { ...row, discarded: discards.get(discardId ?? '') ?? null }),
  );
}

/** By their ids. On their own, because in a cluster they are not where the events are. */
async function findDiscards(sql: Sql, discardIds: string[]): Promise<Map<string, Discarded>> {
  if (discardIds.length === 0) return new Map();
  const rows = await sql<(Discarded & { discardId: string })[]>`
    select discard_id as "discardId", why, discarded_by as by, discarded_at as at from discard
    where discard_id = any(${discardIds})`;
  return new Map(rows.map(({ discardId, ...discarded }) => [discardId, discarded]));
}

/** Where the events about an outbound message are, oldest first. */
export async function listMessageEventPlaces(sql: Sql, agentId: string, messageId: string): Promise<EventPlace[]> {
  return sql<EventPlace[]>`
    select lane, seq, ordinal, day::text from event
    where ${ofMessages(sql, [messageId])} and agent_id = ${agentId}
    order by created_at limit ${MAX_PAGE_SIZE}`;
}

/** The event types of each of these messages. */
export async function listEventTypes(sql: Sql, agentId: string, messageIds: string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ messageId: string; types: string[] }[]>`
    select message_id as "messageId", array_agg(distinct type) as types from event
    where ${ofMessages(sql, messageIds)} and agent_id = ${agentId}
    group by message_id`;
  return new Map(rows.map(({ messageId, types }) => [messageId, types]));
}

/** Events about outbound messages, by the index of the ids' hashes: an entry of it is half as long as the id. */
function ofMessages(sql: Sql, messageIds: string[]): Fragment {
  return sql`
    hashtextextended(message_id, 0) = any(array(select hashtextextended(id, 0) from unnest(${messageIds}::text[]) as id))
    and message_id = any(${messageIds}) and class <> 'UserMessage'`;
}

function toEvent(agentId: string, stored: Row): ForwardedEvent {
  const { body, createdAt, dueAt, reason, group, failedAt, discarded, attempts, ...row } = stored;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    ...(dueAt && { nextAttemptAt: dueAt.toISOString() }),
    ...(failedAt && { failure: { reason: reason ?? '', group: group ?? '', failedAt: failedAt.toISOString() } }),
    ...(discarded && { discarded: { ...discarded, at: discarded.at.toISOString() } }),
    payload: JSON.parse(wholeBody({ ...row, agentId, body })),
    attempts: (attempts ?? []).map((attempt) => ({
      ...attempt,
      startedAt: new Date(attempt.startedAt).toISOString(),
    })),
  };
}
