/** How often the operator key may be guessed: counts wrong keys by address. What a key is, is `session.ts`'s business. */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors.ts';

/** Enough for a person who looks for the right key; a made key has 256 bits, and a chosen one 16 characters at least. */
const MAX_WRONG = 10;
const WINDOW_MS = 60_000;
/** Bounds the memory; an address that falls out starts anew. */
const MAX_ADDRESSES = 10_000;

export type Guesses = {
  /** @throws Problem `too_many_requests` when this address has been wrong too often within the last minute. */
  allow: (address: string) => void;
  countWrong: (address: string) => void;
};

export function createGuesses(now: () => Date): Guesses {
  const windows = new LRUCache<string, { wrong: number; endsAtMs: number }>({ max: MAX_ADDRESSES });
  const current = (address: string) => {
    const window = windows.get(networkOf(address));
    return window && window.endsAtMs > now().getTime() ? window : null;
  };
  return {
    allow(address) {
      const window = current(address);
      if (!window || window.wrong < MAX_WRONG) return;
      const seconds = Math.ceil((window.endsAtMs - now().getTime()) / 1000);
      throw new Problem('too_many_requests', `Too many wrong keys; try again in ${seconds} seconds.`, {
        headers: { 'retry-after': String(seconds) },
      });
    },
    countWrong(address) {
      const window = current(address) ?? { wrong: 0, endsAtMs: now().getTime() + WINDOW_MS };
      windows.set(networkOf(address), { ...window, wrong: window.wrong + 1 });
    },
  };
}

/** Of IPv6 the first 64 bits: one subscriber has all addresses behind them. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
