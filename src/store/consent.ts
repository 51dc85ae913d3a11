/** The log of consent, for people to read; `turns.ts` writes it with the turn that made the change. */
import type { ConsentChange } from '../model/consent.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { pageOf, readCursor, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';
import type { ConversationKey } from './turns.ts';

type Row = Omit<ConsentChange, 'at'> & { at: Date; seq: number };

/** The changes of a conversation, newest first. */
export async function listConsentChanges(
  sql: Sql,
  { lane, agentId, phoneNumber }: ConversationKey & { lane: number },
  request: PageRequest,
): Promise<Page<ConsentChange>> {
  const before = request.cursor === undefined ? sql`` : sql`and seq < ${readCursor(request.cursor, 0)[0]}`;
  const rows = await sql<Row[]>`
    select seq, action, source, at, evidence from consent
    where lane = ${lane} and agent_id = ${agentId} and phone_number = ${phoneNumber} ${before}
    order by seq desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.seq], toChange);
}

function toChange({ action, source, at, evidence }: Row): ConsentChange {
  return { action, source, at: at.toISOString(), evidence };
}
