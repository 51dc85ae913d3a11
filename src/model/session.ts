/** Where a user is in a flow, and what was captured on the way. It ends after `sessionTtl` without traffic. */
import type { AgentConfig } from './agent.ts';
import type { JsonObject } from './json.ts';
import type { Pin } from './rollout.ts';

export type Session = {
  /** The state whose message was sent last, or null before the first. */
  stateId: string | null;
  /** The state whose `input` waits for the user's next message, or null. */
  awaitingStateId: string | null;
  /** The postbacks of its message as sent: the values in them may have changed since. Absent before any. */
  offered?: string[];
  /** The version that it goes on on; absent where there are no versions, and on the draft. */
  pin?: Pin;
  params: JsonObject;
  data: JsonObject;
  input: JsonObject;
  /** Where `data` holds free text that a model wrote: by contextKey, JSON pointers in it, `*` for every element. */
  written?: JsonObject;
  /** Size of these, in bytes of JSON. Absent if not measured yet. */
  bytes?: number;
  startedAt: string;
  lastActivityAt: string;
};

const DEFAULT_SESSION_TTL_MS = 24 * 3600 * 1000;

/** `sessionTtl` is seconds with an `s` (checked when it is saved); 24 hours if absent. */
export function sessionTtlMs(config: AgentConfig): number {
  return config.sessionTtl === undefined ? DEFAULT_SESSION_TTL_MS : Number.parseInt(config.sessionTtl, 10) * 1000;
}
