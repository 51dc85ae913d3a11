/** What a thread of `slice.ts` does: replays the sessions that it is given. */
import type { ReplayCounts } from '../../model/replay.ts';
import type { Pace } from '../pace.ts';
import { createSandbox } from '../sandbox.ts';
import { type ReplaySlice, replaySlice } from './slice.ts';

type Given = { slice: ReplaySlice; counts: ReplayCounts };

export async function work({ slice, counts }: Given, pace: Pace): Promise<ReplayCounts> {
  await using sandbox = createSandbox({ threads: 1 });
  return await replaySlice(sandbox, slice, counts, pace);
}
