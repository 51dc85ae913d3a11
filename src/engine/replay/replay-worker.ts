/** What a thread of `slice.ts` does: replays the sessions that it is given. */
import type { ReplayCounts } from '../../model/replay.ts';
import { createSandbox } from '../sandbox.ts';
import { type ReplaySlice, replaySlice } from './slice.ts';

export async function work({ slice, counts }: { slice: ReplaySlice; counts: ReplayCounts }): Promise<ReplayCounts> {
  await using sandbox = createSandbox({ threads: 1 });
  return await replaySlice(sandbox, slice, counts);
}
