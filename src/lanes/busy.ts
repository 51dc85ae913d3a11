/**
 * How long a group of writes waits for more, depending on how busy this process is. A statement costs as much as ten of its
 * rows, so larger groups save work; on an idle process nobody should wait for that.
 */

/** How long a measurement is valid. */
const MEASURED_MS = 50;
/** Utilization of the event loop: below the first nothing waits, from the second on the pause is the longest. */
const CALM = 0.5;
const BUSY = 0.9;

/** Groups of so few gain nothing from a pause: the process is busy with something else than its writes. */
const FEW = 3;

let last = performance.eventLoopUtilization();
let measuredAt = performance.now();
let utilization = 0;

/** Milliseconds, from 0 on an idle process to `maxMs` on a busy one. `lastCount`: what the last group had. */
export function pauseWhenBusyMs(maxMs: number, lastCount: number): number {
  if (lastCount <= FEW) return 0;
  const now = performance.now();
  if (now - measuredAt >= MEASURED_MS) {
    const next = performance.eventLoopUtilization();
    utilization = performance.eventLoopUtilization(next, last).utilization;
    last = next;
    measuredAt = now;
  }
  return maxMs * Math.min(1, Math.max(0, (utilization - CALM) / (BUSY - CALM)));
}
