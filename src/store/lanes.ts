/** Lanes as rows: who owns them, how far they are numbered, and what waits in them. */
import { without } from '../faults.ts';
import type { Fence } from '../model/fence.ts';
import type { InboxItem, NewInboxItem } from '../model/inbox-item.ts';
import type { Sql } from './database.ts';
import { fenceRow } from './fence.ts';
import { writtenRows } from './rows.ts';

export type ProcessIdentity = { processId: string; host: string; pid: number };

/**
 * A process keeps its lanes for this long after its last sign of life, by the database's clock. Long enough for a stall,
 * short enough for a person to wait. Source: lanes.md, "Owner".
 */
export const LEASE_SECONDS = 10;

/** Of a row of `process`: its leases have not ended. */
export function isAlive(sql: Sql) {
  return sql`seen_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})`;
}

/** Makes the lanes of a new database; an old one keeps the number that it was made with. Returns that number. */
export async function ensureLanes(sql: Sql, count: number): Promise<number> {
  await sql`insert into setting (name, value) values ('lanes', ${count}::text::jsonb) on conflict do nothing`;
  const [row] = await sql<{ value: number }[]>`select value from setting where name = 'lanes'`;
  const lanes = row?.value ?? count;
  await sql`insert into lane_owner (lane) select generate_series(0, ${lanes - 1}::int) on conflict do nothing`;
  await sql`insert into lane_head (lane) select generate_series(0, ${lanes - 1}::int) on conflict do nothing`;
  return lanes;
}

/** 12 hex digits that tell this installation from any other. */
export async function ensureInstallation(sql: Sql, proposal: string): Promise<string> {
  await sql`insert into setting (name, value) values ('installation', to_jsonb(${proposal}::text)) on conflict do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from setting where name = 'installation'`;
  return row?.value ?? proposal;
}

export type Neighbour = ProcessIdentity & {
  lanes: number;
  /** It gave a sign of life lately. Killed and stopped ones do so for a while too. */
  seen: boolean;
};

export type Heartbeat = {
  /** The lanes that are still the process's own, with the epoch it holds them in. */
  owned: { lane: number; epoch: number }[];
  /** The other processes that gave a sign of life lately, and all others that still have lanes. */
  neighbours: Neighbour[];
};

/**
 * A sign of life: it renews the leases of all lanes that the process has, and touches none of their rows, because the
 * fence of a commit that waits for something holds those.
 */
export async function signOfLife(sql: Sql, { processId, host, pid }: ProcessIdentity): Promise<Heartbeat> {
  const [row] = await sql<Heartbeat[]>`
    with me as (
      insert into process (process_id, host, pid) values (${processId}, ${host}, ${pid})
      on conflict (process_id) do update set seen_at = clock_timestamp()
    ), gone as (
      delete from process where seen_at < clock_timestamp() - interval '1 hour' and process_id <> ${processId}
    ), neighbour as (
      select process_id as "processId", host, pid,
             (select count(*) from lane_owner where owner = process_id) as lanes,
             ${isAlive(sql)} as seen
      from process where process_id <> ${processId}
    )
    select
      (select coalesce(json_agg(mine), '[]')
       from (select lane, epoch from lane_owner where owner = ${processId}) as mine) as owned,
      (select coalesce(json_agg(neighbour), '[]') from neighbour where seen or lanes > 0) as neighbours`;
  return row!;
}

export async function removeProcesses(sql: Sql, processIds: string[]): Promise<void> {
  await sql`delete from process where process_id = any(${processIds})`;
}

export type ClaimedLane = { lane: number; epoch: number; previousOwner: string | null };

/** Takes free lanes: those without an owner, those of processes that are dead or gave no sign of life, and our own. */
export async function claimLanes(
  sql: Sql,
  claim: { owner: string; limit: number; deadOwners: string[]; held: number[] },
): Promise<ClaimedLane[]> {
  return sql<ClaimedLane[]>`
    with free as (
      select lane, owner from lane_owner
      where lane <> all(${claim.held})
        and (owner is null or owner = ${claim.owner} or owner = any(${claim.deadOwners}) or not exists (
          select from process where process_id = owner and ${isAlive(sql)}))
      order by lane
      limit ${claim.limit}
      for update skip locked
    )
    update lane_owner as mine
    set owner = ${claim.owner}, epoch = mine.epoch + 1
    from free where mine.lane = free.lane
    returning mine.lane, mine.epoch, free.owner as "previousOwner"`;
}

