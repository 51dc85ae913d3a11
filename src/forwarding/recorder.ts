/**
 * Writes the outcomes of a lane's events, many in one fenced statement. An event stays in memory until then, so that it
 * is not read again. Nobody waits for this: after a crash before the commit the client gets an event twice.
 */
import { createGroupCommit } from '../lanes/commit.ts';
import { LaneLost, type OwnedLane } from '../lanes/lanes.ts';
import type { Logger } from '../log.ts';
import { commitForwarding, type ForwardWrite } from '../store/forwarding.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { PendingEvent } from './endpoint.ts';

/** Outcomes within this time are written together: one statement for many events spares the database. */
const GATHER_MS = 50;
/** Keeps one statement short. */
const MAX_WRITES = 250;

/** `pending` is null for an event that was never in memory. */
export type Recorded = { write: ForwardWrite; pending: PendingEvent | null };

export type Recorder = {
  add(recorded: Recorded): void;
  /** Resolves when all that was added is written, or the lane is lost. */
  drained(): Promise<void>;
};

export function createRecorder(
  { sql, log, metrics }: { sql: Sql; log: Logger; metrics: Metrics },
  lane: OwnedLane,
  committed: (recorded: Recorded[]) => void,
): Recorder {
  const gathered: Recorded[] = [];
  let running: Promise<void> | null = null;
  const group = createGroupCommit<{ writes: ForwardWrite[]; bytes: number }>({
    lane,
    write: async (groups) => {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'forwarding' });
      const held = await commitForwarding(
        sql,
        lane,
        groups.flatMap(({ writes }) => writes),
      );
      endTimer();
      return held;
    },
  });

  async function run(): Promise<void> {
    while (gathered.length > 0 && !lane.signal.aborted) {
      if (gathered.length < MAX_WRITES) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      await commit(gathered.splice(0, MAX_WRITES));
    }
    running = null;
  }

  async function commit(recorded: Recorded[]): Promise<void> {
    try {
      const writes = recorded.map(({ write }) => write);
      // Only a webhook's response can be long.
      const bytes = writes.reduce((sum, { attempt }) => sum + (attempt?.response?.length ?? 0), 0);
      await group.commit({ writes, bytes });
    } catch (cause) {
      if (cause instanceof LaneLost) return;
      // A row that the database refuses must not fail the others.
      if (recorded.length > 1) for (const one of recorded) await commit([one]);
      else
        log.error(
          { err: cause, lane: lane.lane, seq: recorded[0]?.write.seq },
          'a forwarding attempt could not be recorded',
        );
      return;
    }
    committed(recorded);
  }

  return {
    add(recorded) {
      gathered.push(recorded);
      running ??= run();
    },
    async drained() {
      await running;
    },
  };
}
