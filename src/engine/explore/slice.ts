/** A slice of an exploration: some seconds of conversations, on a thread of their own. */
import type { ExplorationProgress, ExplorationRequest } from '../../model/exploration.ts';
import type { Flow } from '../../model/flow.ts';
import type { Pace } from '../pace.ts';
import type { Sandbox } from '../sandbox.ts';
import { coverageOf } from '../scenario/coverage.ts';
import type { WorkThreads } from '../work-threads.ts';
import { createExplorer } from './explore.ts';

/** Milliseconds after which a slice ends. */
const SLICE_MS = 3_000;
/** Conversations between looks at the clock. */
const AT_ONCE = 10;
/** Milliseconds after which the thread is ended, whatever it does. */
const MAX_THREAD_MS = 60_000;
/** Characters of the discoveries of one exploration, as JSON: those of filled sessions are large. */
const MAX_DISCOVERIES_LENGTH = 4 * 1024 * 1024;

/** `flow`: a flow document, as JSON. */
export type ExplorationSlice = { flow: string; request: ExplorationRequest; progress: ExplorationProgress };
type Done = { progress: ExplorationProgress; isLast: boolean };
/** @throws {WorkEnded} */
export type SliceExplorer = (slice: ExplorationSlice) => Promise<Done>;

export function createSliceExplorer(threads: WorkThreads): SliceExplorer {
  const module = new URL('./explore-worker.ts', import.meta.url);
  return (slice) => threads.run(module, slice, MAX_THREAD_MS);
}

/** `clock`: milliseconds since an arbitrary moment. */
export async function exploreSlice(
  sandbox: Sandbox,
  slice: ExplorationSlice,
  pace: Pace,
  clock: () => number,
): Promise<Done> {
  const { request, progress: earlier } = slice;
  const { conversations, seed } = request;
  const flow = JSON.parse(slice.flow) as Flow;
  const explorer = await createExplorer(sandbox, 'exploration', flow, { seed, statesAlone: false });
  const discoveries = [...earlier.discoveries];
  const visits = new Set(earlier.visits);
  const endAt = clock() + SLICE_MS;
  let { done, steps } = earlier;
  do {
    await pace();
    const to = Math.min(done + AT_ONCE, conversations);
    const found = await explorer.explore(done, to, new Set(discoveries.map(({ key }) => key)));
    discoveries.push(...found.discoveries);
    for (const visit of found.visits) visits.add(visit);
    steps += found.steps;
    done = to;
  } while (done < conversations && clock() < endAt);
  const isFull = JSON.stringify(discoveries).length > MAX_DISCOVERIES_LENGTH;
  const progress = { done, steps, discoveries, visits: [...visits], coverage: coverageOf(flow, visits) };
  return { progress, isLast: isFull || done >= conversations };
}
