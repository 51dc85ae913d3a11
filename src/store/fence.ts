/** The fence: the row by which an owner's statement ensures that the lane is still its own, and how it is set. */
import { without } from '../failpoints.ts';
import type { Fence } from '../model/fence.ts';
import type { Sql } from './sql.ts';

/** One row while the lane is held in this epoch, locked in share mode until the statement has committed; else none. */
export function fenceRow(sql: Sql, fence: Fence) {
  return fenceRows(sql, [fence]);
}

/** The lanes of these that are held in their epoch, locked likewise. All have the same owner, and each lane one epoch. */
export function fenceRows(sql: Sql, fences: readonly Fence[]) {
  const lanes = fences.map(({ lane }) => lane);
  const epochs = fences.map(({ epoch }) => epoch);
  const held =
    without === 'fence'
      ? sql``
      : sql`and owner = ${fences[0]?.owner ?? ''} and epoch = (${epochs}::bigint[])[array_position(${lanes}::int[], lane)]`;
  // In the order of lanes, as everybody locks them.
  return sql`select lane from lane_fence where lane = any(${lanes}::int[]) ${held} order by lane for share`;
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
  sql: Sql,
  owner: string,
  claimed: readonly { lane: number; epoch: number }[],
): Promise<Set<number>> {
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
