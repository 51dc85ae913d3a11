/**
 * Answers that are slow to get, kept for a while: whoever asks meanwhile shares the answer, or waits for the same one. A
 * failure is not kept, nor what was forgotten while it was being read: it may be from before the change.
 */
import { LRUCache } from 'lru-cache';

export type ReadCache<Value> = {
  /** What is kept under the key, else what `read` resolves to. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** With `answer`, unless another one has taken its place. */
  forget(key: string, answer?: Promise<Value>): void;
  /** All whose keys begin so. */
  forgetAll(prefix?: string): void;
};

export function createReadCache<Value>(options: {
  maxEntries: number;
  /** Of all of them together, where `lengthOf` says how long one is. */
  maxLength?: number;
  lengthOf?: (value: Value, key: string) => number;
  /** For how many milliseconds it is kept from then on; more than none. */
  keptMs: (value: Value) => number;
  /** Milliseconds since any moment in the past. */
  now?: () => number;
}): ReadCache<Value> {
  const { maxEntries, maxLength = maxEntries, lengthOf = () => 1, keptMs, now = () => performance.now() } = options;
  // Each takes at least the share of one: told how many there may be, the library would lay out all their room at once.
  const share = Math.ceil(maxLength / maxEntries);
  // The clock is asked at each lookup, which costs less than a timer that spares that.
  const kept = new LRUCache<string, Promise<Value>>({ maxSize: maxLength, ttlResolution: 0, perf: { now } });

  function forget(key: string, answer?: Promise<Value>): boolean {
    return (answer === undefined || kept.peek(key) === answer) && kept.delete(key);
  }

  return {
    get(key, read) {
      const known = kept.get(key);
      if (known) return known;
      const answer = read();
      kept.set(key, answer, { size: share });
      answer.then(
        (value) => {
          const size = Math.max(share, lengthOf(value, key));
          if (forget(key, answer)) kept.set(key, answer, { size, ttl: keptMs(value) });
        },
        () => forget(key, answer),
      );
      return answer;
    },
    forget,
    forgetAll(prefix = '') {
      for (const key of [...kept.keys()]) if (key.startsWith(prefix)) kept.delete(key);
    },
  };
}
