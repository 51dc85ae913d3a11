/**
 * What repeats: the first of a kind is told at once, those that follow are counted, and every minute it is told how many
 * they were. So a cause that comes back a thousand times a second makes two lines a minute. How a line is written, and
 * which are of one kind, is `log.ts`'s business.
 */

const WINDOW_MS = 60_000;
/** Kinds at once; there are fewer in the source. When there are more, the oldest is told and forgotten. */
const MAX_KINDS = 200;

export type Clock = { nowMs: () => number; after: (ms: number, work: () => void) => void };

/** Waiting for the next minute keeps no process alive. */
const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  after: (ms, work) => void setTimeout(work, ms).unref(),
};

type Kind = { endsAtMs: number; more: number; tell: (more: number) => void };

export type Repeats = {
  /** Whether this is the first of its kind. If not, `tell` is called with the number of all that were withheld like it. */
  isFirst: (kind: string, tell: (more: number) => void) => boolean;
  /** Tells all that is withheld now. */
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
        // What was silent for a minute is told at once when it comes again; what was not is counted on.
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
