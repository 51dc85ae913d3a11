/** Recorded turns of many conversations, as text: those that go to a thread are parsed there. */
import { lanesUpTo } from './lanes.ts';
import type { LaneSql, Sql } from './sql.ts';

/**
 * What is told of a turn beside its message: all of it, or only where it went. `->` leaves strings as they are stored,
 * while `->>` refuses some of what a trace may hold.
 */
const AS = {
  whole: (sql: Sql) => sql`turn.item, turn.trace`,
  way: (sql: Sql) => sql`
    turn.version, json_build_object('kind', turn.item -> 'kind', 'stateId', turn.item -> 'stateId') as item, (
      select coalesce(json_agg(step), '[]') from json_array_elements(turn.trace) as step
      where (step -> 'step')::text in ('"enter"', '"message"', '"wait"')
    ) as trace`,
};

type Recorded = { phoneNumber: string; turns: string };

/**
 * The next conversations after a phone number, by phone number, each with its turns of a time, oldest first; those that
 * had no turn since then are passed over. Each lane contributes its first ones, as in a list of conversations.
 */
export async function listRecordings(
  sql: LaneSql,
  agentId: string,
  laneCount: number,
  asked: Asked,
): Promise<Recorded[]> {
  const chosen = sql.isCluster
    ? (await Promise.all(lanesUpTo(laneCount).map((lane) => listChosen(sql, agentId, [lane, lane], lane, asked))))
        .flat()
        .sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1))
        .slice(0, asked.conversations)
    : await listChosen(sql, agentId, [0, laneCount - 1], null, asked);
  if (!sql.isCluster) return listTold(sql, agentId, chosen, null, asked);
  const byLane = [...Map.groupBy(chosen, ({ lane }) => lane)];
  const told = await Promise.all(byLane.map(([lane, ofLane]) => listTold(sql, agentId, ofLane, lane, asked)));
  return told.flat().sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1));
}

type Asked = {
  since: string;
  until: string;
  after: string;
  conversations: number;
  turns: number;
  as: keyof typeof AS;
};
type Chosen = { lane: number; phoneNumber: string };

/** Of a range of lanes; `only`: the lane, if it is just one, as a cluster has to be told in every part of a statement. */
async function listChosen(
  sql: Sql,
  agentId: string,
  [from, to]: [number, number],
  only: number | null,
  { since, after, conversations }: Asked,
): Promise<Chosen[]> {
  return sql<Chosen[]>`
    select first.lane, phone_number as "phoneNumber"
    from generate_series(${from}::int, ${to}::int) as lanes (lane)
    cross join lateral (
      select lane, phone_number from conversation
      where conversation.lane = lanes.lane ${inLane(sql, 'conversation', only)}
        and agent_id = ${agentId} and phone_number > ${after} and updated_at >= ${since}::timestamptz
      order by phone_number limit ${conversations}
    ) as first
    order by phone_number limit ${conversations}`;
}

async function listTold(
  sql: Sql,
  agentId: string,
  chosen: readonly Chosen[],
  only: number | null,
  { since, until, turns, as }: Asked,
): Promise<Recorded[]> {
  return sql<Recorded[]>`
    select phone_number as "phoneNumber", (
      select coalesce(json_agg(row_to_json(one) order by number), '[]')::text
      from (
        select turn.number, turn.stopped, turn.received_at as "receivedAt", ${AS[as](sql)}, (
          select content from message
          where message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
            ${inLane(sql, 'message', only)}
        ) as content
        from turn
        where turn.lane = chosen.lane ${inLane(sql, 'turn', only)}
          and turn.agent_id = ${agentId} and turn.phone_number = chosen.phone_number
          and turn.day >= (${since}::timestamptz at time zone 'utc')::date
          and turn.received_at >= ${since}::timestamptz and turn.received_at < ${until}::timestamptz
        order by turn.number limit ${turns}
      ) as one
    ) as turns
    from unnest(${chosen.map(({ lane }) => lane)}::int[], ${chosen.map(({ phoneNumber }) => phoneNumber)}::text[])
      as chosen (lane, phone_number)
    order by phone_number`;
}

function inLane(sql: Sql, table: string, only: number | null) {
  return only === null ? sql`` : sql`and ${sql(table)}.lane = ${only}`;
}
