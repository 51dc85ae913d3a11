/** The fence as SQL: the row by which an owner's statement ensures that the lane is still its own. */
import { without } from '../failpoints.ts';
import type { Fence } from '../model/fence.ts';
import type { Sql } from './sql.ts';

/** One row while the lane is held in this epoch, locked in share mode until the statement has committed; else none. */
export function fenceRow(sql: Sql, { lane, owner, epoch }: Fence) {
  if (without === 'fence') return sql`select from lane_owner where lane = ${lane} for share`;
  return sql`select from lane_owner where lane = ${lane} and owner = ${owner} and epoch = ${epoch} for share`;
}
