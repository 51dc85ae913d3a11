/** A send request enters a state. */
import type { Context } from '../context.ts';
import { enter } from '../engine/enter.ts';
import type { SendItem } from '../model/inbox-item.ts';
import { engineNeeds, sessionOf } from './engine-needs.ts';
import { liveFlow, pinned } from './flow.ts';
import type { Decided, TurnInput } from './turn.ts';

export async function send(context: Context, input: TurnInput<SendItem>): Promise<Decided> {
  const { item, body } = input;
  const session = sessionOf(input);
  const flow = await liveFlow(context, input);
  const decision = await enter(
    engineNeeds(context, input, flow),
    { session, phoneNumber: item.phoneNumber, message: null, now: item.receivedAt },
    { stateId: body.stateId, params: body.params, because: 'send' },
  );
  return {
    decision: pinned(decision, flow),
    before: session,
    version: flow.version,
    messageId: body.messageId,
    ttlSeconds: body.ttlSeconds,
    messageTrafficType: body.messageTrafficType,
    held: null,
    consent: null,
  };
}
