/** Items that were set aside because their turns failed again and again; `lanes.ts` puts them here. */
import type { FailedItem } from '../model/failed-item.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Sql } from './database.ts';

type Row = Omit<FailedItem, 'failedAt'> & { failedAt: Date; position: number };

/** Newest first. */
export async function listFailedItems(
  sql: Sql,
  { limit = MAX_PAGE_SIZE, cursor }: PageRequest,
): Promise<Page<FailedItem>> {
  const found = await sql<Row[]>`
    select lane, seq, agent_id as "agentId", phone_number as "phoneNumber", body as item, attempts, reason,
           failed_at as "failedAt", (extract(epoch from failed_at) * 1000000)::bigint as position
    from failed_item where true ${behind(sql, cursor)}
    order by failed_at desc, lane desc, seq desc limit ${limit + 1}`;
  const rows = found.slice(0, limit).map(({ position, failedAt, ...row }) => ({
    ...row,
    failedAt: failedAt.toISOString(),
  }));
  const last = found[limit - 1];
  if (!last || found.length <= limit) return { rows };
  return { rows, nextCursor: writeCursor([last.position, last.lane, last.seq]) };
}

function behind(sql: Sql, cursor: string | undefined) {
  if (cursor === undefined) return sql``;
  const [position, lane, seq] = readCursor(cursor, 0, 0, 0);
  return sql`and (failed_at, lane, seq) <
    (timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond', ${lane}::bigint, ${seq}::bigint)`;
}
