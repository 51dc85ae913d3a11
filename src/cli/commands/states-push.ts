/** `parley states push`: makes an agent's states match a folder, and reports every problem by file and path. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError, Schemas } from '#client';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { accent, dim, good, plain } from '../output.ts';
import { bodyOf, readFolder, type StateFile } from './states-folder.ts';

type State = Schemas['State'];
type Done = 'created' | 'replaced' | 'unchanged' | 'deleted';
type Result = { stateId: string; done: Done };
type Where = { agentId: string; folder: string };

/** @throws CommandFailure when a file was refused; the others are saved all the same */
export async function pushStates(
  { api, out }: Cli,
  { agentId, folder, prune }: Where & { prune: boolean | undefined },
) {
  const files = await readFolder(folder);
  const there = await api.list('/agents/{agentId}/states', 'states', { params: { path: { agentId } } });
  const before = new Map(there.map((state) => [state.stateId, state]));
  const results: Result[] = [];
  const errors: FieldError[] = [];
  const warnings: FieldError[] = [];
  for (const file of files) {
    try {
      const saved = await save(api, agentId, file, before.get(file.stateId));
      results.push({ stateId: file.stateId, done: saved.done });
      warnings.push(...saved.warnings.map((warning) => inFile(file, warning)));
    } catch (failure) {
      if (!(failure instanceof CommandFailure) || failure.code === null) throw failure;
      errors.push(...problemsOf(file, failure));
    }
  }
  if (errors.length === 0 && prune) {
    const kept = new Set(files.map(({ stateId }) => stateId));
    const removed = await removeStates(
      api,
      agentId,
      [...before.values()].filter(({ stateId }) => !kept.has(stateId)),
    );
    results.push(...removed.map((stateId) => ({ stateId, done: 'deleted' as const })));
  }
  if (errors.length > 0) {
    out.note(results.map(resultLine).join('\n'));
    throw new CommandFailure('Some states were refused', `${results.length} of ${files.length} were saved.`, {
      errors,
    });
  }
  const known = new Set([...before.keys(), ...files.map(({ stateId }) => stateId)]);
  for (const { stateId, done } of results) if (done === 'deleted') known.delete(stateId);
  const lasting = warnings.filter((warning) => !isOver(warning, known));
  out.show({ states: results, ...(lasting.length > 0 && { warnings: lasting }) }, () =>
    [
      ...results.map(resultLine),
      ...lasting.map(({ path, message }) => `${dim('warning')}  ${plain(`${path}: ${message}`)}`),
    ].join('\n'),
  );
}

async function save(api: Api, agentId: string, { stateId, body }: StateFile, before: State | undefined) {
  if (before && isDeepStrictEqual(bodyOf(before), body)) return { done: 'unchanged' as const, warnings: [] };
  const path = '/agents/{agentId}/states/{stateId}';
  const state = { params: { path: { agentId, stateId } }, body };
  const { warnings = [] } = await (before ? api.PUT(path, state) : api.POST(path, state));
  return { done: before ? ('replaced' as const) : ('created' as const), warnings };
}

/**
 * A state that others name as their flow entry is removed after them (specification, "Deletion rule"). Where a
 * remaining state names one to be removed, or two name each other, the service refuses, and its message is shown.
 */
async function removeStates(api: Api, agentId: string, leaving: State[]): Promise<string[]> {
  const removed: string[] = [];
  const left = new Map(leaving.map((state) => [state.stateId, state]));
  while (left.size > 0) {
    const isNamed = (stateId: string) =>
      [...left.values()].some((state) => state.stateId !== stateId && state.flowEntryStateId === stateId);
    const free = [...left.keys()].filter((stateId) => !isNamed(stateId));
    for (const stateId of free.length > 0 ? free : left.keys()) {
      await api.DELETE('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId } } });
      left.delete(stateId);
      removed.push(stateId);
    }
  }
  return removed;
}

function inFile({ file }: StateFile, { path, message }: FieldError): FieldError {
  return { path: `${file} ${path}`.trim(), message };
}

function problemsOf(file: StateFile, failure: CommandFailure): FieldError[] {
  const errors = failure.errors.length > 0 ? failure.errors : [{ path: '', message: failure.message }];
  return errors.map((error) => inFile(file, error));
}

/** Within a push a state may name a later one: only states still missing at the end are reported. */
function isOver({ message }: FieldError, known: Set<string>): boolean {
  const named = /^names state "([^"]+)"/.exec(message)?.[1];
  return named !== undefined && known.has(named);
}

function resultLine({ stateId, done }: Result): string {
  const style = done === 'unchanged' ? dim : done === 'created' ? good : accent;
  return `${style(done.padEnd(9))}  ${plain(stateId)}`;
}
