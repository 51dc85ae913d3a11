/**
 * The held event: a user's message is forwarded together with the outcome of the agent's reply, in that order and in
 * one commit, so that a client can tell from the user's event alone whether it was answered, and by which state
 * (`X-Service-Response`). Until then it travels with the reply: the turn that made both holds it back
 * (`turns/outcome.ts`), the outbox keeps it with the message, and the dispatch of that message releases both. A turn
 * without a reply releases it itself.
 */
import type { StoredEvent } from './event.ts';

export type Held = {
  /** The user's event; null when the message answers nobody. */
  held: StoredEvent | null;
  /** The value of `X-Service-Response` if the reply is sent: the id of its state, or the keyword that led there. */
  response: string | null;
};

/** The events to forward, in order. `outcome`: of the message; null when there was none to send. */
export function told({ held, response = null }: Partial<Held>, outcome: StoredEvent | null): StoredEvent[] {
  const events = held ? [{ ...held, response: outcome?.type === 'SENT' ? response : null }] : [];
  return outcome ? [...events, outcome] : events;
}
