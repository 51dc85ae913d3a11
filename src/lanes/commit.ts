/**
 * Group commit: the writes of many turns (or webhook attempts) of one lane become one statement, one at a time. While a
 * statement is under way the next group gathers, so that the group grows with the load.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Fence } from '../model/fence.ts';
import { isPassing } from '../store/database.ts';
import { takeGroup } from './group.ts';
import { LaneLost } from './lanes.ts';

export type GroupCommit<Writes> = {
  /** Resolves after the commit. @throws LaneLost, or the database's error for these writes alone. */
  commit(writes: Writes): Promise<void>;
};

/** Writes that become ready within this time go together. A statement costs as much as ten of its rows. */
const GATHER_MS = 8;

/** Keeps a statement, and the time it holds its locks, short. */
const MAX_GROUP = 250;

type PendingWrites<Writes> = { writes: Writes; bytes: number; resolve: () => void; reject: (cause: unknown) => void };

/** `bytes`: the size of the writes within the statement. */
export function createGroupCommit<Writes extends { bytes: number }>(options: {
  lane: Fence & { lose(cause: unknown): void };
  /** Writes the group in one fenced statement; false when the fence is lost. */
  write: (group: Writes[]) => Promise<boolean>;
}): GroupCommit<Writes> {
  const waiting: PendingWrites<Writes>[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      if (waiting.length < MAX_GROUP) await delay(GATHER_MS);
      await writeGroup(takeGroup(waiting, MAX_GROUP));
    }
    running = false;
  }

  async function writeGroup(group: PendingWrites<Writes>[]): Promise<void> {
    try {
      if (await options.write(group.map(({ writes }) => writes))) {
        for (const { resolve } of group) resolve();
        return;
      }
      lose(group, new LaneLost(options.lane.lane));
    } catch (cause) {
      if (isPassing(cause)) lose(group, new LaneLost(options.lane.lane, { cause }));
      else if (group.length === 1) group[0]?.reject(cause);
      // A row that the database refuses must not fail the others.
      else for (const one of group) await writeGroup([one]);
    }
  }

  function lose(group: PendingWrites<Writes>[], cause: LaneLost): void {
    options.lane.lose(cause);
    for (const { reject } of [...group, ...waiting.splice(0)]) reject(cause);
  }

  return {
    commit(writes) {
      return new Promise((resolve, reject) => {
        waiting.push({ writes, bytes: writes.bytes, resolve, reject });
        if (!running) void run();
      });
    },
  };
}
