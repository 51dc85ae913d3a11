/** What waits in a lane: appended in groups, read in order. */
import { without } from '../failpoints.ts';
import type { InboxItem, NewInboxItem } from '../model/inbox-item.ts';
import { writtenRows } from './rows.ts';
import type { Sql } from './sql.ts';

export type InsertedItem = { place: number; receivedAt: string };

/**
 * Appends a group to one lane in one statement. The row lock on `lane_head` makes commit order and number order the
 * same, so that a reader of `seq > last` never skips a row that commits late. Repeated items are dropped; their numbers
 * stay unused. Returns the first number of the group and the places (0…) that were inserted. `json` is the item's
 * serialized body.
 *
 * An id that arrives twice within the same millisecond on both sides of midnight UTC, in two processes, would be missed
 * by the check of the days before: the unique key covers one day.
 */
export async function insertInboxItems(
  sql: Sql,
  lane: number,
  items: readonly (NewInboxItem & { json: string })[],
): Promise<{ base: number; inserted: InsertedItem[] }> {
  // Sorted by the key of `seen`: two groups that share ids must lock them in the same order.
  const rows = items
    .map((item, place) => ({ ...item, place }))
    .sort((a, b) => compare(a.dedupeId ?? '', b.dedupeId ?? ''))
    .map(({ place, agentId, phoneNumber, dedupeId, json }) => {
      const dedupe = without === 'seen' ? null : dedupeId;
      const row = JSON.stringify({ place, agent_id: agentId, phone_number: phoneNumber, dedupe });
      return `${row.slice(0, -1)},"body":${json}}`;
    });
  const answer = await sql<{ base: number; place: number | null; receivedAt: Date }[]>`
    with head as (
      update lane_head set next_seq = next_seq + ${items.length} where lane = ${lane}
      returning next_seq - ${items.length} as base
    ), item as (
      select * from json_to_recordset(${writtenRows(sql, rows)})
        as row (place int, agent_id text, phone_number text, body json, dedupe text)
    ), fresh as (
      insert into seen (lane, id)
      select ${lane}::int, dedupe from item
      where dedupe is not null
        -- An array, because a join would be planned as a scan of all ids that the lane has seen.
        and dedupe <> all(array(
          select id from seen
          where seen.lane = ${lane} and id = any(array(select dedupe from item where dedupe is not null))))
      on conflict do nothing
      returning id
    ), inserted as (
      insert into inbox (lane, seq, agent_id, phone_number, body)
      select distinct on (coalesce('id ' || dedupe, 'place ' || place))
        ${lane}::int, head.base + place, agent_id, phone_number, body
      from item, head
      where dedupe is null or dedupe in (select id from fresh)
      order by coalesce('id ' || dedupe, 'place ' || place), place
      returning seq, received_at
    )
    select head.base, (inserted.seq - head.base)::int as place, inserted.received_at as "receivedAt"
    from head left join inserted on true`;
  return {
    base: answer[0]?.base ?? 0,
    inserted: answer.flatMap(({ place, receivedAt }) =>
      place === null ? [] : [{ place, receivedAt: receivedAt.toISOString() }],
    ),
  };
}

type InboxRow = {
  seq: number;
  agent_id: string;
  phone_number: string;
  body: InboxItem['body'];
  bytes: number;
  attempts: number;
  received_at: Date;
};

export type InboxPart = {
  seq: number;
  /** Items from this number on are left out. */
  below?: number;
  limit: number;
  /** Of their bodies as JSON; the one that exceeds it is still read. */
  maxBytes: number;
  /** Those of one agent, or of one conversation. */
  of?: { agentId: string; phoneNumber?: string };
  /** Agents to skip. */
  without?: string[];
};

/** What waits in a lane from a number on, in order; `isAll`: nothing more is left in that range. */
export async function listInboxItems(
  sql: Sql,
  lane: number,
  part: InboxPart,
): Promise<{ items: InboxItem[]; isAll: boolean }> {
  const { seq, below, limit, maxBytes, of, without = [] } = part;
  const rows = await sql<(InboxRow & { found: number })[]>`
    select seq, agent_id, phone_number, body, bytes, attempts, received_at, found from (
      select item.*, sum(bytes) over (order by seq) as bytes_in_all, count(*) over ()::int as found from (
        select seq, agent_id, phone_number, body, octet_length(body::text) as bytes, attempts, received_at from inbox
        where lane = ${lane} and seq >= ${seq}
          ${below === undefined ? sql`` : sql`and seq < ${below}`}
          ${of === undefined ? sql`` : sql`and agent_id = ${of.agentId}`}
          ${of?.phoneNumber === undefined ? sql`` : sql`and phone_number = ${of.phoneNumber}`}
          ${without.length === 0 ? sql`` : sql`and agent_id <> all(${without})`}
        order by seq limit ${limit}
      ) as item
    ) as counted
    where bytes_in_all - bytes < ${maxBytes}
    order by seq`;
  const items = rows.map((row) => ({
    lane,
    seq: row.seq,
    agentId: row.agent_id,
    phoneNumber: row.phone_number,
    body: row.body,
    bytes: row.bytes,
    attempts: row.attempts,
    receivedAt: row.received_at.toISOString(),
  }));
  return { items, isAll: items.length < limit && items.length === (rows[0]?.found ?? 0) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
