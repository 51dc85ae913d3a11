/** `parley flows explore`: random conversations with a flow in a file or a folder, and the shortest that break it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Discovery } from '../../model/exploration.ts';
import type { Coverage } from '../../model/test-result.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { bad, dim, good, plain } from '../output.ts';

const CONVERSATIONS = 500;
const MAX_CONVERSATIONS = 100_000;

type Given = Record<'path', string> & Record<'conversations' | 'seed' | 'out', string | undefined>;

/** The exit code is 1 when something is found. @throws CommandFailure when a file is no flow */
export async function exploreFlow({ out }: Cli, given: Given): Promise<void> {
  const conversations = numberOf(given, 'conversations', CONVERSATIONS, MAX_CONVERSATIONS);
  const seed = numberOf(given, 'seed', 1, Number.MAX_SAFE_INTEGER);
  // The engine takes a while to load, and few commands need it.
  const { readSource } = await import('./flow-source.ts');
  const { flow, statesAlone } = await readSource(given.path);
  const { createSandbox } = await import('../../engine/sandbox.ts');
  const { createExplorer } = await import('../../engine/explore/explore.ts');
  const { coverageOf } = await import('../../engine/scenario/coverage.ts');
  const { stepInWords } = await import('../../engine/scenario/words.ts');
  await using sandbox = createSandbox();
  const explorer = await createExplorer(sandbox, 'explore', flow, { seed, statesAlone });
  const { discoveries, steps, visits } = await explorer.explore(0, conversations, new Set());
  const files = given.out === undefined ? [] : await write(given.out, discoveries);
  const coverage = coverageOf(flow, visits);
  out.show({ path: given.path, seed, conversations, steps, discoveries, coverage }, () =>
    [
      ...discoveries.map(({ code, message, test }, index) =>
        [
          `${bad(code)}  ${plain(message)}`,
          ...test.steps.map((step) => `    ${dim(plain(stepInWords(step)))}`),
          ...(files[index] === undefined ? [] : [`  written to ${plain(files[index])}`]),
          '',
        ].join('\n'),
      ),
      ...summary(discoveries.length, { conversations, steps, seed }, coverage),
    ].join('\n'),
  );
  if (discoveries.length > 0) process.exitCode = 1;
}

function numberOf(given: Given, name: 'conversations' | 'seed', otherwise: number, most: number): number {
  const text = given[name];
  if (text === undefined) return otherwise;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from 1 to ${most}.`);
}

/** Named by what they show, so that a second exploration with the same seed writes the same files. */
async function write(folder: string, discoveries: Discovery[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const counts = new Map<string, number>();
  return Promise.all(
    discoveries.map(async ({ code, stateId, test }) => {
      const name = [code, ...(stateId === undefined ? [] : [stateId])].join('-').replace(/[^A-Za-z0-9_.-]/g, '_');
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      const file = join(folder, `${name}${nth > 1 ? `-${nth}` : ''}.test.json`);
      await writeFile(file, `${JSON.stringify(test, null, 2)}\n`);
      return file;
    }),
  );
}

type Counts = { conversations: number; steps: number; seed: number };

function summary(found: number, { conversations, steps, seed }: Counts, { states }: Coverage): string[] {
  const reached = `${states.covered} of ${states.of} states reached`;
  const missing =
    states.missing.length > 0 ? [dim(plain(`never entered: ${states.missing.slice(0, 20).join(', ')}`))] : [];
  const outcome = found === 0 ? good('nothing found') : `${found} found`;
  return [`${outcome} in ${conversations} conversations of ${steps} steps (seed ${seed}); ${reached}`, ...missing];
}
