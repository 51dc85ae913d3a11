/** Retries a dead-letter message: it goes to the outbox again, under its message id. */
import type { Context } from '../context.ts';
import { failedEvent } from '../model/event-payload.ts';
import { told } from '../model/held-event.ts';
import type { DispatchItem } from '../model/inbox-item.ts';
import { isSilenced } from '../model/silence.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function dispatch(context: Context, input: TurnInput<DispatchItem>): Promise<Noted> {
  const { item, body, agent, conversation } = input;
  const { lane, seq, agentId, phoneNumber } = item;
  const { messageId, messageTrafficType } = body.message;
  // The user may have opted out meanwhile.
  if (isSilenced(agent, conversation.consent, messageTrafficType === 'ACKNOWLEDGEMENT')) {
    const sendTime = context.now().toISOString();
    const failed = failedEvent(context.installation, item, { messageId, sendTime, failure: null });
    return { events: told(body.message, failed) };
  }
  return { events: [], outbox: { lane, seq, agentId, phoneNumber, attempts: 0, body: body.message } };
}
