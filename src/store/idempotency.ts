/** Which idempotency key belongs to which request, so that a repeated request gets the first answer again. */
import { Problem } from '../errors.ts';
import type { Sql } from './sql.ts';

export type KeyClaim = {
  lane: number;
  /** Unique among all accounts. */
  key: string;
  /** Identifies the request: equal for equivalent requests. */
  fingerprint: Buffer;
  messageId: string;
};

/** `day` is when the key was first used, UTC. */
export type ClaimedKey = Pick<KeyClaim, 'fingerprint' | 'messageId'> & { day: string };

/** The first loser of a race finds the winner's row at its second try; a third is for a winner that rolled back. */
const MAX_LOOKS = 3;

/**
 * The row of the key: one of the last 24 hours, or the one that this call inserts. Of two concurrent calls the second
 * waits at the unique key for the first to commit, writes nothing, and finds the first one's row on its next try.
 *
 * Two calls within the same millisecond on both sides of midnight UTC would both win: the unique key covers one day.
 */
export async function claimKey(sql: Sql, { lane, key, fingerprint, messageId }: KeyClaim): Promise<ClaimedKey> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const [row] = await sql<(ClaimedKey | Record<keyof ClaimedKey, null>)[]>`
      select fingerprint, message_id as "messageId", day::text
      from claim_key(${lane}, ${key}, ${fingerprint}, ${messageId}::uuid)`;
    if (row?.day) return row;
  }
  throw new Problem('not_ready', 'The same key is being used by another request.');
}

/** Whether the lane, or the one that it was split from, has seen the id on a day before `day`. */
export async function wasSeenBefore(sql: Sql, lane: number, id: string, day: string): Promise<boolean> {
  const rows = await sql`select 1 from seen where lane = ${lane} and id = ${id} and day < ${day}::date limit 1`;
  if (rows.length > 0) return true;
  const [head] = await sql<{ from: number | null }[]>`select split_from as from from lane_head where lane = ${lane}`;
  return typeof head?.from === 'number' && wasSeenBefore(sql, head.from, id, day);
}
