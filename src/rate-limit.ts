/**
 * How often secrets may be guessed, at every door alike: wrong ones are counted by the address that they come from, and
 * too many are told to wait. The right one is always taken, whatever came before it: many have the address of their proxy,
 * and whoever guesses there must lock nobody out. So a secret has to bear all guesses by its length alone.
 */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem, retryAfter } from './errors.ts';
import { isSecret, secretDigest } from './secrets/digest.ts';

/** Enough for a person who looks for the right one, or for a client that has not heard of a new one. */
const MAX_WRONG = 10;
const WINDOW_MS = 60_000;
/** Addresses, each with a secret that was guessed: bounds the memory; what falls out is counted anew. */
const MAX_WATCHED = 10_000;

export type RateLimit = {
  /**
   * Counts a wrong guess. The seconds to wait when this address was wrong about this secret too often within the last
   * minute, else null. `secret` is a short name of what was to be guessed.
   */
  countWrong: (address: string, secret: string) => number | null;
};

export function createRateLimit(now: () => Date): RateLimit {
  const windows = new LRUCache<string, { wrong: number; endsAtMs: number }>({ max: MAX_WATCHED });
  return {
    countWrong(address, secret) {
      const key = `${networkOf(address)} ${secret}`;
      const nowMs = now().getTime();
      const known = windows.get(key);
      const window = known && known.endsAtMs > nowMs ? known : { wrong: 0, endsAtMs: nowMs + WINDOW_MS };
      window.wrong += 1;
      windows.set(key, window);
      return window.wrong > MAX_WRONG ? Math.ceil((window.endsAtMs - nowMs) / 1000) : null;
    },
  };
}

/** Of IPv6 the first 64 bits: one subscriber has all addresses behind them. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/** The operator key, as every door tries it. */
export type OperatorKey = {
  matches: (candidate: string) => boolean;
  /** Counts a candidate that did not match. @throws Problem `too_many_requests` */
  countWrong: (address: string) => void;
};

export function createOperatorKey(key: string, rateLimit: RateLimit): OperatorKey {
  const expected = secretDigest(key);
  return {
    matches: (candidate) => isSecret(candidate, expected),
    countWrong(address) {
      const seconds = rateLimit.countWrong(address, 'operator key');
      if (seconds === null) return;
      throw new Problem('too_many_requests', `Too many wrong keys came from here; try again in ${seconds} seconds.`, {
        headers: retryAfter(seconds),
      });
    },
  };
}
