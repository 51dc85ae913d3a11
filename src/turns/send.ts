/** A send request enters a state. */
import type { Context } from '../context.ts';
import { enter } from '../engine/enter.ts';
import type { SendItem } from '../model/inbox-item.ts';
import { engineNeeds, sessionOf } from './engine-needs.ts';
import type { Decided, TurnInput } from './turn.ts';

export async function send(context: Context, input: TurnInput<SendItem>): Promise<Decided> {
  const { item, body } = input;
  const session = sessionOf(input);
  const decision = await enter(
    engineNeeds(context, input),
    { session, phoneNumber: item.phoneNumber, message: null, now: item.receivedAt },
    { stateId: body.stateId, params: body.params, because: 'send' },
  );
  return {
    decision,
    before: session,
    messageId: body.messageId,
    ttlSeconds: body.ttlSeconds,
    messageTrafficType: body.messageTrafficType,
    held: null,
    consent: null,
  };
}
