/**
 * Repeated log lines: the first of a kind is written at once, later ones are counted, and the count is written every
 * minute. So a cause that comes back a thousand times a second makes two lines a minute. `log.ts` formats the lines and
 * decides which are of one kind.
 */

const WINDOW_MS = 60_000;
/** Kinds tracked at once; there are fewer in the source. Beyond that, the oldest is written and forgotten. */
const MAX_KINDS = 200;

export type Clock = { nowMs: () => number; after: (ms: number, work: () => void) => void };

/** Waiting for the next minute must not keep the process alive. */
const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  after: (ms, work) => void setTimeout(work, ms).unref(),
};

type Kind = { endsAtMs: number; more: number; tell: (more: number) => void };

export type Repeats = {
  /** Whether this is the first of its kind. If not, `tell` is later called with how many were withheld. */
  isFirst: (kind: string, tell: (more: number) => void) => boolean;
  /** Writes all withheld counts now. */
  tellAll: () => void;
};

export function createRepeats(clock: Clock = SYSTEM_CLOCK): Repeats {
  /** In the order in which their minutes end. */
  const kinds = new Map<string, Kind>();
  let isWaiting = false;

  function begin(name: string): void {
    kinds.set(name, { endsAtMs: clock.nowMs() + WINDOW_MS, more: 0, tell: () => {} });
    wait();
  }

  function wait(): void {
    const [soonest] = kinds.values();
    if (!soonest || isWaiting) return;
    isWaiting = true;
    clock.after(Math.max(0, soonest.endsAtMs - clock.nowMs()), () => {
      isWaiting = false;
      for (const [name, kind] of [...kinds]) {
        if (kind.endsAtMs > clock.nowMs()) break;
        forget(name, kind);
        // A kind that was silent for a minute is written at once when it returns; any other is still counted.
        if (kind.more > 0) begin(name);
      }
      wait();
    });
  }

  function forget(name: string, { more, tell }: Kind): void {
    kinds.delete(name);
    if (more > 0) tell(more);
  }

  return {
    isFirst(name, tell) {
      const kind = kinds.get(name);
      if (kind) {
        kind.more += 1;
        kind.tell = tell;
        return false;
      }
      const [oldest] = kinds.size >= MAX_KINDS ? kinds : [];
      if (oldest) forget(...oldest);
      begin(name);
      return true;
    },
    tellAll() {
      for (const kind of [...kinds]) forget(...kind);
    },
  };
}
