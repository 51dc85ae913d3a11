/** Retry back-off: the pauses double from the first to the longest. */

export type Backoff = { firstMs: number; maxMs: number };

/** Up to this share is added to a pause, so that those that failed together do not come back together. */
const JITTER = 0.2;

/** The pause after one of `pauseMs`; after 0 comes the first. */
export function nextPauseMs(pauseMs: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(Math.max(pauseMs * 2, firstMs), maxMs);
}

export function spread(pauseMs: number): number {
  return pauseMs * (1 + JITTER * Math.random());
}
