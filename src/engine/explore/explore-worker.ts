/** What a thread of `slice.ts` does: explores for some seconds. */
import { createSandbox } from '../sandbox.ts';
import { type ExplorationSlice, exploreSlice } from './slice.ts';

export async function work(slice: ExplorationSlice) {
  await using sandbox = createSandbox({ threads: 1 });
  return await exploreSlice(sandbox, slice, () => performance.now());
}
