/**
 * Group commit: the writes of many turns (or webhook attempts) of all lanes of this process become one statement, one at a
 * time. Each lane has its own fence in it: nothing is written for lanes that now belong to another process.
 */
import type { Fence } from '../model/fence.ts';
import { isPassing } from '../store/database.ts';
import { createGathering } from './gather.ts';
import { LaneLost, type OwnedLane } from './lanes.ts';

export type CommitLane = Fence & Pick<OwnedLane, 'lose'>;

export type GroupCommit<Writes> = {
  /** Resolves after the commit. @throws LaneLost, or the database's error for these writes alone. */
  commit(lane: CommitLane, writes: Writes): Promise<void>;
};

/** Keeps a statement, and the time it holds its locks, short. */
const MAX_GROUP = 250;

type PendingWrites<Writes> = {
  lane: CommitLane;
  writes: Writes;
  bytes: number;
  resolve: () => void;
  reject: (cause: unknown) => void;
};

/** `bytes`: the size of the writes within the statement. */
export function createGroupCommit<Writes extends { bytes: number }>(options: {
  /** Writes the group in one statement. Resolves with the lanes whose fence is held; nothing is written for the others. */
  write: (group: { lane: CommitLane; writes: Writes }[]) => Promise<readonly number[]>;
  /** See `createGathering`. */
  pauseMs: (lastCount: number) => number;
  /** Lanes for which it gives different numbers have statements of their own, as in a cluster. */
  partOf?: ((lane: number) => number) | null;
}): GroupCommit<Writes> {
  const { pauseMs, partOf = null } = options;
  const apart = partOf && (({ lane }: PendingWrites<Writes>) => partOf(lane.lane));
  const gathering = createGathering<PendingWrites<Writes>>({ maxItems: MAX_GROUP, pauseMs, write, failed, apart });

  async function write(group: PendingWrites<Writes>[]): Promise<void> {
    // A statement has one epoch per lane: of two, the older one is over.
    const latest = new Map<number, number>();
    for (const { lane } of group) latest.set(lane.lane, Math.max(lane.epoch, latest.get(lane.lane) ?? 0));
    const isOver = ({ lane }: PendingWrites<Writes>) => lane.epoch < latest.get(lane.lane)!;
    const held = new Set(await options.write(group.filter((pending) => !isOver(pending))));
    const isLost = (pending: PendingWrites<Writes>) => isOver(pending) || !held.has(pending.lane.lane);
    for (const pending of group) if (!isLost(pending)) pending.resolve();
    lose(group.filter(isLost), undefined);
  }

  function failed(group: PendingWrites<Writes>[], cause: unknown): void {
    if (isPassing(cause)) lose(group, { cause });
    else for (const { reject } of group) reject(cause);
  }

  function lose(group: PendingWrites<Writes>[], why: ErrorOptions | undefined): void {
    const causes = new Map(group.map(({ lane }) => [lane, new LaneLost(lane.lane, why)]));
    for (const [lane, cause] of causes) lane.lose(cause);
    for (const { lane, reject } of group) reject(causes.get(lane));
  }

  return {
    commit(lane, writes) {
      return new Promise((resolve, reject) => {
        gathering.add({ lane, writes, bytes: writes.bytes, resolve, reject });
      });
    },
  };
}
