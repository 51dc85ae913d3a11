/** Lanes as rows: who owns them, their numbering, and the outcomes of their items; the items are in `inbox.ts`. */
import type { Fence } from '../model/fence.ts';
import { fenceRow, heldFence, setFences } from './fence.ts';
import { learnShards } from './shards.ts';
import type { LaneSql, Sql } from './sql.ts';

export function lanesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, lane) => lane);
}

export type ProcessIdentity = { processId: string; host: string; pid: number };

/**
 * A process keeps its lanes for this long after its last heartbeat, by the database's clock. Long enough for a stall,
 * short enough for a person to wait.
 */
export const LEASE_SECONDS = 10;

/** Of a row of `process`: its leases have not expired. */
export function isAlive(sql: Sql) {
  return sql`seen_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})`;
}

/** Creates the lanes of a new database; an existing one keeps its number. Returns that number. @throws during a split */
export async function ensureLanes(sql: LaneSql, count: number): Promise<number> {
  await sql`insert into setting (name, value) values ('lanes', ${count}::text::jsonb) on conflict do nothing`;
  const [split] = await sql<{ value: { to: number } }[]>`select value from setting where name = 'lane_split'`;
  if (split) {
    const finish = `parley database lanes --to ${split.value.to}`;
    throw new Error(
      `The lanes of this database are being split; that was interrupted, and must be finished first: ${finish}`,
    );
  }
  const [row] = await sql<{ value: number }[]>`select value from setting where name = 'lanes'`;
  const lanes = row?.value ?? count;
  // Looked at first: a node of a cluster that is down has nothing to do with a start.
  const [{ owners }] = await sql<[{ owners: number }]>`select count(*)::int as owners from lane_owner`;
  if (owners === lanes) return lanes;
  for (const table of ['lane_fence', 'lane_head', 'lane_owner']) {
    await sql`insert into ${sql(table)} (lane) select generate_series(0, ${lanes - 1}::int) on conflict do nothing`;
  }
  if (sql.isCluster) await learnShards(sql);
  return lanes;
}

/** 12 hex digits that distinguish this installation from any other. */
export async function ensureInstallation(sql: Sql, proposal: string): Promise<string> {
  await sql`insert into setting (name, value) values ('installation', to_jsonb(${proposal}::text)) on conflict do nothing`;
  const [row] = await sql<{ value: string }[]>`select value from setting where name = 'installation'`;
  return row?.value ?? proposal;
}

type Neighbour = ProcessIdentity & {
  lanes: number;
  /** It sent a heartbeat lately. Killed and stopped ones count for a while too. */
  seen: boolean;
};

export type Heartbeat = {
  /** The lanes that the process still owns, with its epoch. */
  owned: { lane: number; epoch: number }[];
  /** The other processes with a recent heartbeat, and all others that still have lanes. */
  neighbours: Neighbour[];
};

/**
 * A heartbeat: it renews the leases of all lanes that the process has without touching their rows.
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

/** Processes that may be working. */
export async function listLiving(sql: Sql): Promise<string[]> {
  const rows = await sql<
    { id: string }[]
  >`select process_id as id from process where ${isAlive(sql)} order by process_id`;
  return rows.map(({ id }) => id);
}

export async function removeProcesses(sql: Sql, processIds: string[]): Promise<void> {
  await sql`delete from process where process_id = any(${processIds})`;
}

export type ClaimedLane = { lane: number; epoch: number; previousOwner: string | null };

/**
 * Takes free lanes: those without an owner, those of processes that are dead or sent no heartbeat, and our own. First the
 * owner, then the fence: a lane that somebody else has claimed meanwhile is not returned.
 */
export async function claimLanes(
  sql: LaneSql,
  claim: { owner: string; limit: number; deadOwners: string[]; held: number[] },
): Promise<ClaimedLane[]> {
  const claimed = await sql<ClaimedLane[]>`
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
  if (claimed.length === 0) return [];
  const fenced = await setFences(sql, claim.owner, claimed);
  return claimed.filter(({ lane }) => fenced.has(lane));
}

/** Gives lanes back, so that another process may take them at once. */
export async function releaseLanes(sql: Sql, owner: string, lanes: number[]): Promise<void> {
  await sql`
    update lane_owner set owner = null
    where owner = ${owner}
      and lane = any(array(select lane from lane_owner where lane = any(${lanes}) order by lane for update))`;
}

/** Where a lane's task waits: in the inbox, or in the outbox on its way to the platform. */
export type Source = 'inbox' | 'outbox';

/** Counts the start of a task that failed or crashed before. Returns the new count, or null when the fence is lost. */
export async function countAttempt(sql: Sql, fence: Fence, source: Source, seq: number): Promise<number | null> {
  const [row] = await sql<{ attempts: number }[]>`
    with fence as (
      ${fenceRow(sql, fence)}
    )
    update ${sql(source)} set attempts = attempts + 1
    where lane = ${fence.lane} and seq = ${seq} and exists (select 1 from fence)
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
    where lane = ${fence.lane} and seq = any(${seqs}::bigint[]) and exists (select 1 from fence)`;
}

/** The next number of each of the lanes. */
export async function listHeads(sql: Sql, lanes: number[]): Promise<{ lane: number; nextSeq: number }[]> {
  return sql<{ lane: number; nextSeq: number }[]>`
    select lane, next_seq as "nextSeq" from lane_head where lane = any(${lanes})`;
}

/** Items examined at the front of a lane: enough to tell a stalled lane from a busy conversation. */
const MAX_LOOKED_AT = 1_000;

/**
 * The lanes in which an item has waited this long although no message of its conversation is on its way to the
 * platform: only a conversation waits for that, not its lane.
 */
export async function listWaitingLanes(sql: LaneSql, lanes: number[], seconds: number): Promise<number[]> {
  if (!sql.isCluster) return listWaiting(sql, lanes, seconds, null);
  const waiting = lanes.map((lane) => listWaiting(sql, [lane], seconds, lane));
  return (await Promise.all(waiting)).flat();
}

/** `only`: the lane, if it is just one, as a cluster has to be told in every part of a statement. */
async function listWaiting(sql: Sql, lanes: number[], seconds: number, only: number | null): Promise<number[]> {
  const of = (table: string) => (only === null ? sql`` : sql`and ${sql(table)}.lane = ${only}`);
  const rows = await sql<{ lane: number }[]>`
    select lane from unnest(${lanes}::int[]) as asked (lane)
    where exists (
      select from (
        select agent_id, phone_number, received_at from inbox
        where inbox.lane = asked.lane ${of('inbox')} order by seq limit ${MAX_LOOKED_AT}
      ) as item
      where received_at < clock_timestamp() - make_interval(secs => ${seconds})
        and not exists (
          select from outbox
          where outbox.lane = asked.lane and outbox.agent_id = item.agent_id
            and outbox.phone_number = item.phone_number ${of('outbox')}))`;
  return rows.map(({ lane }) => lane);
}

/**
 * Moves a failed task out of the lane, with the reason, so that its conversation goes on. A message becomes an item
 * that dispatches it, so that a retry is the same for both. False when the fence is lost.
 */
export async function moveToDeadLetters(
  sql: Sql,
  fence: Fence,
  source: Source,
  seq: number,
  reason: string,
): Promise<boolean> {
  const { lane, owner, epoch } = heldFence(fence);
  const [row] = await sql<{ moved: boolean }[]>`
    select move_to_dead_letters(${lane}, ${owner}, ${epoch}, ${source}, ${seq}, ${reason}) as moved`;
  return row!.moved;
}
