/** The fence as SQL: the row by which an owner's statement ensures that the lane is still its own. */
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
  return sql`select lane from lane_owner where lane = any(${lanes}::int[]) ${held} order by lane for share`;
}

/** Each lane once. */
export function fencesOf(fenced: readonly { fence: Fence }[]): Fence[] {
  return [...new Map(fenced.map(({ fence }) => [fence.lane, fence])).values()];
}
