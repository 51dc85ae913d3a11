/** What people ask about conversations: where they are, and every turn. What a turn needs is in `turns.ts`. */
import type { ConsentState } from '../model/consent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { ConversationSummary } from '../model/conversation.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import type { Session } from '../model/session.ts';
import type { TraceStep } from '../model/trace.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Sql } from './database.ts';
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
};

type Place = ConversationKey & { lane: number };

export async function findConversation(sql: Sql, place: Place): Promise<StoredConversation | undefined> {
  const [conversation] = await sql<StoredConversation[]>`
    select session, consent, turns, updated_at as "updatedAt" from conversation
    where lane = ${place.lane} and agent_id = ${place.agentId} and phone_number = ${place.phoneNumber}`;
  return conversation;
}

/** Turns of a conversation, newest first. */
export async function listTurns(
  sql: Sql,
  { lane, agentId, phoneNumber }: Place,
  { limit = MAX_PAGE_SIZE, cursor }: PageRequest,
): Promise<Page<StoredTurn>> {
  const before = cursor === undefined ? sql`` : sql`and turn.number < ${readCursor(cursor, 0)[0]}`;
  // A message is written by the statement that writes its turn, so both are in the partition of the same day.
  const found = await sql<StoredTurn[]>`
    select turn.number, turn.seq, turn.item, turn.trace, turn.message_id as "messageId", message.state_id as "stateId",
           message.content, message.revoked_at as "revokedAt", turn.stopped, turn.chain_before as "chainBefore",
           turn.chain, turn.received_at as "receivedAt", turn.started_at as "startedAt",
           turn.committed_at as "committedAt"
    from turn
    left join message on message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
    where turn.lane = ${lane} and turn.agent_id = ${agentId} and turn.phone_number = ${phoneNumber} ${before}
    order by turn.number desc limit ${limit + 1}`;
  const rows = found.slice(0, limit);
  return found.length > limit ? { rows, nextCursor: writeCursor([rows.at(-1)!.number]) } : { rows };
}

/**
 * Conversations of an agent in the order of their phone numbers: by time would need an index that every turn changes.
 * Each lane gives its first ones, so that no agent's conversations are all read and sorted.
 */
export async function listConversations(
  sql: Sql,
  agentId: string,
  laneCount: number,
  { limit = MAX_PAGE_SIZE, cursor }: PageRequest,
): Promise<Page<ConversationSummary>> {
  const [after] = cursor === undefined ? [''] : readCursor(cursor, '');
  const found = await sql<(Omit<ConversationSummary, 'updatedAt'> & { updatedAt: Date })[]>`
    select phone_number as "phoneNumber", session ->> 'stateId' as "stateId",
           session ->> 'awaitingStateId' as "awaitingStateId",
           coalesce(consent ->> 'action' = 'OPT_OUT', false) as unsubscribed, turns as "turnCount",
           updated_at as "updatedAt"
    from generate_series(0, ${laneCount - 1}::int) as lanes (lane)
    cross join lateral (
      select * from conversation
      where conversation.lane = lanes.lane and agent_id = ${agentId} and phone_number > ${after}
      order by phone_number limit ${limit + 1}
    ) as first
    order by phone_number limit ${limit + 1}`;
  const rows = found.slice(0, limit).map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
  return found.length > limit ? { rows, nextCursor: writeCursor([rows.at(-1)!.phoneNumber]) } : { rows };
}
