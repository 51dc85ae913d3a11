/**
 * A message that was set aside is put back: it goes to the outbox again, under its message id. Who has left meanwhile is
 * not written to; that it may acknowledge an opt-out was found when it was made.
 */
import type { Context } from '../context.ts';
import type { DispatchItem } from '../model/inbox-item.ts';
import { isSilenced } from './consent.ts';
import { failedEvent } from './payload.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function dispatch(context: Context, input: TurnInput<DispatchItem>): Promise<Noted> {
  const { item, body, agent, conversation } = input;
  const { message } = body;
  const acknowledges = message.messageTrafficType === 'ACKNOWLEDGEMENT';
  if (isSilenced(agent, conversation.consent, false) && !acknowledges) {
    const { messageId, held } = message;
    const sendTime = context.now().toISOString();
    const failed = failedEvent(context.installation, item, { messageId, sendTime, failure: null });
    return { events: held ? [held, failed] : [failed] };
  }
  const { lane, seq, agentId, phoneNumber } = item;
  return { events: [], outbox: { lane, seq, agentId, phoneNumber, attempts: 0, body: message } };
}
