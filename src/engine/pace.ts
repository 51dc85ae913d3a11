/**
 * Rests for the work of `work-threads.ts`. A low priority alone is not enough: whatever a turn waits for (a commit, the
 * platform's answer) has to get a processor back first, which takes some milliseconds each time.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of work between rests. */
const WORK_MS = 4;
/** How many times as long as the work a rest is. */
const REST = 4;

/** To be called often: rests if it is time to, and there were turns since the last time. */
export type Pace = () => Promise<void>;

/** `turns`: one number, which changes with each turn of this process. `clock`: milliseconds of work up to now. */
export function createPace(turns: Int32Array, clock: () => number): Pace {
  let usedMs = clock();
  let seen = Atomics.load(turns, 0);
  return async () => {
    const workedMs = clock() - usedMs;
    if (workedMs < WORK_MS) return;
    const now = Atomics.load(turns, 0);
    if (now !== seen) await delay(REST * workedMs);
    seen = now;
    usedMs = clock();
  };
}

/** What this thread has used of the processors. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
