/**
 * Detects lanes that this process owns and that make no progress although something waits in them, for any reason: it
 * does not trust the tail, but queries the database. It only reports.
 */
import type { Logger } from '../log.ts';
import { listWaitingLanes } from '../store/lanes.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Longer than a slow turn, and than a statement may take. */
const STALL_MS = 30_000;
/** Checks within the time after which a lane counts as stalled. */
const LOOKS = 6;

export type Stalls = Disposable & {
  /** Something that waited in the lane is done. */
  moved(lane: number): void;
};

export function watchStalls(options: {
  sql: Sql;
  log: Logger;
  metrics: Metrics;
  owned: () => number[];
  afterMs: number | undefined;
}): Stalls {
  const { sql, log, metrics, owned, afterMs = STALL_MS } = options;
  /** By lane, since when it has not moved (or has been ours). */
  const still = new Map<number, number>();
  let stalled = new Set<number>();
  let looking = false;

  async function look(): Promise<void> {
    const now = performance.now();
    const lanes = new Set(owned());
    for (const lane of still.keys()) if (!lanes.has(lane)) still.delete(lane);
    for (const lane of lanes) if (!still.has(lane)) still.set(lane, now);
    const suspects = [...still].filter(([, since]) => now - since >= afterMs).map(([lane]) => lane);
    tell(suspects.length === 0 ? [] : await listWaitingLanes(sql, suspects, afterMs / 1000));
  }

  function tell(found: number[]): void {
    // It may have moved during the query.
    const lanes = new Set(found.filter((lane) => performance.now() - (still.get(lane) ?? Infinity) >= afterMs));
    for (const lane of lanes) {
      if (!stalled.has(lane)) log.error({ lane }, 'a lane stands still although items are waiting');
    }
    for (const lane of stalled) if (!lanes.has(lane)) log.info({ lane }, 'a lane moves again');
    stalled = lanes;
  }

  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    // Without the database nothing moves, and other lines report that.
    await look().catch(() => {});
    looking = false;
  }, afterMs / LOOKS);
  metrics.lanesStalled.from(() => stalled.size);

  return {
    moved: (lane) => void still.set(lane, performance.now()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
