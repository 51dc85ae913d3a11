/** Who owns which lane, looked up often, so that it is known whose lanes a fault stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/store/database.ts';

const LOOK_EVERY_MS = 200;

export type LaneWatch = AsyncDisposable & {
  /** The lanes that the process had when it was last looked. */
  lanesOf(pid: number): number[];
  all(): number[];
};

export function watchLanes(database: Database): LaneWatch {
  let owners: { lane: number; pid: number | null }[] = [];
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rows = await database<{ lane: number; owner: string | null }[]>`select lane, owner from lane_owner`.catch(
        () => null,
      );
      // `<host>:<pid>:<random>`, see lanes/identity.ts.
      owners =
        (rows?.map(({ lane, owner }) => ({ lane, pid: owner && Number(owner.split(':').at(-2)) })) as typeof owners) ??
        owners;
      await delay(LOOK_EVERY_MS);
    }
  }

  const running = run();
  return {
    lanesOf: (pid) => owners.filter((owner) => owner.pid === pid).map(({ lane }) => lane),
    all: () => owners.map(({ lane }) => lane),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
