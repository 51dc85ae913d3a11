/**
 * Rate limit for guesses at secrets, the same everywhere: wrong ones are counted by client address, and too many get a
 * wait. The right one is always accepted: many clients share the address of their proxy, and a guesser there must lock
 * nobody out. So a secret must withstand unlimited guessing by its length alone; for a password, which need not,
 * `http/api/password-check.ts` is stricter.
 */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem, retryAfter } from './errors.ts';
import { isSecret, secretDigest } from './secrets/digest.ts';

/** Enough for a person who tries several, or for a client that still has an old one. */
const MAX_WRONG = 10;
const WINDOW_MS = 60_000;
/** Pairs of an address and a guessed secret: bounds the memory; an evicted one is counted from zero. */
const MAX_WATCHED = 10_000;

export type RateLimit = {
  /**
   * Counts a wrong guess. Returns the seconds to wait when this address was wrong about this secret too often within
   * the last minute, else null. `secret` is a short name of the guessed secret.
   */
  countWrong: (address: string, secret: string) => number | null;
  /** The same, as an answer: `what` are wrong ones, as in "keys". @throws Problem `too_many_requests` */
  refuseMore: (address: string, secret: string, what: string) => void;
  /** What was counted for this address and secret: it was right. */
  forget: (address: string, secret: string) => void;
};

export function createRateLimit(now: () => Date): RateLimit {
  const windows = new LRUCache<string, { wrong: number; endsAtMs: number }>({ max: MAX_WATCHED });
  function countWrong(address: string, secret: string): number | null {
    const key = `${networkOf(address)} ${secret}`;
    const nowMs = now().getTime();
    const known = windows.get(key);
    const window = known && known.endsAtMs > nowMs ? known : { wrong: 0, endsAtMs: nowMs + WINDOW_MS };
    window.wrong += 1;
    windows.set(key, window);
    return window.wrong > MAX_WRONG ? Math.ceil((window.endsAtMs - nowMs) / 1000) : null;
  }

  return {
    countWrong,
    refuseMore(address, secret, what) {
      const seconds = countWrong(address, secret);
      if (seconds === null) return;
      const detail = `Too many wrong ${what} from this address; try again in ${seconds} seconds.`;
      throw new Problem('too_many_requests', detail, { headers: retryAfter(seconds) });
    },
    forget(address, secret) {
      windows.delete(`${networkOf(address)} ${secret}`);
    },
  };
}

/** The first 64 bits of IPv6: one subscriber has all the addresses in them. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/** The operator key, as every part that accepts it checks it. */
export type OperatorKey = {
  matches: (candidate: string) => boolean;
  /** Counts a candidate that did not match. @throws Problem `too_many_requests` */
  countWrong: (address: string) => void;
};

export function createOperatorKey(key: string, rateLimit: RateLimit): OperatorKey {
  const expected = secretDigest(key);
  return {
    matches: (candidate) => isSecret(candidate, expected),
    countWrong: (address) => rateLimit.refuseMore(address, 'operator key', 'keys'),
  };
}
