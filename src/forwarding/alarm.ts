/** One timer for many due times: fires at the earliest, never more often than the resolution. */

/** Milliseconds. Each time all endpoints are searched for due work, so thousands of due times must share one search. */
const RESOLUTION_MS = 50;
/** It reads the clock at least this often, because a clock may be set while a timer sleeps. */
const LONGEST_SLEEP_MS = 1_000;

export type Alarm = Disposable & {
  /** Fires at `at` (milliseconds since 1970) or shortly after, unless an earlier time is set by then. */
  set(at: number): void;
};

export function createAlarm(now: () => number, ring: () => void): Alarm {
  let ringsAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  function sleep(): void {
    const sleepMs = Math.min(Math.max(ringsAt - now(), RESOLUTION_MS), LONGEST_SLEEP_MS);
    timer = setTimeout(() => {
      if (now() < ringsAt) return sleep();
      ringsAt = Number.POSITIVE_INFINITY;
      ring();
    }, sleepMs);
  }

  return {
    set(at) {
      if (at >= ringsAt || disposed) return;
      clearTimeout(timer);
      ringsAt = at;
      sleep();
    },
    [Symbol.dispose]() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
