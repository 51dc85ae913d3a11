/**
 * What templates take of the main thread: a few milliseconds each time that its event loop comes around, accounts in turn.
 * Everything else that the thread has to do comes between, whatever one of them has it render.
 */
import { createRota } from './rota.ts';

/** Two hundred common renders. A send takes about ten rounds of the loop, and this may come on top of each. */
const SLICE_MS = 2;

/** Told of milliseconds that a thread was busy, whether or not there was a result. */
export type Spend = (ms: number) => void;

export type Slices = {
  /** Does the work at once while there is time left, else when the account's turn has come. @throws whatever it throws */
  run<Result>(accountId: string, work: () => Result, spend: Spend): Result | Promise<Result>;
};

/** What all that an account has waiting waits for: most of it is done in one slice, and the rest waits for the next one. */
type Gate = { accountId: string; opened: Promise<void>; open: () => void };

export function createSlices(): Slices {
  const waiting = createRota<Gate>();
  const gates = new Map<string, Gate>();
  /** Whose slice it is, of those that have waited. */
  let current: string | null = null;
  /** Since the event loop last came around. */
  let spentMs = 0;
  let isScheduled = false;

  const mayRun = (accountId: string) => spentMs < SLICE_MS && (accountId === current || waiting.size() === 0);

  function timed<Result>(accountId: string, work: () => Result, spend: Spend): Result {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      const tookMs = performance.now() - startedAt;
      spentMs += tookMs;
      spend(tookMs);
      if (accountId === current) waiting.charge(accountId, tookMs);
      schedule();
    }
  }

  async function later<Result>(accountId: string, work: () => Result, spend: Spend): Promise<Result> {
    do await gateOf(accountId).opened;
    while (!mayRun(accountId));
    return timed(accountId, work, spend);
  }

  function gateOf(accountId: string): Gate {
    const known = gates.get(accountId);
    if (known) return known;
    const { promise, resolve } = Promise.withResolvers<void>();
    const gate = { accountId, opened: promise, open: resolve };
    gates.set(accountId, gate);
    waiting.add(accountId, gate);
    schedule();
    return gate;
  }

  function schedule(): void {
    if (!isScheduled) setImmediate(begin);
    isScheduled = true;
  }

  function begin(): void {
    isScheduled = false;
    spentMs = 0;
    const next = waiting.take();
    current = next?.accountId ?? null;
    if (!next) return;
    gates.delete(next.accountId);
    next.open();
    // Whoever waits behind it, or still has something waiting then.
    schedule();
  }

  return {
    run: (accountId, work, spend) =>
      mayRun(accountId) ? timed(accountId, work, spend) : later(accountId, work, spend),
  };
}
