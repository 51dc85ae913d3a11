/** Joins the event of a row that names its place and day. */
import type { Sql } from './sql.ts';

/**
 * The row `event` of the row `place`, for a `join … on true`. Looked up row by row (`offset 0` keeps the planner from
 * making a join of it), because only then is a single day's partition touched, whatever the statistics.
 */
export function eventAt(sql: Sql) {
  return sql`lateral (
    select * from event
    where event.lane = place.lane and event.seq = place.seq and event.ordinal = place.ordinal and event.day = place.day
    offset 0
  ) as event`;
}
