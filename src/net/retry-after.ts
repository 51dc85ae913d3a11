/** Another system's `Retry-After`. Source: RFC 9110 §10.2.3. */

/** Milliseconds, from a number of seconds or an HTTP date; null for anything else. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
