/** Forwards an event to an endpoint again, through the owner of its lane, with the same bytes as before. */
import type { Context } from '../context.ts';
import { OWN_WEBHOOK } from '../model/endpoint.ts';
import type { RedeliverItem } from '../model/inbox-item.ts';
import { findEvent } from '../store/forwarding.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function redeliver(context: Context, { item, body }: TurnInput<RedeliverItem>): Promise<Noted> {
  const { seq, ordinal, day, endpointId = OWN_WEBHOOK } = body;
  const event = await findEvent(context.sql, { lane: item.lane, seq, ordinal, day });
  return { events: [], ...(event && { redelivered: { ...event, endpointId } }) };
}
