/**
 * Outbound messages, looked up by id alone. Their lane is unknown, so every lane is queried: a few hundred index
 * probes, for people and not for the hot path.
 */
import { Problem } from '../errors.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { SendItem } from '../model/inbox-item.ts';
import { lanesUpTo } from './lanes.ts';
import type { Sql } from './sql.ts';

export type MadeMessage = {
  lane: number;
  phoneNumber: string;
  stateId: string | null;
  content: ContentMessage;
  ttlSeconds: number | null;
  createdAt: Date;
  revokedAt: Date | null;
};

/** A send request that has not become a message: it still waits, or its turn ended without one. */
export type UnmadeMessage = { phoneNumber: string; item: SendItem; receivedAt: Date; reason: string | null };

type Wanted = { agentId: string; messageId: string };

/** Items searched one by one for a message, because no index has it; some tenths of a second. */
const MAX_ITEMS_LOOKED_AT = 100_000;

export async function findMadeMessage(sql: Sql, { agentId, messageId }: Wanted, laneCount: number) {
  const [message] = await sql<MadeMessage[]>`
    select lane, phone_number as "phoneNumber", state_id as "stateId", content, ttl_seconds as "ttlSeconds",
           created_at as "createdAt", revoked_at as "revokedAt"
    from message
    where lane = any(${lanesUpTo(laneCount)}) and message_id = ${messageId} and agent_id = ${agentId}
    order by created_at desc limit 1`;
  return message;
}

/** Whether its turn ended without a message; `reason` is null when the flow ended that way. */
export async function findUnsentTurn(sql: Sql, { agentId, messageId }: Wanted, laneCount: number) {
  const [turn] = await sql<UnmadeMessage[]>`
    select phone_number as "phoneNumber", item, received_at as "receivedAt", stopped as reason
    from turn
    where lane = any(${lanesUpTo(laneCount)}) and agent_id = ${agentId}
      and item ->> 'messageId' = ${messageId} and message_id is null and item ->> 'kind' = 'send'
    order by committed_at desc limit 1`;
  return turn;
}

/** @throws Problem `not_ready` when more items wait than can be searched. */
export async function findWaitingSend(sql: Sql, { agentId, messageId }: Wanted, laneCount: number) {
  const [item] = await sql<(UnmadeMessage & { isWhole: boolean })[]>`
    with waiting as materialized (
      select phone_number, body, received_at from inbox
      where lane = any(${lanesUpTo(laneCount)}) and agent_id = ${agentId} limit ${MAX_ITEMS_LOOKED_AT}
    )
    select found.*, (select count(*) < ${MAX_ITEMS_LOOKED_AT} from waiting) as "isWhole"
    from (select) as always left join (
      select phone_number as "phoneNumber", body as item, received_at as "receivedAt", null as reason from waiting
      where strpos(body::text, ${messageId}) > 0 and body ->> 'kind' = 'send' and body ->> 'messageId' = ${messageId}
    ) as found on true`;
  if (item?.item) return item;
  if (item?.isWhole) return undefined;
  throw new Problem('not_ready', 'Too much waits in the inbox to say whether this message is among it.');
}

/** Whether its turn failed so often that it became a dead letter. */
export async function findFailedSend(sql: Sql, { agentId, messageId }: Wanted, laneCount: number) {
  const [item] = await sql<UnmadeMessage[]>`
    select phone_number as "phoneNumber", body as item, failed_at as "receivedAt", reason
    from (
      select phone_number, body, failed_at, reason from dead_letter
      where lane = any(${lanesUpTo(laneCount)}) and agent_id = ${agentId} order by failed_at desc limit ${MAX_ITEMS_LOOKED_AT}
    ) as failed
    where strpos(body::text, ${messageId}) > 0 and body ->> 'kind' = 'send' and body ->> 'messageId' = ${messageId}
    limit 1`;
  return item;
}

/** Records that the platform revoked the message. */
export async function updateRevoked(sql: Sql, lane: number, messageId: string): Promise<void> {
  await sql`update message set revoked_at = now() where lane = ${lane} and message_id = ${messageId} and revoked_at is null`;
}
