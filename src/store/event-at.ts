/** Joins the event of a row that names its place and day: `join ${eventAt(sql)}`. */
import type { LaneSql } from './sql.ts';

/**
 * The row `event` of the row `place`. Looked up row by row (`offset 0` keeps the planner from
 * making a join of it), because only then is a single day's partition touched, whatever the statistics. A cluster has to be
 * told the lane, if it is the same for all rows, to find their node; rows of many lanes it joins itself.
 */
export function eventAt(sql: LaneSql, lane?: number) {
  const inLane = lane === undefined ? sql`` : sql`event.lane = ${lane} and`;
  if (sql.isCluster && lane === undefined) {
    return sql`event on event.lane = place.lane and event.seq = place.seq and event.ordinal = place.ordinal
      and event.day = place.day`;
  }
  return sql`lateral (
    select * from event
    where ${inLane} event.lane = place.lane and event.seq = place.seq and event.ordinal = place.ordinal and event.day = place.day
    offset 0
  ) as event on true`;
}
