/** Who may not be written to: users who have opted out, by their consent or by what still waits in their lane. */
import type { Agent } from './agent.ts';
import { type ConsentAction, type ConsentState, isOptedOut } from './consent.ts';
import type { InboxItem, UserEventItem } from './inbox-item.ts';
import { wordSaid } from './opt-out.ts';
import type { OutboxMessage } from './outbox-message.ts';

/**
 * Whether a message to this user must be held back. One acknowledgement of an opt-out may pass, whoever sends it, and
 * so may passwords, which the user requested.
 */
export function isSilenced({ useCase }: Agent, consent: ConsentState | null, acknowledges: boolean): boolean {
  return isOptedOut(consent) && useCase !== 'OTP' && !(acknowledges && !consent.acknowledged);
}

/** Events that report whether the user wants to hear from the agent. */
export const SUBSCRIPTION: Partial<Record<UserEventItem['eventType'], ConsentAction>> = {
  SUBSCRIBE: 'OPT_IN',
  UNSUBSCRIBE: 'OPT_OUT',
};

/** Whether the user has opted out in an item after the message, without returning: it may not go out any more. */
export function hasLeft(agent: Agent, message: OutboxMessage, behind: InboxItem[]): boolean {
  if (agent.useCase === 'OTP' || message.messageTrafficType === 'ACKNOWLEDGEMENT') return false;
  return behind.map((item) => actionSaid(agent, item)).findLast((action) => action !== null) === 'OPT_OUT';
}

function actionSaid({ config }: Agent, { body }: InboxItem): ConsentAction | null {
  if (body.kind === 'user-message') return wordSaid(body.content.text, config.optOut)?.action ?? null;
  if (body.kind === 'user-event') return SUBSCRIPTION[body.eventType] ?? null;
  return body.kind === 'consent' ? body.action : null;
}
