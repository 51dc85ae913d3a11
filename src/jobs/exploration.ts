/** A slice of an exploration: the next conversations, on a thread. */
import type { Context } from '../context.ts';
import type { ExplorationProgress, ExplorationRequest } from '../model/exploration.ts';
import type { ClaimedJob } from '../store/jobs.ts';
import type { Slice } from './slice.ts';

/** Where the next slice begins is in the progress. */
export async function explorationJob(context: Context, { flow, request, progress }: ClaimedJob): Promise<Slice> {
  const slice = { flow, request: request as ExplorationRequest, progress: progress as ExplorationProgress };
  return { ...(await context.explore(slice)), cursor: null };
}
