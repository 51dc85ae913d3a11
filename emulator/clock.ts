/** The platform's clock and time format. The clock is an argument everywhere, so that tests can set it. */

/** Milliseconds since 1970, with a fraction: Google's times show microseconds. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** RFC 3339 in UTC with six digits, as in Google's own examples. */
export function timestamp(ms: number): string {
  const whole = Math.floor(ms);
  const micros = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}
