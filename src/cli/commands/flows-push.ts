/** `parley flows push`: makes an agent's flow that of a file, all or nothing. */
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { accent, bad, dim, good, plain } from '../output.ts';
import { readFlow } from './flow-file.ts';

type SavedFlow = Schemas['SavedFlow'];
type Given = { agentId: string; file: string; 'dry-run': boolean | undefined };

/** @throws CommandFailure when the document is refused, or would be */
export async function pushFlow({ api, out }: Cli, { agentId, file, 'dry-run': dryRun = false }: Given): Promise<void> {
  const body = await readFlow(file);
  const saved = await api.PUT('/agents/{agentId}/flow', {
    params: { path: { agentId }, query: { dryRun } },
    body,
  });
  const { errors = [] } = saved;
  if (errors.length > 0) {
    out.note(described(saved, dryRun));
    throw new CommandFailure('The flow would be refused', `${file} has ${errors.length} faults.`, { errors });
  }
  out.show(saved, () => described(saved, dryRun));
}

function described(saved: SavedFlow, isDryRun: boolean): string {
  const { added, changed, removed, unchanged, keywordsChanged, defaultStateChanged, warnings = [] } = saved;
  const settings = [...(defaultStateChanged ? ['default state'] : []), ...(keywordsChanged ? ['keywords'] : [])];
  const line = (style: typeof good, word: string) => (what: string) => `${style(word.padEnd(8))}  ${plain(what)}`;
  return [
    ...added.map(line(good, 'added')),
    ...changed.map(line(accent, 'changed')),
    ...removed.map(line(bad, 'removed')),
    ...settings.map(line(accent, 'changed')),
    ...warnings.map(({ path, message }) => line(dim, 'warning')(`${path}: ${message}`)),
    dim(`${unchanged} states unchanged${isDryRun ? '; nothing was stored' : ''}`),
  ].join('\n');
}
