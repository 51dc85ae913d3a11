/** The log of consent, for people to read; it is written with the turn that made the change, in `turns.ts`. */
import type { ConsentChange } from '../model/consent.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Sql } from './database.ts';
import type { ConversationKey } from './turns.ts';

type Row = Omit<ConsentChange, 'at'> & { at: Date; seq: number };

/** The changes of a conversation, newest first. */
export async function listConsentChanges(
  sql: Sql,
  { lane, agentId, phoneNumber }: ConversationKey & { lane: number },
  { limit = MAX_PAGE_SIZE, cursor }: PageRequest,
): Promise<Page<ConsentChange>> {
  const before = cursor === undefined ? sql`` : sql`and seq < ${readCursor(cursor, 0)[0]}`;
  const found = await sql<Row[]>`
    select seq, action, source, at, evidence from consent
    where lane = ${lane} and agent_id = ${agentId} and phone_number = ${phoneNumber} ${before}
    order by seq desc limit ${limit + 1}`;
  const rows = found.slice(0, limit);
  const changes = rows.map(({ action, source, at, evidence }) => ({ action, source, at: at.toISOString(), evidence }));
  return found.length > limit ? { rows: changes, nextCursor: writeCursor([rows.at(-1)!.seq]) } : { rows: changes };
}
