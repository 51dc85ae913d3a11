/** Samples who owns which lane, so that the lanes stopped by a fault are known. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/store/database.ts';

const LOOK_EVERY_MS = 200;

export type LaneWatch = AsyncDisposable & {
  /**
   * The lanes that the process had at this time (epoch milliseconds); without one, all lanes. Called at the end,
   * because a process that dies right after it took a lane appears only in the next sample: its row outlives it.
   */
  lanesOf(pid: number | null, atMs: number): number[];
};

type Look = { atMs: number; owners: { lane: number; pid: number | null }[] };

export function watchLanes(database: Database): LaneWatch {
  const looks: Look[] = [];
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const atMs = Date.now();
      const rows = await database<{ lane: number; owner: string | null }[]>`select lane, owner from lane_owner`.catch(
        () => null,
      );
      // `<host>:<pid>:<random>`, see lanes/identity.ts.
      const owners = rows?.map(({ lane, owner }) => ({
        lane,
        pid: owner === null ? null : Number(owner.split(':').at(-2)),
      }));
      if (owners) looks.push({ atMs, owners });
      await delay(LOOK_EVERY_MS);
    }
  }

  const running = run();
  return {
    lanesOf(pid, atMs) {
      const next = looks.findIndex((look) => look.atMs > atMs);
      const around = next < 0 ? looks.slice(-1) : looks.slice(Math.max(0, next - 1), next + 1);
      const lanes = around.flatMap(({ owners }) => owners.filter((owner) => pid === null || owner.pid === pid));
      return [...new Set(lanes.map(({ lane }) => lane))];
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
