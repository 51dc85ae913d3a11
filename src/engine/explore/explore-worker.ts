/** What a thread of `slice.ts` does: explores for some seconds. */
import type { Pace } from '../pace.ts';
import { createSandbox } from '../sandbox.ts';
import { type ExplorationSlice, exploreSlice } from './slice.ts';

export async function work(slice: ExplorationSlice, pace: Pace) {
  await using sandbox = createSandbox({ threads: 1 });
  return await exploreSlice(sandbox, slice, pace, () => performance.now());
}
