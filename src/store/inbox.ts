/** What waits in a lane: appended in groups, read in order. */
import { without } from '../failpoints.ts';
import type { InboxItem, NewInboxItem } from '../model/inbox-item.ts';
import { type LaneStatement, laneStatement, writeLanes } from './lane-statement.ts';
import type { LaneSql, Sql } from './sql.ts';

/** An item and its place among those of its lane, from 0 on. `json` is its serialized body. */
export type AppendedItem = Omit<NewInboxItem, 'body'> & { lane: number; place: number; json: string };

/** What was inserted into a lane: `base` is the first of the numbers that its items took. */
export type AppendedLane = { lane: number; base: number; inserted: { place: number; receivedAt: string }[] };

/**
 * Appends items to their lanes in one statement. The row lock on `lane_head`, taken in the order of lanes, makes commit order
 * and number order of a lane the same, so that a reader of `seq > last` never skips a row that commits late. Repeated items
 * are dropped; their numbers stay unused.
 *
 * An id that arrives twice within the same millisecond on both sides of midnight UTC, in two processes, would be missed
 * by the check of the days before: the unique key covers one day.
 */
export async function insertInboxItems(sql: LaneSql, items: readonly AppendedItem[]): Promise<AppendedLane[]> {
  const answer = await writeLanes<AppendedItem, AppendedRow>(sql, items, ({ lane }) => lane, appendStatement);
  const appended = new Map<number, AppendedLane>();
  for (const { lane, base, place, receivedAt } of answer) {
    const one = appended.get(lane) ?? { lane, base, inserted: [] };
    appended.set(lane, one);
    if (place !== null) one.inserted.push({ place, receivedAt: new Date(receivedAt).toISOString() });
  }
  return [...appended.values()];
}

type AppendedRow = { lane: number; base: number; place: number | null; receivedAt: string };

function appendStatement(items: readonly AppendedItem[]): LaneStatement {
  const counts = new Map<number, number>();
  for (const { lane } of items) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  const lanes = [...counts.keys()];
  // Sorted by the key of `seen`: two groups that share ids must lock them in the same order.
  const rows = items.toSorted((a, b) => a.lane - b.lane || compare(a.dedupeId ?? '', b.dedupeId ?? '')).map(toRow);
  return laneStatement`
    with locked as materialized (
      select lane, next_seq, split_from from {lane_head} where lane = any(${lanes}::int[]) order by lane for update
    ), head as (
      update {lane_head} as lane_head
      set next_seq = locked.next_seq + (${[...counts.values()]}::int[])[array_position(${lanes}::int[], locked.lane)]
      from locked where lane_head.lane = locked.lane
      returning lane_head.lane, locked.next_seq as base, locked.split_from
    ), item as (
      select row.*, head.base, head.split_from from json_to_recordset(${`[${rows.join(',')}]`}::json)
        as row (lane int, place int, agent_id text, phone_number text, body json, dedupe text)
      join head using (lane)
    ), fresh as (
      insert into {seen} (lane, id)
      select lane, dedupe from item
      where dedupe is not null
        -- One lookup each, because a join would be planned as a scan of everything the lanes have ever seen.
        and (select true from {seen} as seen where seen.lane = item.lane and id = dedupe limit 1) is null
        -- Null unless the lane was split from that one lately. That may be in another shard.
        and was_seen(item.split_from, dedupe) is null
      on conflict do nothing
      returning lane, id
    ), inserted as (
      insert into {inbox} (lane, seq, agent_id, phone_number, body)
      select distinct on (lane, coalesce('id ' || dedupe, 'place ' || place))
        lane, base + place, agent_id, phone_number, body
      from item
      where dedupe is null or (lane, dedupe) in (select lane, id from fresh)
      order by lane, coalesce('id ' || dedupe, 'place ' || place), place
      returning lane, seq, received_at
    ), appended as (
      select lane, head.base, (inserted.seq - head.base)::int as place, inserted.received_at as "receivedAt"
      from head left join inserted using (lane)
    )
    select json_agg(appended order by lane, place) as answer from appended`;
}

function dedupeOf({ dedupeId }: AppendedItem): string | null {
  return without === 'seen' ? null : dedupeId;
}

function toRow(item: AppendedItem): string {
  const { lane, place, agentId, phoneNumber, json } = item;
  const row = JSON.stringify({
    ...{ lane, place },
    ...{ agent_id: agentId, phone_number: phoneNumber, dedupe: dedupeOf(item) },
  });
  return `${row.slice(0, -1)},"body":${json}}`;
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
