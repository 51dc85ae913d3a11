/** Many measurements in a few numbers. */

export type Latency = { p50: number; p99: number };

/** Milliseconds; null of nothing. By the nearest rank, so that each figure is one that was measured. */
export function latencyOf(durationsMs: readonly number[]): Latency | null {
  if (durationsMs.length === 0) return null;
  const sorted = Float64Array.from(durationsMs).sort();
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { p50: rank(0.5), p99: rank(0.99) };
}

/** A second, for something that took `durationMs` in all. */
export const perSecond = (count: number, durationMs: number) => (count * 1000) / durationMs;
