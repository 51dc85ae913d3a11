/** What an exploration has found, of a file or of an agent: shown, and written as flow tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Discovery } from '../../model/exploration.ts';
import type { Coverage } from '../../model/test-result.ts';
import { UsageError } from '../failure.ts';
import { bad, dim, good, type Output, plain } from '../output.ts';

export const CONVERSATIONS = 500;
export const MAX_CONVERSATIONS = 100_000;

export type Given = Record<'conversations' | 'seed' | 'out', string | undefined>;

/** With whatever else its document has. */
type Found = { seed: number; conversations: number; steps: number; discoveries: Discovery[]; coverage: Coverage } & {
  [field: string]: unknown;
};

/** `folder`: where each discovery is written. Sets the exit code to 1 when something was found. */
export async function showExploration(out: Output, found: Found, folder: string | undefined): Promise<void> {
  const { discoveries } = found;
  const { stepInWords } = await import('../../engine/scenario/words.ts');
  const files = folder === undefined ? [] : await write(folder, discoveries);
  out.show(found, () =>
    [
      ...discoveries.map(({ code, message, test }, index) =>
        [
          `${bad(code)}  ${plain(message)}`,
          ...test.steps.map((step) => `    ${dim(plain(stepInWords(step)))}`),
          ...(files[index] === undefined ? [] : [`  written to ${plain(files[index])}`]),
          '',
        ].join('\n'),
      ),
      ...summary(found),
    ].join('\n'),
  );
  if (discoveries.length > 0) process.exitCode = 1;
}

export function numberOf(given: Given, name: 'conversations' | 'seed', otherwise: number, most: number): number {
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

function summary({ discoveries: { length }, conversations, steps, seed, coverage: { states } }: Found): string[] {
  const reached = `${states.covered} of ${states.of} states reached`;
  const missing =
    states.missing.length > 0 ? [dim(plain(`never entered: ${states.missing.slice(0, 20).join(', ')}`))] : [];
  const outcome = length === 0 ? good('nothing found') : `${length} found`;
  return [`${outcome} in ${conversations} conversations of ${steps} steps (seed ${seed}); ${reached}`, ...missing];
}
