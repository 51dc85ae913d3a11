/** The event of a place that another table names with its day. */
import type { Sql } from './sql.ts';

/**
 * The row `event` of the row `place`, for a `join … on true`. Looked up row by row (`offset 0` keeps the planner from
 * making a join of it), because then only the partition of the day is touched, whatever the statistics say.
 */
export function eventAt(sql: Sql) {
  return sql`lateral (
    select * from event
    where event.lane = place.lane and event.seq = place.seq and event.ordinal = place.ordinal and event.day = place.day
    offset 0
  ) as event`;
}
