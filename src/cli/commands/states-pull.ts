/** `parley states pull`: writes an agent's states to a folder, so that they can be edited, compared and pushed again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { dim, good, plain } from '../output.ts';
import { bodyOf, writeFolder } from './states-folder.ts';

export async function pullStates({ api, out }: Cli, { agentId, folder }: { agentId: string; folder: string }) {
  const states = await api.list('/agents/{agentId}/states', 'states', { params: { path: { agentId } } });
  const found = await Promise.all(
    states.map(async (state) => {
      const body = bodyOf(state);
      const isThere = isDeepStrictEqual(await readJson(join(folder, `${state.stateId}.json`)), body);
      return { stateId: state.stateId, isThere, text: `${JSON.stringify(body, null, 2)}\n` };
    }),
  );
  const written = found.filter(({ isThere }) => !isThere);
  await writeFolder(folder, written);
  const results = found.map(({ stateId, isThere }) => ({ stateId, done: isThere ? 'unchanged' : 'written' }));
  out.show({ folder, states: results }, () =>
    results.length === 0
      ? `The agent has no states: ${PROGRAM} states push ${agentId} <folder>`
      : results
          .map(({ stateId, done }) => `${(done === 'written' ? good : dim)(done.padEnd(9))}  ${plain(stateId)}`)
          .join('\n'),
  );
}

/** The file's current content; undefined if there is none that can be read. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
