/** Dead letters: items whose turns failed again and again; `lanes.ts` inserts them. */
import type { DeadLetter } from '../model/dead-letter.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { instant, micros, type Paged, pageOf, readCursor, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

export type DeadLetterKey = Pick<DeadLetter, 'lane' | 'seq'>;

type Row = Paged & Omit<DeadLetter, 'failedAt'> & { failedAt: Date };

/** Newest first; of all agents, or one. There are few. */
export async function listDeadLetters(
  sql: Sql,
  request: PageRequest & { agentId?: string },
): Promise<Page<DeadLetter>> {
  const { agentId, cursor } = request;
  const rows = await sql<Row[]>`
    select lane, seq, agent_id as "agentId", phone_number as "phoneNumber", body as item, attempts, reason,
           failed_at as "failedAt", ${micros(sql, sql`failed_at`)} as position
    from dead_letter where true ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`} ${behind(sql, cursor)}
    order by failed_at desc, lane desc, seq desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.lane, row.seq], toDeadLetter);
}

function toDeadLetter({ position: _, failedAt, ...row }: Row): DeadLetter {
  return { ...row, failedAt: failedAt.toISOString() };
}

/**
 * Puts an item back at the end of its lane, as if it had just arrived. Returns its new number, which the lane's owner
 * finds by polling; null when there is no such item.
 */
export async function retryDeadLetter(sql: Sql, { lane, seq }: DeadLetterKey): Promise<number | null> {
  const [row] = await sql<{ seq: number | null }[]>`select retry_dead_letter(${lane}, ${seq}) as seq`;
  return row!.seq;
}

/** False when there is no such item. */
export async function deleteDeadLetter(sql: Sql, { lane, seq }: DeadLetterKey): Promise<boolean> {
  const rows = await sql`delete from dead_letter where lane = ${lane} and seq = ${seq} returning seq`;
  return rows.length > 0;
}

function behind(sql: Sql, cursor: string | undefined) {
  if (cursor === undefined) return sql``;
  const [position, lane, seq] = readCursor(cursor, 0, 0, 0);
  return sql`and (failed_at, lane, seq) <
    (${instant(sql, position)}, ${lane}::bigint, ${seq}::bigint)`;
}
