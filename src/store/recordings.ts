/** Recorded turns of many conversations, as text: those that go to a thread are parsed there. */
import type { Sql } from './sql.ts';

/**
 * What is told of a turn: all of it with its message, or only where it went. `->` leaves strings as they are stored,
 * while `->>` refuses some of what a trace may hold.
 */
const AS = {
  whole: (sql: Sql) => sql`
    turn.item, turn.trace, (
      select content from message
      where message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
    ) as content`,
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
  sql: Sql,
  agentId: string,
  laneCount: number,
  asked: { since: string; until: string; after: string; conversations: number; turns: number; as: keyof typeof AS },
): Promise<Recorded[]> {
  const { since, until, after, conversations, turns } = asked;
  return sql<Recorded[]>`
    with chosen as (
      select first.lane, phone_number
      from generate_series(0, ${laneCount - 1}::int) as lanes (lane)
      cross join lateral (
        select lane, phone_number from conversation
        where conversation.lane = lanes.lane and agent_id = ${agentId} and phone_number > ${after}
          and updated_at >= ${since}::timestamptz
        order by phone_number limit ${conversations}
      ) as first
      order by phone_number limit ${conversations}
    )
    select phone_number as "phoneNumber", (
      select coalesce(json_agg(row_to_json(one) order by number), '[]')::text
      from (
        select turn.number, turn.stopped, turn.received_at as "receivedAt", ${AS[asked.as](sql)}
        from turn
        where turn.lane = chosen.lane and turn.agent_id = ${agentId} and turn.phone_number = chosen.phone_number
          and turn.day >= (${since}::timestamptz at time zone 'utc')::date
          and turn.received_at >= ${since}::timestamptz and turn.received_at < ${until}::timestamptz
        order by turn.number limit ${turns}
      ) as one
    ) as turns
    from chosen order by phone_number`;
}
