/** The fence: the row by which an owner's statement ensures that the lane is still its own, and how it is set. */
import { without } from '../failpoints.ts';
import type { Fence } from '../model/fence.ts';
import { type LaneStatement, laneStatement } from './lane-statement.ts';
import type { LaneSql, Sql } from './sql.ts';

/** One row while the lane is held in this epoch, locked in share mode until the statement has committed; else none. */
export function fenceRow(sql: Sql, { lane, owner, epoch }: Fence) {
  const held = without === 'fence' ? sql`` : sql`and owner = ${owner} and epoch = ${epoch}`;
  return sql`select lane from lane_fence where lane = ${lane} ${held} for share`;
}

/** The lanes of these that are held in their epoch, locked likewise. All have the same owner, and each lane one epoch. */
export function fenceRows(fences: readonly Fence[]): LaneStatement {
  const lanes = fences.map(({ lane }) => lane);
  const epochs = fences.map(({ epoch }) => epoch);
  const held =
    without === 'fence'
      ? laneStatement``
      : laneStatement`and owner = ${fences[0]?.owner ?? ''} and epoch = (${epochs}::bigint[])[array_position(${lanes}::int[], lane)]`;
  // In the order of lanes, as everybody locks them.
  return laneStatement`select lane from {lane_fence} where lane = any(${lanes}::int[]) ${held} order by lane for share`;
}

/** The fence as a function of the database takes it. */
export function heldFence({ lane, owner, epoch }: Fence): { lane: number; owner: string | null; epoch: number } {
  return { lane, owner: without === 'fence' ? null : owner, epoch };
}

/** Each lane once. */
export function fencesOf(fenced: readonly { fence: Fence }[]): Fence[] {
  return [...new Map(fenced.map(({ fence }) => [fence.lane, fence])).values()];
}

/**
 * Sets the fences of lanes that were claimed, after the statements that still hold them, and returns the lanes whose fence
 * is set: none that a newer owner has claimed meanwhile. From then on nothing of an older epoch is written.
 */
export async function setFences(
  sql: LaneSql,
  owner: string,
  claimed: readonly { lane: number; epoch: number }[],
): Promise<Set<number>> {
  if (sql.isCluster) return setFencesByLane(sql, owner, claimed);
  const rows = await sql<{ lane: number }[]>`
    with older as (
      select lane, claimed.epoch
      from lane_fence join unnest(${claimed.map(({ lane }) => lane)}::int[], ${claimed.map(({ epoch }) => epoch)}::bigint[])
        as claimed (lane, epoch) using (lane)
      where lane_fence.epoch < claimed.epoch
      order by lane
      for update of lane_fence
    )
    update lane_fence set owner = ${owner}, epoch = older.epoch
    from older where lane_fence.lane = older.lane
    returning lane_fence.lane`;
  return new Set(rows.map(({ lane }) => lane));
}

/** The lanes of a node that is down are left out. @throws when that is all of them */
async function setFencesByLane(
  sql: Sql,
  owner: string,
  claimed: readonly { lane: number; epoch: number }[],
): Promise<Set<number>> {
  const results = await Promise.allSettled(
    claimed.map(
      ({ lane, epoch }) => sql<{ lane: number }[]>`
        update lane_fence set owner = ${owner}, epoch = ${epoch} where lane = ${lane} and epoch < ${epoch}
        returning lane`,
    ),
  );
  const set = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.map(({ lane }) => lane) : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && set.length === 0) throw failed.reason;
  return new Set(set);
}
