/** One timer for everything that is due some time: rung at the earliest, never more often than the resolution. */

/** Milliseconds. What is due is looked for among all endpoints, so thousands of due times must share a look. */
const RESOLUTION_MS = 50;

export type Alarm = Disposable & {
  /** Rings at `at` (milliseconds since 1970) or shortly after, unless an earlier time is set by then. */
  set(at: number): void;
};

export function createAlarm(now: () => number, ring: () => void): Alarm {
  let ringsAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;
  return {
    set(at) {
      if (at >= ringsAt || disposed) return;
      clearTimeout(timer);
      ringsAt = at;
      timer = setTimeout(
        () => {
          ringsAt = Number.POSITIVE_INFINITY;
          ring();
        },
        Math.max(at - now(), RESOLUTION_MS),
      );
    },
    [Symbol.dispose]() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}
