/**
 * Answers that are slow to get, cached: concurrent callers share the answer, or wait for the same one. Failures are not
 * kept, nor is an entry that was forgotten while it was being read: it may predate the change.
 */
import { LRUCache } from 'lru-cache';

export type ReadCache<Value> = {
  /** The cached answer for the key, else what `read` resolves to. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** With `answer`, only if that is still the entry. */
  forget(key: string, answer?: Promise<Value>): void;
  /** All entries whose keys start with the prefix. */
  forgetAll(prefix?: string): void;
};

export function createReadCache<Value>(options: {
  maxEntries: number;
  /** Of all entries together; `lengthOf` gives the length of one. */
  maxLength?: number;
  lengthOf?: (value: Value, key: string) => number;
  /** How many milliseconds to keep it; more than 0. */
  keptMs: (value: Value) => number;
  /** Milliseconds since an arbitrary moment. */
  now?: () => number;
}): ReadCache<Value> {
  const { maxEntries, maxLength = maxEntries, lengthOf = () => 1, keptMs, now = () => performance.now() } = options;
  // Each takes at least one share: given a maximum number of entries, the library would allocate all their room at
  // once.
  const share = Math.ceil(maxLength / maxEntries);
  // Reading the clock at each lookup costs less than the timer that would avoid it.
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
