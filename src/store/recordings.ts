/** Recorded turns of many conversations, as text: they go to a thread, which parses them. */
import type { Sql } from './sql.ts';

type Recorded = { phoneNumber: string; turns: string };

/**
 * The next conversations after a phone number, by phone number, each with its turns of a time, oldest first. Each lane
 * contributes its first ones, as in a list of conversations.
 */
export async function listRecordings(
  sql: Sql,
  agentId: string,
  laneCount: number,
  asked: { since: string; until: string; after: string; conversations: number; turns: number },
): Promise<Recorded[]> {
  const { since, until, after, conversations, turns } = asked;
  return sql<Recorded[]>`
    with chosen as (
      select first.lane, phone_number
      from generate_series(0, ${laneCount - 1}::int) as lanes (lane)
      cross join lateral (
        select lane, phone_number from conversation
        where conversation.lane = lanes.lane and agent_id = ${agentId} and phone_number > ${after}
        order by phone_number limit ${conversations}
      ) as first
      order by phone_number limit ${conversations}
    )
    select phone_number as "phoneNumber", (
      select coalesce(json_agg(row_to_json(one) order by number), '[]')::text
      from (
        select turn.number, turn.item, turn.trace, turn.stopped, message.content, turn.received_at as "receivedAt"
        from turn
        left join message on message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
        where turn.lane = chosen.lane and turn.agent_id = ${agentId} and turn.phone_number = chosen.phone_number
          and turn.day >= (${since}::timestamptz at time zone 'utc')::date
          and turn.received_at >= ${since}::timestamptz and turn.received_at < ${until}::timestamptz
        order by turn.number limit ${turns}
      ) as one
    ) as turns
    from chosen order by phone_number`;
}
