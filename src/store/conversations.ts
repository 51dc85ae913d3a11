/** Queries about one conversation, for people: where it is, and every turn. Those for turns are in `turns.ts`. */
import type { ConsentState } from '../model/consent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Session } from '../model/session.ts';
import { type StoredStep, type TraceStep, withContent } from '../model/trace.ts';
import { pageOf, readCursor, rowsToAsk, writeCursor } from './page.ts';
import { type StoredSession, wholeItem, wholeSession } from './short-rows.ts';
import type { Sql } from './sql.ts';
import type { ConversationKey } from './turns.ts';

export type StoredConversation = { session: Session; consent: ConsentState | null; turns: number; updatedAt: Date };

export type StoredTurn = {
  number: number;
  seq: number;
  item: InboxBody;
  trace: TraceStep[];
  messageId: string | null;
  stateId: string | null;
  content: ContentMessage | null;
  revokedAt: Date | null;
  stopped: string | null;
  chainBefore: string;
  chain: string;
  receivedAt: Date;
  startedAt: Date;
  committedAt: Date;
  version: number | null;
};

type ConversationAddress = ConversationKey & { lane: number };

export async function findConversation(sql: Sql, place: ConversationAddress): Promise<StoredConversation | undefined> {
  const [conversation] = await sql<(Omit<StoredConversation, 'session'> & { session: StoredSession })[]>`
    select session, consent, turns, updated_at as "updatedAt" from conversation
    where lane = ${place.lane} and agent_id = ${place.agentId} and phone_number = ${place.phoneNumber}`;
  return conversation && { ...conversation, session: wholeSession(conversation.session) };
}

/** Turns of a conversation, newest first. */
export async function listTurns(
  sql: Sql,
  { lane, agentId, phoneNumber }: ConversationAddress,
  request: PageRequest,
): Promise<Page<StoredTurn>> {
  const before = request.cursor === undefined ? sql`` : sql`and turn.number < ${readCursor(request.cursor, 0)[0]}`;
  // A message is written in the same statement as its turn, so both are in the partition of the same day.
  const rows = await sql<(Omit<StoredTurn, 'trace'> & { trace: StoredStep[] })[]>`
    select turn.number, turn.seq, turn.item, turn.trace, turn.message_id as "messageId", message.state_id as "stateId",
           message.content, message.revoked_at as "revokedAt", turn.stopped, turn.chain_before as "chainBefore",
           turn.chain, turn.received_at as "receivedAt", turn.started_at as "startedAt",
           turn.committed_at as "committedAt", turn.version
    from turn
    left join message on message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
    where turn.lane = ${lane} and turn.agent_id = ${agentId} and turn.phone_number = ${phoneNumber} ${before}
    order by turn.number desc limit ${rowsToAsk(request)}`;
  return pageOf(
    rows,
    request,
    (row) => [row.number],
    (row) => ({ ...row, item: wholeItem(row), trace: withContent(row.trace, row.content) }),
  );
}

/** The turns up to this number, or all, newest first: the latest `limit` of them. */
export async function listTurnsUpTo(
  sql: Sql,
  place: ConversationAddress,
  to: number | null,
  limit: number,
): Promise<StoredTurn[]> {
  const { rows } = await listTurns(sql, place, { limit, ...(to !== null && { cursor: writeCursor([to + 1]) }) });
  return rows;
}
