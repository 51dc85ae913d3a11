/**
 * A process's heartbeat, which keeps its leases: sent every third of a lease, whatever happened to the one before and
 * whatever else waits. When none was answered for the length of a lease, all lanes count as lost.
 */
import { LEASE_SECONDS } from '../store/lanes.ts';

const LEASE_MS = LEASE_SECONDS * 1000;
const BEAT_EVERY_MS = LEASE_MS / 3;
/** The pause before the next one after a lane was lost or the database failed. */
export const RETRY_MS = 250;

export type Heart = AsyncDisposable & {
  /** Resolves when the first one was answered or has failed. */
  began: Promise<void>;
  /** Sends the next one after this time, unless one is due before. */
  beat(inMs: number): void;
};

/** `send` queries the database; the connection limits how long that may take. */
export function startHeart<Answer>(options: {
  send: () => Promise<Answer>;
  /** The leases hold for `LEASE_SECONDS` from `sentAt` (epoch milliseconds) on. */
  answered: (answer: Answer, sentAt: number) => void;
  failed: (cause: unknown) => void;
  /** No beat was answered for the length of a lease. */
  expired: (cause: unknown) => void;
}): Heart {
  /** When the unanswered ones were sent. */
  const unanswered = new Map<Promise<void>, number>();
  let leaseEnd = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  let next: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let stopped = false;

  function send(): Promise<void> {
    const sentAt = Date.now();
    dueAt = Number.POSITIVE_INFINITY;
    schedule(BEAT_EVERY_MS);
    const sent = options.send().then(
      (answer) => {
        leaseEnd = Math.max(leaseEnd, sentAt + LEASE_MS);
        awaitExpiry();
        options.answered(answer, sentAt);
      },
      (cause) => {
        options.failed(cause);
        schedule(RETRY_MS);
        if (Date.now() >= leaseEnd) options.expired(cause);
      },
    );
    unanswered.set(sent, sentAt);
    return sent.finally(() => unanswered.delete(sent));
  }

  function schedule(inMs: number): void {
    const at = Date.now() + inMs;
    if (stopped || at > dueAt) return;
    dueAt = at;
    clearTimeout(next);
    next = setTimeout(() => void send(), inMs);
  }

  function awaitExpiry(inMs = leaseEnd - Date.now()): void {
    clearTimeout(expiry);
    if (!stopped) expiry = setTimeout(expire, inMs);
  }

  /** A process that was suspended first learns the state of its lanes: the beat it sends on waking gets its time. */
  function expire(): void {
    const leftMs = Math.min(...unanswered.values()) + BEAT_EVERY_MS - Date.now();
    if (leftMs > 0) awaitExpiry(Math.min(leftMs, BEAT_EVERY_MS));
    else options.expired(new Error('the database does not answer'));
  }

  return {
    began: send(),
    beat: (inMs) => schedule(inMs),
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearTimeout(next);
      clearTimeout(expiry);
      await Promise.all(unanswered.keys());
    },
  };
}
