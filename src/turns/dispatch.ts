/** A message that was set aside is put back: it goes to the outbox again, under its message id. */
import type { Context } from '../context.ts';
import type { DispatchItem } from '../model/inbox-item.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function dispatch(_: Context, { item, body }: TurnInput<DispatchItem>): Promise<Noted> {
  const { lane, seq, agentId, phoneNumber } = item;
  return { events: [], outbox: { lane, seq, agentId, phoneNumber, attempts: 0, body: body.message } };
}
