/**
 * What each attempt to forward an event sent, said again from what is stored: nothing of it is kept with the attempt. Where
 * the signing tokens have changed since, its signatures cannot be said, and are left out.
 */
import type { Context } from '../../context.ts';
import type { Agent } from '../../model/agent.ts';
import type { AttemptRequest, ForwardedEvent } from '../../model/forwarded-event.ts';
import type { EventPlace } from '../../store/events.ts';
import { listFollowedEvents } from '../../store/recent-events.ts';
import { findSigningChange } from '../../store/signing-tokens.ts';

/** Until a change of the tokens is in effect in every process, and as long again for clocks that differ. */
const SETTLED_MS = 10_000;

export async function withRequests(
  { sql, forwarder }: Context,
  agent: Agent,
  place: EventPlace,
  event: ForwardedEvent,
): Promise<ForwardedEvent> {
  const [sent] = await listFollowedEvents(sql, [place]);
  if (!sent) return event;
  const changedAt = await findSigningChange(sql, agent.accountId);
  const request = async (startedAt: string): Promise<AttemptRequest> => {
    const at = new Date(startedAt);
    const signingTokensChanged = changedAt !== null && at.getTime() < changedAt.getTime() + SETTLED_MS;
    return { headers: await forwarder.headersSent(agent, sent, at, !signingTokensChanged), signingTokensChanged };
  };
  const attempts = event.attempts.map(async (attempt) => ({ ...attempt, request: await request(attempt.startedAt) }));
  return { ...event, attempts: await Promise.all(attempts) };
}
