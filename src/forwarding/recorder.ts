/**
 * Writes the outcomes of events, those of all lanes in one statement. An event stays in memory until then, so that it is not
 * read again. Nobody waits for this: after a crash before the commit the client gets an event twice.
 */
import { createGroupCommit, type GroupCommit } from '../lanes/commit.ts';
import { LaneLost, type OwnedLane } from '../lanes/lanes.ts';
import type { Logger } from '../log.ts';
import { commitForwarding, type ForwardWrite } from '../store/forwarding.ts';
import { partOf } from '../store/shards.ts';
import type { LaneSql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { PendingEvent } from './endpoint.ts';

/** Outcomes within this time are written together: one statement for many events spares the database. */
const GATHER_MS = 50;

/** `pending` is null for an event that was never in memory. */
export type Recorded = { write: ForwardWrite; pending: PendingEvent | null };

export type Recorder = {
  add(recorded: Recorded): void;
  /** Resolves when all that was added is written, or the lane is lost. */
  drained(): Promise<void>;
};

export type ForwardCommit = GroupCommit<{ write: ForwardWrite; bytes: number }>;

export function createForwardCommit({ sql, metrics }: { sql: LaneSql; metrics: Metrics }): ForwardCommit {
  return createGroupCommit({
    partOf: partOf(sql),
    pauseMs: () => GATHER_MS,
    write: async (group) => {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'forwarding' });
      const held = await commitForwarding(
        sql,
        group.map(({ lane, writes: { write } }) => ({ fence: lane, write })),
      );
      endTimer();
      return held;
    },
  });
}

/** Of one lane. */
export function createRecorder(
  { log, commit }: { log: Logger; commit: ForwardCommit },
  lane: OwnedLane,
  committed: (recorded: Recorded[]) => void,
): Recorder {
  const writing = new Set<Promise<void>>();
  const written: Recorded[] = [];

  async function record(recorded: Recorded): Promise<void> {
    const { write } = recorded;
    try {
      // Only a webhook's response can be long.
      await commit.commit(lane, { write, bytes: write.attempt?.response?.length ?? 0 });
    } catch (cause) {
      if (cause instanceof LaneLost) return;
      log.error({ err: cause, lane: lane.lane, seq: write.seq }, 'a forwarding attempt could not be recorded');
      return;
    }
    // The promises of one statement resolve in one go.
    if (written.length === 0) queueMicrotask(() => committed(written.splice(0)));
    written.push(recorded);
  }

  return {
    add(recorded) {
      const done = record(recorded).finally(() => writing.delete(done));
      writing.add(done);
    },
    async drained() {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
