/** Who wants to hear from an agent: what a client has recorded, and when what the platform tells was said. */
import type { Context } from '../context.ts';
import type { Agent } from '../model/agent.ts';
import { type ConsentAction, type ConsentState, changeOf, isOptedOut } from '../model/consent.ts';
import type { ConsentItem, InboxItem, UserEventItem } from '../model/inbox-item.ts';
import { wordSaid } from '../model/opt-out.ts';
import type { OutboxMessage } from '../model/outbox-message.ts';
import type { Session } from '../model/session.ts';
import type { Noted, TurnInput } from './turn.ts';

export async function recordConsent(
  _context: Context,
  { item, body, conversation }: TurnInput<ConsentItem>,
): Promise<Noted> {
  const { action, evidence } = body;
  const said = { action, source: 'api', at: item.receivedAt, evidence: { text: evidence } } as const;
  return { events: [], consent: changeOf(conversation.consent, said) };
}

/**
 * Whether a message to this user has to be held back. One may acknowledge an opt-out, whoever sends it; passwords are asked
 * for.
 */
export function isSilenced({ useCase }: Agent, consent: ConsentState | null, acknowledges: boolean): boolean {
  return isOptedOut(consent) && useCase !== 'OTP' && !(acknowledges && !consent.acknowledged);
}

/** Events that say whether the user wants to hear from the agent. */
export const SUBSCRIPTION: Partial<Record<UserEventItem['eventType'], ConsentAction>> = {
  SUBSCRIBE: 'OPT_IN',
  UNSUBSCRIBE: 'OPT_OUT',
};

/** Whether the user has opted out by what waits behind a message, and has not come back: it may not go out any more. */
export function hasLeft(agent: Agent, message: OutboxMessage, behind: InboxItem[]): boolean {
  if (agent.useCase === 'OTP' || message.messageTrafficType === 'ACKNOWLEDGEMENT') return false;
  return behind.map((item) => actionSaid(agent, item)).findLast((action) => action !== null) === 'OPT_OUT';
}

function actionSaid({ config }: Agent, { body }: InboxItem): ConsentAction | null {
  if (body.kind === 'user-message') return wordSaid(body.content.text, config.optOut)?.action ?? null;
  if (body.kind === 'user-event') return SUBSCRIPTION[body.eventType] ?? null;
  return body.kind === 'consent' ? body.action : null;
}

/** A user who leaves is not asked on. While they are away nothing is asked of them, so that they return to no question. */
export function withoutWait(session: Session): Session {
  return { ...session, awaitingStateId: null };
}

/** When the user did it. Not after it arrived, whatever the clock of their phone says. */
export function saidAt(item: InboxItem, sendTime: string | null): string {
  return sendTime !== null && Date.parse(sendTime) < Date.parse(item.receivedAt) ? sendTime : item.receivedAt;
}
