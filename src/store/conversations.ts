/** Queries about conversations, for people: where they are, and every turn. Queries for turns are in `turns.ts`. */
import type { ConsentState } from '../model/consent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { ConversationSummary } from '../model/conversation.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Session } from '../model/session.ts';
import { type StoredStep, type TraceStep, withContent } from '../model/trace.ts';
import { lanesUpTo } from './by-lane.ts';
import { pageOf, readCursor, rowsToAsk, writeCursor } from './page.ts';
import { type StoredSession, wholeItem, wholeSession } from './short-rows.ts';
import type { LaneSql, Sql } from './sql.ts';
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

/** `prefix`: how their phone numbers begin, with its +. */
export type ConversationsRequest = PageRequest & { prefix?: string };

/**
 * Conversations of an agent ordered by phone number: by time would need an index that every turn changes. Each lane
 * contributes its first ones, so that an agent's conversations need not all be read and sorted.
 */
export async function listConversations(
  sql: LaneSql,
  agentId: string,
  laneCount: number,
  request: ConversationsRequest,
): Promise<Page<ConversationSummary>> {
  const [after] = request.cursor === undefined ? [''] : readCursor(request.cursor, '');
  const rows = sql.isCluster
    ? (
        await Promise.all(
          lanesUpTo(laneCount).map((lane) => listFirst(sql, [lane, lane], lane, agentId, after, request)),
        )
      )
        .flat()
        .sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1))
    : await listFirst(sql, [0, laneCount - 1], null, agentId, after, request);
  const toItem = (row: (typeof rows)[number]) => ({ ...row, updatedAt: row.updatedAt.toISOString() });
  return pageOf(rows, request, (row) => [row.phoneNumber], toItem);
}

type SummaryRow = Omit<ConversationSummary, 'updatedAt'> & { updatedAt: Date };

/** The first ones of these lanes; `only`: the lane, if it is just one, as a cluster has to be told. */
async function listFirst(
  sql: Sql,
  [from, to]: [number, number],
  only: number | null,
  agentId: string,
  after: string,
  request: ConversationsRequest,
): Promise<SummaryRow[]> {
  const { prefix } = request;
  // Both bounds are in the key: what comes before them or after is not read.
  const end = prefix === undefined ? null : `+${BigInt(prefix.slice(1)) + 1n}`;
  const bounded = end?.length === prefix?.length ? sql`and phone_number < ${end}` : sql``;
  const begins =
    prefix === undefined
      ? sql``
      : sql`and phone_number >= ${prefix} and starts_with(phone_number, ${prefix}) ${bounded}`;
  return sql<SummaryRow[]>`
    select phone_number as "phoneNumber", session ->> 'stateId' as "stateId",
           session ->> 'awaitingStateId' as "awaitingStateId",
           coalesce(consent ->> 'action' = 'OPT_OUT', false) as unsubscribed, turns as "turnCount",
           updated_at as "updatedAt"
    from generate_series(${from}::int, ${to}::int) as lanes (lane)
    cross join lateral (
      select * from conversation
      where conversation.lane = lanes.lane ${only === null ? sql`` : sql`and conversation.lane = ${only}`}
        and agent_id = ${agentId} and phone_number > ${after} ${begins}
      order by phone_number limit ${rowsToAsk(request)}
    ) as first
    order by phone_number limit ${rowsToAsk(request)}`;
}
