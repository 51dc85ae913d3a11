/** The newest events of an agent, for a reader that follows them: their places first, then the bytes of those that are new. */
import type { StoredEvent } from '../model/event.ts';
import { eventAt } from './event-at.ts';
import type { EventPlace } from './events.ts';
import { jsonRows } from './rows.ts';
import { type EventColumns, wholeBody } from './short-rows.ts';
import type { LaneSql, Sql } from './sql.ts';

export type RecentEvent = EventPlace & { eventId: string; createdAt: Date };

/** What a reader gets of an event. */
export type FollowedEvent = Pick<StoredEvent, 'eventId' | 'class' | 'response' | 'body'>;

/** Created at `since` or later, newest first. The day, which a transaction that passes midnight has before, is for the partitions. */
export async function listRecentEvents(
  sql: Sql,
  agentId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<RecentEvent[]> {
  return await sql<RecentEvent[]>`
    select lane, seq, ordinal, day::text, event_id as "eventId", created_at as "createdAt" from event
    where agent_id = ${agentId} and created_at >= ${since} and day >= (${since}::timestamptz at time zone 'utc')::date - 1
    order by created_at desc, lane desc, seq desc, ordinal desc limit ${limit}`;
}

/** In the order of their places; one whose day has been dropped since is left out. */
export async function listFollowedEvents(sql: LaneSql, places: readonly EventPlace[]): Promise<FollowedEvent[]> {
  const rows = await sql<(FollowedEvent & EventColumns)[]>`
    select event.event_id as "eventId", event.class, event.response, event.body, event.type, event.agent_id as "agentId",
           event.phone_number as "phoneNumber", event.message_id as "messageId"
    from json_to_recordset(${jsonRows(
      sql,
      places.map(({ lane, seq, ordinal, day }, index) => ({ lane, seq, ordinal, day, index })),
    )}) as place (lane int, seq bigint, ordinal smallint, day date, index int)
    join ${eventAt(sql)} order by place.index`;
  return rows.map((row) => ({ eventId: row.eventId, class: row.class, response: row.response, body: wholeBody(row) }));
}

/** When an event of the agent was created; undefined when there is no such event any more. */
export async function findCreation(sql: Sql, agentId: string, eventId: string, place: EventPlace) {
  const [row] = await sql<{ createdAt: Date }[]>`
    select created_at as "createdAt" from event
    where lane = ${place.lane} and seq = ${place.seq} and ordinal = ${place.ordinal} and day = ${place.day}
      and event_id = ${eventId} and agent_id = ${agentId}`;
  return row?.createdAt;
}
