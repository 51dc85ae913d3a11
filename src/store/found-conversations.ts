/** What the next turns of conversations read; `turns.ts` writes it. */
import type { Session } from '../model/session.ts';
import { type StoredSession, wholeSession } from './short-rows.ts';
import type { LaneSql, Sql } from './sql.ts';
import type { Conversation, ConversationKey } from './turns.ts';

export type LaneConversation = ConversationKey & { lane: number };

/** `length`: of its session as JSON. */
export type FoundConversation = Conversation & { length: number };

type FoundRow = LaneConversation & Omit<FoundConversation, 'session'> & { session: Session | null };
type Row = Omit<FoundRow, 'session'> & { session: StoredSession | null };

/**
 * The existing conversations among `keys`, in no particular order. Once their sessions exceed `maxLength` together, the
 * remaining ones have none: they have to be read again.
 */
export async function findConversations(
  sql: LaneSql,
  keys: LaneConversation[],
  maxLength: number,
): Promise<FoundRow[]> {
  if (!sql.isCluster) return findKeys(sql, keys, maxLength, sql``);
  const lanes = [...Map.groupBy(keys, ({ lane }) => lane)];
  const found = lanes.map(([lane, ofLane]) =>
    findKeys(sql, ofLane, Math.ceil(maxLength / lanes.length), sql`and conversation.lane = ${lane}`),
  );
  return (await Promise.all(found)).flat();
}

async function findKeys(
  sql: Sql,
  keys: LaneConversation[],
  maxLength: number,
  inLane: ReturnType<Sql>,
): Promise<FoundRow[]> {
  const rows = await sql<Row[]>`
    select lane, agent_id as "agentId", phone_number as "phoneNumber", consent, turns, chain, length,
           case when length_in_all - length < ${maxLength} then session end as session
    from (
      select *, sum(length) over (rows unbounded preceding) as length_in_all
      from unnest(${keys.map(({ lane }) => lane)}::int[], ${keys.map(({ agentId }) => agentId)}::text[],
                  ${keys.map(({ phoneNumber }) => phoneNumber)}::text[]) as key (lane, agent_id, phone_number),
        -- One lookup each: see docs/decisions/0014-one-statement-for-all-lanes.md.
        lateral (
          select session, consent, turns, chain from conversation
          where (conversation.lane, conversation.agent_id, conversation.phone_number)
                = (key.lane, key.agent_id, key.phone_number) ${inLane}
          limit 1
        ) as one,
        octet_length(session::text) as length
    ) as found`;
  return rows.map((row) => ({ ...row, session: row.session && wholeSession(row.session) }));
}
