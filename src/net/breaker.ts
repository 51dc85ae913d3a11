/**
 * A circuit breaker for an endpoint (a client's webhook, a system that flows call): it opens on consecutive failures,
 * tries one probe after a growing pause, and gives the slots back 2, 4, 8 … as answers come. Pure; the clock is an
 * argument. The caller decides what counts as a failure. Source: docs/webhooks.md, "What your response does";
 * docs/connectors.md, "Limits".
 */
import { type Backoff, nextPauseMs } from '../backoff.ts';

/** Attempts in flight to one endpoint: at 20 ms each, 3,200 a second, and a sixteenth of the process's total. */
export const MAX_SLOTS = 64;
/** A new endpoint earns the rest, so that after a restart many dead ones do not fill every slot. */
export const FIRST_SLOTS = 16;
const SLOTS_AFTER_PROBE = 2;

/** Consecutive failures that open the breaker; with fewer slots, as many as there are slots. */
export const FAILURES_TO_OPEN = 10;

/** The pause doubles from the first to the last: a repaired endpoint is noticed within two minutes. */
export const PAUSE: Backoff = { firstMs: 5_000, maxMs: 120_000 };

export type Breaker = Readonly<{
  /** Attempts that may be in flight while it is closed. */
  slots: number;
  /** Failures since the last answer. */
  failures: number;
  /** Answers since the slots last grew. */
  answers: number;
  /** Milliseconds since 1970 at which a probe may go; null while it is closed. */
  openUntil: number | null;
  /** The next pause. */
  pauseMs: number;
}>;

export const NEW_BREAKER: Breaker = {
  slots: FIRST_SLOTS,
  failures: 0,
  answers: 0,
  openUntil: null,
  pauseMs: PAUSE.firstMs,
};

/** How many attempts may be in flight: none while it is open, one probe when the pause is over. */
export function slotsAt({ slots, openUntil }: Breaker, now: number): number {
  if (openUntil === null) return slots;
  return now >= openUntil ? 1 : 0;
}

/** The endpoint answered. Even a late answer from before the opening is a sign of life. */
export function answered(breaker: Breaker): Breaker {
  if (breaker.openUntil !== null) {
    return { ...breaker, slots: SLOTS_AFTER_PROBE, failures: 0, answers: 0, openUntil: null };
  }
  if (breaker.slots === MAX_SLOTS) return breaker.failures === 0 ? breaker : { ...breaker, failures: 0 };
  if (breaker.answers + 1 < breaker.slots) return { ...breaker, failures: 0, answers: breaker.answers + 1 };
  const slots = Math.min(breaker.slots * 2, MAX_SLOTS);
  // The pause is reset only once the endpoint bears the full load again.
  const pauseMs = slots === MAX_SLOTS ? PAUSE.firstMs : breaker.pauseMs;
  return { slots, failures: 0, answers: 0, openUntil: null, pauseMs };
}

export function failed(breaker: Breaker, now: number): Breaker {
  const failures = breaker.failures + 1;
  if (breaker.openUntil === null && failures < Math.min(FAILURES_TO_OPEN, breaker.slots)) {
    return { ...breaker, failures };
  }
  return opened(breaker, now);
}

/** Opens at once, for the next pause. During the pause, only attempts from before it can fail: they change nothing. */
export function opened(breaker: Breaker, now: number): Breaker {
  if (breaker.openUntil !== null && now < breaker.openUntil) return breaker;
  return {
    slots: SLOTS_AFTER_PROBE,
    failures: 0,
    answers: 0,
    openUntil: now + breaker.pauseMs,
    pauseMs: nextPauseMs(breaker.pauseMs, PAUSE),
  };
}
