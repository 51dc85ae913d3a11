/**
 * The templates' share of the main thread: a few milliseconds for each round of its event loop, accounts in turn.
 * Everything else on that thread runs in between, whatever one account renders.
 */
import type { Company } from './company.ts';
import { createRota } from './rota.ts';

/** Two hundred common renders. A send takes about ten rounds of the loop, and this may come on top of each. */
const SLICE_MS = 2;

/** After the slice of an account that had to wait, this many times its length is for all else, if others have work. */
const REST = 2;

/** Receives milliseconds that a thread was busy, whether or not there was a result. */
export type Spend = (ms: number) => void;

export type Slices = {
  /** Does the work at once while there is time left, else on the account's turn. @throws whatever it throws */
  run<Result>(accountId: string, work: () => Result, spend: Spend): Result | Promise<Result>;
};

/** What all waiting work of an account waits for: most of it runs in one slice, and the rest waits for the next. */
type Gate = { accountId: string; opened: Promise<void>; open: () => void };

export function createSlices(company: Company): Slices {
  const waiting = createRota<Gate>();
  const gates = new Map<string, Gate>();
  /** The account whose slice it is, of those that waited, and how much of it is used. */
  let current: { accountId: string; spentMs: number } | null = null;
  /** Since the event loop last came around. */
  let spentMs = 0;
  let isScheduled = false;
  let restsUntil = 0;
  let resting: NodeJS.Timeout | undefined;

  const mayRun = (accountId: string) =>
    spentMs < SLICE_MS && (accountId === current?.accountId || waiting.isTurnOf(accountId));

  function timed<Result>(accountId: string, work: () => Result, spend: Spend): Result {
    const startedAt = performance.now();
    company.came(accountId);
    try {
      return work();
    } finally {
      const tookMs = performance.now() - startedAt;
      spentMs += tookMs;
      spend(tookMs);
      if (accountId === current?.accountId) current.spentMs += tookMs;
      if (current || waiting.size() > 0) waiting.charge(accountId, tookMs);
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
    const now = performance.now();
    if (current && company.hasOthers(current.accountId)) restsUntil = now + REST * current.spentMs;
    current = null;
    if (waiting.size() === 0) return;
    clearTimeout(resting);
    if (now < restsUntil) {
      resting = setTimeout(schedule, restsUntil - now);
      return;
    }
    const next = waiting.take()!;
    current = { accountId: next.accountId, spentMs: 0 };
    gates.delete(next.accountId);
    next.open();
    // For accounts that wait after it, or have more waiting then.
    schedule();
  }

  return {
    run: (accountId, work, spend) =>
      mayRun(accountId) ? timed(accountId, work, spend) : later(accountId, work, spend),
  };
}
