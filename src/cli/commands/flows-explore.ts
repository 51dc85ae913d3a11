/** `parley flows explore`: random conversations with a flow in a file or a folder, and the shortest that break it. */
import type { Cli } from '../command.ts';
import { CONVERSATIONS, type Given, MAX_CONVERSATIONS, numberOf, showExploration } from './exploration-report.ts';

/** The exit code is 1 when something is found. @throws CommandFailure when a file is no flow */
export async function exploreFlow({ out }: Cli, given: Given & { path: string }): Promise<void> {
  const { path } = given;
  const conversations = numberOf(given, 'conversations', CONVERSATIONS, MAX_CONVERSATIONS);
  const seed = numberOf(given, 'seed', 1, Number.MAX_SAFE_INTEGER);
  // The engine takes a while to load, and few commands need it.
  const { readSource } = await import('./flow-source.ts');
  const { flow, statesAlone } = await readSource(path);
  const { createSandbox } = await import('../../engine/sandbox.ts');
  const { createExplorer } = await import('../../engine/explore/explore.ts');
  const { coverageOf } = await import('../../engine/scenario/coverage.ts');
  await using sandbox = createSandbox();
  const explorer = await createExplorer(sandbox, 'explore', flow, { seed, statesAlone });
  const { discoveries, steps, visits } = await explorer.explore(0, conversations, new Set());
  const coverage = coverageOf(flow, visits);
  await showExploration(out, { path, seed, conversations, steps, discoveries, coverage }, given.out);
}
