/** Reading messages on their way to the platform; `turns.ts` writes them, with the turn that made them. */
import type { OutboxMessage } from '../model/outbox-message.ts';
import type { Sql } from './sql.ts';

/** `attempts` counts crashes and failures of its dispatch. */
export type OutboxRow = {
  lane: number;
  seq: number;
  agentId: string;
  phoneNumber: string;
  attempts: number;
  body: OutboxMessage;
};

/**
 * A message on its way to the platform. `bytes`: of its row as JSON. Its body is null while it is only in the database:
 * a long one is in memory only while it is made, and while the platform is called.
 */
export type OutgoingMessage = Omit<OutboxRow, 'body'> & { bytes: number; body: OutboxMessage | null };

/** Longer bodies are not kept in memory while they wait. Most messages are shorter, and it is little for an item. */
export const KEPT_BODY_BYTES = 4 * 1024;

/** Messages of a lane not yet dispatched, in order, from a number on; without the bodies of long ones. */
export async function listOutbox(
  sql: Sql,
  lane: number,
  from: { seq: number; limit: number },
): Promise<OutgoingMessage[]> {
  return sql<OutgoingMessage[]>`
    select lane, seq, agent_id as "agentId", phone_number as "phoneNumber", attempts, bytes,
           case when bytes <= ${KEPT_BODY_BYTES} then body end as body
    from outbox, octet_length(body::text) as bytes
    where lane = ${lane} and seq >= ${from.seq} order by seq limit ${from.limit}`;
}

/** The body of a message not yet dispatched; null when it has gone. */
export async function findOutboxBody(sql: Sql, lane: number, seq: number): Promise<OutboxMessage | null> {
  const [row] = await sql<{ body: OutboxMessage }[]>`select body from outbox where lane = ${lane} and seq = ${seq}`;
  return row?.body ?? null;
}
