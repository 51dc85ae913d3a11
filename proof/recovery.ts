/** How long a lane stood still after the end of what stopped it. */
import type { Disturbance } from './faults.ts';

export type Recovery = { what: string; lane: number; ms: number };

/** A statement that was on its way when its process died may still commit. */
const IN_FLIGHT_MS = 50;

/**
 * From the end of each disturbance until the next turn of each of its lanes was committed. A lane that is hit again
 * before that starts over: `superseded` counts these. `never` are those without a later commit.
 * @param commits by lane, the times of its turns' commits, ascending
 * @param lanesOf the lanes that a process had at a time; without one, all lanes
 */
export function measureRecoveries(
  disturbances: readonly Disturbance[],
  commits: ReadonlyMap<number, readonly number[]>,
  lanesOf: (pid: number | null, atMs: number) => number[],
) {
  const recoveries: Recovery[] = [];
  let superseded = 0;
  const never: { what: string; lane: number }[] = [];
  const byLane = new Map<number, Disturbance[]>();
  for (const disturbance of disturbances) {
    const lanes = lanesOf(disturbance.pid, disturbance.atMs);
    for (const lane of lanes) byLane.set(lane, [...(byLane.get(lane) ?? []), disturbance]);
  }
  for (const [lane, all] of byLane) {
    const ordered = all.toSorted((a, b) => a.endedMs - b.endedMs);
    const times = commits.get(lane) ?? [];
    for (const { what, endedMs } of ordered) {
      const progressMs = firstAfter(times, endedMs + IN_FLIGHT_MS);
      const isHitAgain = ordered.some((other) => other.endedMs > endedMs && other.atMs < (progressMs ?? Infinity));
      if (isHitAgain) superseded += 1;
      else if (progressMs === null) never.push({ what, lane });
      else recoveries.push({ what, lane, ms: progressMs - endedMs });
    }
  }
  return { recoveries, superseded, never };
}

function firstAfter(times: readonly number[], after: number): number | null {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= after) low = middle + 1;
    else high = middle;
  }
  return times[low] ?? null;
}

/** The value below which this share of them is; null without any. */
export function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}
