/** Consent recorded by a client, and the effect on the conversation when a user opts out. */
import type { Context } from '../context.ts';
import { changeOf } from '../model/consent.ts';
import type { ConsentItem, InboxItem } from '../model/inbox-item.ts';
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

/** A user who opts out is asked nothing more, so that they return to no open question. */
export function withoutWait(session: Session): Session {
  return { ...session, awaitingStateId: null };
}

/** When the user did it: no later than it arrived, whatever their phone's clock shows. */
export function saidAt(item: InboxItem, sendTime: string | null): string {
  return sendTime !== null && Date.parse(sendTime) < Date.parse(item.receivedAt) ? sendTime : item.receivedAt;
}
