/**
 * When an event is retried, and when it is given up. The delays are data; everything here is arithmetic on them.
 * Source: docs/webhooks.md, "What your response does".
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt, counted from the end of the last one: ten attempts in a little over three days. */
export const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Jitter: each delay is extended by up to this share, so that events that failed together are not retried together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt, when `attempts` (at least 1) have been made; null when that was the last.
 * `retryAfterMs`, if the endpoint sent it, counts between the scheduled delay and twice that. `random` is in [0, 1).
 */
export function nextDelayMs(
  delaysMs: readonly number[],
  attempts: number,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: number },
): number | null {
  const scheduledMs = delaysMs[attempts];
  if (scheduledMs === undefined) return null;
  const spreadMs = Math.round(scheduledMs * (1 - JITTER + 2 * JITTER * random));
  if (retryAfterMs === null || retryAfterMs <= scheduledMs) return spreadMs;
  return Math.min(retryAfterMs, 2 * scheduledMs);
}

/**
 * For each number of attempts made: how long ago an event was due if its schedule is over by now, had every attempt
 * been made on time. For events that came due while their endpoint's breaker was open.
 */
export function remainingMs(delaysMs: readonly number[]): number[] {
  return delaysMs.map((_, attempts) => delaysMs.slice(attempts + 1).reduce((sum, delayMs) => sum + delayMs, 0));
}
