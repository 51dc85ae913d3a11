/** When a session begins and when it has ended. Keeping it is left to the store, and the clock to the caller. */
import type { AgentConfig } from '../model/agent.ts';
import { DEFAULT_SESSION_TTL_MS, type Session } from '../model/session.ts';

/** @param now ISO 8601 */
export function freshSession(now: string): Session {
  return {
    stateId: null,
    awaitingStateId: null,
    params: {},
    data: {},
    input: {},
    startedAt: now,
    lastActivityAt: now,
  };
}

/** Whether there was no traffic for the whole time to live. @param now ISO 8601 */
export function sessionEnded(session: Session, ttlMs: number, now: string): boolean {
  return Date.parse(now) - Date.parse(session.lastActivityAt) >= ttlMs;
}

/** `sessionTtl` is seconds with an `s` (checked when it is saved); 24 hours if absent. */
export function sessionTtlMs(config: AgentConfig): number {
  return config.sessionTtl === undefined ? DEFAULT_SESSION_TTL_MS : Number.parseInt(config.sessionTtl, 10) * 1000;
}