/** Gives lanes back, so that another process may take them at once. */
export async function releaseLanes(sql: Sql, owner: string, lanes: number[]): Promise<void> {
  await sql`
    update lane_owner set owner = null
    where owner = ${owner}
      and lane = any(array(select lane from lane_owner where lane = any(${lanes}) order by lane for update))`;
}

export type InsertedItem = { place: number; receivedAt: string };

/**
 * Appends a group to one lane in one statement. The row lock on `lane_head` makes commit order and number order the
 * same, so that a reader who asks for `seq > last` never skips a row that commits late. Items that arrived before are
 * dropped; their numbers stay unused. Returns the first number of the group and the places (0…) that were inserted.
 * `json` is the item's body, written out.
 *
 * An id that arrives twice within the same millisecond on both sides of midnight UTC, in two processes, would be
 * missed by the look at the days before: the unique key guards one day.
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
        -- An array, because a join would be planned as a scan of all that the lane has ever seen.
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
  /** Of their bodies as JSON; the one that goes beyond it is still read. */
  maxBytes: number;
  /** Those of one agent, or of one conversation. */
  of?: { agentId: string; phoneNumber?: string };
  /** Agents that are passed over. */
  without?: string[];
};

/** What waits in a lane from a number on, in order; `isAll`: the part holds no more. */
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

/** Where a piece of a lane's work waits: what arrived, and messages on their way to the platform. */
export type Source = 'inbox' | 'outbox';

/** Counts the beginning of what failed or crashed before. Returns the new count, or null when the fence is lost. */
export async function countAttempt(sql: Sql, fence: Fence, source: Source, seq: number): Promise<number | null> {
  const [row] = await sql<{ attempts: number }[]>`
    with fence as (
      ${fenceRow(sql, fence)}
    )
    update ${sql(source)} set attempts = attempts + 1
    where lane = ${fence.lane} and seq = ${seq} and exists (select from fence)
    returning attempts`;
  return row?.attempts ?? null;
}

/** Counts an attempt of many at once. */
export async function countAttempts(sql: Sql, fence: Fence, source: Source, seqs: number[]): Promise<void> {
  await sql`
    with fence as (
      ${fenceRow(sql, fence)}
    )
    update ${sql(source)} set attempts = attempts + 1
    where lane = ${fence.lane} and seq = any(${seqs}::bigint[]) and exists (select from fence)`;
}

/** The next number of each of the lanes. */
export async function listHeads(sql: Sql, lanes: number[]): Promise<{ lane: number; nextSeq: number }[]> {
  return sql<{ lane: number; nextSeq: number }[]>`
    select lane, next_seq as "nextSeq" from lane_head where lane = any(${lanes})`;
}

/** Items at the front of a lane that are looked at: enough to tell a lane that stands still from a busy conversation. */
const MAX_LOOKED_AT = 1_000;

/**
 * Those of the lanes in which an item has waited for so long although no message of its conversation is on its way to
 * the platform: a conversation waits for that one, its lane does not.
 */
export async function listWaitingLanes(sql: Sql, lanes: number[], seconds: number): Promise<number[]> {
  const rows = await sql<{ lane: number }[]>`
    select lane from unnest(${lanes}::int[]) as asked (lane)
    where exists (
      select from (
        select agent_id, phone_number, received_at from inbox
        where inbox.lane = asked.lane order by seq limit ${MAX_LOOKED_AT}
      ) as item
      where received_at < clock_timestamp() - make_interval(secs => ${seconds})
        and not exists (
          select from outbox
          where outbox.lane = asked.lane and outbox.agent_id = item.agent_id
            and outbox.phone_number = item.phone_number))`;
  return rows.map(({ lane }) => lane);
}

/**
 * Sets what failed aside with the reason, so that its conversation goes on. A message becomes an item that hands it over,
 * so that putting it back is the same for both. False when the fence is lost.
 */
export async function setAside(sql: Sql, fence: Fence, source: Source, seq: number, reason: string): Promise<boolean> {
  const item = source === 'inbox' ? sql`body` : sql`json_build_object('kind', 'dispatch', 'message', body)`;
  const rows = await sql`
    with fence as (
      ${fenceRow(sql, fence)}
    ), failed as (
      delete from ${sql(source)} where lane = ${fence.lane} and seq = ${seq} and exists (select from fence)
      returning lane, seq, agent_id, phone_number, ${item} as body, attempts
    )
    insert into failed_item (lane, seq, agent_id, phone_number, body, attempts, reason)
    select lane, seq, agent_id, phone_number, body, attempts, ${reason} from failed
    returning seq`;
  return rows.length > 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
