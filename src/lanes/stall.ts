/**
 * Notices lanes that this process owns and that do not move although something waits in them, whatever the reason: the
 * tail's own idea of what waits is not trusted, the database is asked. Says so; mending is left to whoever broke it.
 */
import type { Logger } from '../log.ts';
import { listWaitingLanes } from '../store/lanes.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Longer than a slow turn, and than a statement may take. */
const STALL_MS = 30_000;
/** Looks within the time after which a lane counts as stalled. */
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
  /** By lane, since when it does not move (or is ours). */
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
    // It may have moved while the database was asked.
    const lanes = new Set(found.filter((lane) => performance.now() - (still.get(lane) ?? Infinity) >= afterMs));
    for (const lane of lanes) {
      if (!stalled.has(lane)) log.error({ lane }, 'a lane stands still although something waits in it');
    }
    for (const lane of stalled) if (!lanes.has(lane)) log.info({ lane }, 'a lane moves again');
    stalled = lanes;
  }

  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    // Without the database nothing moves, and other lines say so.
    await look().catch(() => {});
    looking = false;
  }, afterMs / LOOKS);
  metrics.lanesStalled.from(() => stalled.size);

  return {
    moved: (lane) => void still.set(lane, performance.now()),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
