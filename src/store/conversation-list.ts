/**
 * The conversations of an agent, for people: ordered by phone number, narrowed by how they are, each with its last message.
 * Everything is bounded: a page reads so many conversations of each lane, whatever it finds among them.
 */
import type { ConversationStanding, ConversationSummary, LastMessage } from '../model/conversation.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { lanesUpTo } from './lanes.ts';
import { pageOf, readCursor, rowsToAsk, writeCursor } from './page.ts';
import type { LaneSql, Sql } from './sql.ts';

/** `prefix`: how their phone numbers begin, with its +. `standing`: how they are. */
export type ConversationsRequest = PageRequest & { prefix?: string; standing?: ConversationStanding };

/** Where few fit, a page looks at so many, of each lane its share, and the next one goes on from there. */
const LOOKED_AT = 20_000;
/** Of an agent's stopped turns the latest so many count, and of its failed events any so many. */
const MAX_KNOWN = 10_000;
/** Characters. */
const MAX_SHOWN = 120;

type Row = Omit<ConversationSummary, 'updatedAt' | 'lastMessage'> & { lane: number; updatedAt: Date };
type Found = { rows: Row[]; cut: string | null };

/** By phone number: an order by time would need an index that every turn changes. */
export async function listConversations(
  sql: LaneSql,
  agentId: string,
  laneCount: number,
  request: ConversationsRequest,
): Promise<Page<ConversationSummary>> {
  const { cursor, standing } = request;
  const [after] = cursor === undefined ? [''] : readCursor(cursor, '');
  const among = standing && (await listNumbers(sql, agentId, standing));
  const wanted = { ...request, agentId, laneCount, after, among };
  const found = sql.isCluster
    ? await Promise.all(lanesUpTo(laneCount).map((lane) => listFirst(sql, [lane, lane], lane, wanted)))
    : [await listFirst(sql, [0, laneCount - 1], null, wanted)];
  // What was not looked at in one lane comes before what was found beyond it in another.
  const cuts = found.flatMap(({ cut }) => cut ?? []).sort();
  const rows = found
    .flatMap((of) => of.rows)
    .filter(({ phoneNumber }) => cuts[0] === undefined || phoneNumber <= cuts[0])
    .sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1));
  const page = pageOf(
    rows,
    request,
    (row) => [row.phoneNumber],
    (row) => row,
  );
  const nextCursor = page.nextCursor ?? (cuts[0] && writeCursor([cuts[0]]));
  const last = await findLastTurns(sql, agentId, page.rows);
  const shown = page.rows.filter((row) => standing !== 'stopped' || last.get(row.phoneNumber)?.stopped);
  return {
    rows: shown.map(({ lane: _, updatedAt, ...row }) => {
      const { message } = last.get(row.phoneNumber) ?? {};
      return { ...row, updatedAt: updatedAt.toISOString(), ...(message && { lastMessage: message }) };
    }),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** The phone numbers among which such conversations are, where they are known without looking at each conversation. */
async function listNumbers(sql: Sql, agentId: string, standing: ConversationStanding): Promise<string[] | undefined> {
  if (standing !== 'stopped' && standing !== 'failed') return;
  const latest =
    standing === 'stopped'
      ? sql`select phone_number from turn where stopped is not null and agent_id = ${agentId}
            order by committed_at desc limit ${MAX_KNOWN}`
      : sql`select phone_number from failure where agent_id = ${agentId} and discard_id is null limit ${MAX_KNOWN}`;
  const rows = await sql<{ phoneNumber: string }[]>`
    select distinct phone_number as "phoneNumber" from (${latest}) as known`;
  return rows.map(({ phoneNumber }) => phoneNumber);
}

type Wanted = ConversationsRequest & { agentId: string; laneCount: number; after: string; among: string[] | undefined };

/** The first ones of these lanes; `only`: the lane, if it is just one, as a cluster has to be told. */
async function listFirst(
  sql: Sql,
  [from, to]: [number, number],
  only: number | null,
  { agentId, laneCount, after, prefix, standing, among, ...request }: Wanted,
): Promise<Found> {
  const isLookedFor = standing !== undefined && among === undefined;
  const ofEach = isLookedFor ? Math.ceil(LOOKED_AT / laneCount) : rowsToAsk(request);
  const fits =
    standing === 'waiting' ? sql`"awaitingStateId" is not null` : isLookedFor ? sql`unsubscribed` : sql`true`;
  const known = among === undefined ? sql`` : sql`and phone_number = any(${among}::text[])`;
  const rows = await sql<(Row & { cut: string | null; phoneNumber: string | null })[]>`
    with looked as materialized (
      select lanes.lane, phone_number as "phoneNumber", session ->> 'stateId' as "stateId",
             session ->> 'awaitingStateId' as "awaitingStateId",
             coalesce(consent ->> 'action' = 'OPT_OUT', false) as unsubscribed, turns as "turnCount",
             updated_at as "updatedAt"
      from generate_series(${from}::int, ${to}::int) as lanes (lane)
      cross join lateral (
        select * from conversation
        where conversation.lane = lanes.lane ${only === null ? sql`` : sql`and conversation.lane = ${only}`}
          and agent_id = ${agentId} and phone_number > ${after} ${begins(sql, prefix)} ${known}
        order by phone_number limit ${ofEach}
      ) as first
    ), cut as (
      select min(last) as cut from (
        select max("phoneNumber") as last from looked group by lane having count(*) >= ${ofEach}
      ) as ended where ${isLookedFor}
    )
    select cut, fitting.* from cut left join lateral (
      select * from looked where ${fits} and (cut is null or "phoneNumber" <= cut)
      order by "phoneNumber" limit ${rowsToAsk(request)}
    ) as fitting on true`;
  return {
    cut: rows[0]?.cut ?? null,
    rows: rows.flatMap(({ cut: _, ...row }) =>
      row.phoneNumber === null ? [] : { ...row, phoneNumber: row.phoneNumber },
    ),
  };
}

/** Both bounds are in the key: what comes before them or after is not read. */
function begins(sql: Sql, prefix: string | undefined) {
  if (prefix === undefined) return sql``;
  const end = `+${BigInt(prefix.slice(1)) + 1n}`;
  const bounded = end.length === prefix.length ? sql`and phone_number < ${end}` : sql``;
  return sql`and phone_number >= ${prefix} and starts_with(phone_number, ${prefix}) ${bounded}`;
}

type LastTurn = { stopped: boolean; message: LastMessage | null };

/** Of each conversation: whether its last turn stopped, and what that one or its user said. One lookup each. */
async function findLastTurns(sql: LaneSql, agentId: string, rows: readonly Row[]): Promise<Map<string, LastTurn>> {
  if (rows.length === 0) return new Map();
  if (!sql.isCluster) return new Map(await findLast(sql, agentId, rows, null));
  const lanes = [...Map.groupBy(rows, ({ lane }) => lane)];
  const found = lanes.map(([lane, ofLane]) => findLast(sql, agentId, ofLane, lane));
  return new Map((await Promise.all(found)).flat());
}

type Said = {
  phoneNumber: string;
  stopped: boolean;
  kind: string;
  sent: string | null;
  isSent: boolean;
  heard: string | null;
  committedAt: Date;
  receivedAt: Date;
};

async function findLast(
  sql: Sql,
  agentId: string,
  rows: readonly Row[],
  only: number | null,
): Promise<[string, LastTurn][]> {
  // Of large messages only the beginning leaves the database.
  const shown = (...paths: string[][]) =>
    sql`left(coalesce(${paths
      .map((path) => sql`content #>> ${path}::text[]`)
      .reduce((left, right) => sql`${left}, ${right}`)}), ${MAX_SHOWN})`;
  const said = await sql<Said[]>`
    select key.phone_number as "phoneNumber", stopped is not null as stopped, item ->> 'kind' as kind,
           sent, message_id is not null as "isSent", heard, committed_at as "committedAt", received_at as "receivedAt"
    from unnest(${rows.map(({ lane }) => lane)}::int[], ${rows.map(({ phoneNumber }) => phoneNumber)}::text[],
                ${rows.map(({ turnCount }) => turnCount)}::bigint[]) as key (lane, phone_number, number),
      lateral (
        select lane, day, item, message_id, stopped, received_at, committed_at from turn
        where (turn.lane, turn.agent_id, turn.phone_number, turn.number)
              = (key.lane, ${agentId}, key.phone_number, key.number) ${only === null ? sql`` : sql`and turn.lane = ${only}`}
        limit 1
      ) as last,
      lateral (
        select ${shown(['text'], ['suggestionResponse', 'text'], ['userFile', 'payload', 'fileName'], ['userFile', 'payload', 'fileUri'])} as heard
        from (select item -> 'content' as content) as one
      ) as user_said
    left join lateral (
      select ${shown(['text'], ['richCard', 'standaloneCard', 'cardContent', 'title'], ['richCard', 'standaloneCard', 'cardContent', 'description'], ['richCard', 'carouselCard', 'cardContents', '0', 'title'], ['contentInfo', 'fileUrl'], ['uploadedRbmFile', 'fileName'])} as sent
      from message
      where message.lane = last.lane and message.message_id = last.message_id and message.day = last.day ${only === null ? sql`` : sql`and message.lane = ${only}`}
    ) as agent_said on true`;
  return said.map((row) => [row.phoneNumber, { stopped: row.stopped, message: messageOf(row) }]);
}

/** None where the last turn neither said nor heard anything. */
function messageOf({ kind, isSent, sent, heard, committedAt, receivedAt }: Said): LastMessage | null {
  if (isSent) return { direction: 'OUT', text: sent ?? '', at: committedAt.toISOString() };
  if (kind !== 'user-message') return null;
  return { direction: 'IN', text: heard ?? '', at: receivedAt.toISOString() };
}
