/** How long what waited in a lane stood still after the end of what stopped it. */
import type { Disturbance } from './faults.ts';

export type Recovery = { what: string; lane: number; ms: number };

/** A statement that was on its way when its process died may still commit. */
const IN_FLIGHT_MS = 50;

/** When an item arrived in its lane and when its turn was committed, in epoch milliseconds. */
export type Commit = { receivedMs: number; committedMs: number };

/**
 * From the end of each disturbance, or the arrival of something to do, until the next turn of each of its lanes was
 * committed. A lane that is hit again before that starts over: `superseded` counts these. Of a lane in which nothing
 * happened afterwards there is nothing to say: were something waiting there, the run would not have come to rest.
 * @param commits by lane, of its turns, in the order of the commits
 * @param lanesOf the lanes that a process had at a time; without one, all lanes
 */
export function measureRecoveries(
  disturbances: readonly Disturbance[],
  commits: ReadonlyMap<number, readonly Commit[]>,
  lanesOf: (pid: number | null, atMs: number) => number[],
) {
  const recoveries: Recovery[] = [];
  let superseded = 0;
  const byLane = new Map<number, Disturbance[]>();
  for (const disturbance of disturbances) {
    const lanes = lanesOf(disturbance.pid, disturbance.atMs);
    for (const lane of lanes) byLane.set(lane, [...(byLane.get(lane) ?? []), disturbance]);
  }
  for (const [lane, all] of byLane) {
    const ordered = all.toSorted((a, b) => a.endedMs - b.endedMs);
    const turns = commits.get(lane) ?? [];
    for (const { what, endedMs } of ordered) {
      const next = firstAfter(turns, endedMs + IN_FLIGHT_MS);
      const isHitAgain = ordered.some(
        (other) => other.endedMs > endedMs && other.atMs < (next?.committedMs ?? Number.POSITIVE_INFINITY),
      );
      if (isHitAgain) superseded += 1;
      else if (next) recoveries.push({ what, lane, ms: next.committedMs - Math.max(endedMs, next.receivedMs) });
    }
  }
  return { recoveries, superseded };
}

function firstAfter(turns: readonly Commit[], afterMs: number): Commit | undefined {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (turns[middle]!.committedMs <= afterMs) low = middle + 1;
    else high = middle;
  }
  return turns[low];
}

/** The value below which this share of them is; null without any. */
export function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}
