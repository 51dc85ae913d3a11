/** Many measurements summarized in a few numbers. */

export type Latency = { p50: number; p99: number };

/** Milliseconds; null without measurements. By the nearest rank, so that each figure was really measured. */
export function latencyOf(durationsMs: readonly number[]): Latency | null {
  if (durationsMs.length === 0) return null;
  const sorted = Float64Array.from(durationsMs).sort();
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { p50: rank(0.5), p99: rank(0.99) };
}

export const perSecond = (count: number, durationMs: number) => (count * 1000) / durationMs;
