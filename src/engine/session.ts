/** When a session begins and when it has ended. The store keeps it, and the caller has the clock. */
import type { Session } from '../model/session.ts';

/** @param now ISO 8601 */
export function freshSession(now: string): Session {
  return {
    stateId: null,
    awaitingStateId: null,
    params: {},
    data: {},
    input: {},
    bytes: 0,
    startedAt: now,
    lastActivityAt: now,
  };
}

/** Whether there was no traffic for the whole time to live. @param now ISO 8601 */
export function sessionEnded(session: Session, ttlMs: number, now: string): boolean {
  return Date.parse(now) - Date.parse(session.lastActivityAt) >= ttlMs;
}
