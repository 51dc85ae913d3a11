/** Forwards an event again, through the owner of its lane, with the same bytes as before. */
import type { Context } from '../context.ts';
import type { RedeliverItem } from '../model/inbox-item.ts';
import { findEvent } from '../store/forwarding.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function redeliver(context: Context, { item, body }: TurnInput<RedeliverItem>): Promise<Noted> {
  const { seq, ordinal, day } = body;
  const redelivered = await findEvent(context.sql, { lane: item.lane, seq, ordinal, day });
  return { events: [], ...(redelivered && { redelivered }) };
}
