/**
 * A folder of `<stateId>.json` files: each holds the body of one state, as the API takes it. Only reads and writes
 * them; the commands do the rest.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Schemas } from '#client';
import { CommandFailure } from '../failure.ts';
import { PROJECT_FILE } from '../project.ts';

type State = Schemas['State'];
type StateBody = Schemas['StateBody'];

const EXTENSION = '.json';

export type StateFile = { stateId: string; file: string; text: string; body: StateBody };

/** Sorted by name. @throws CommandFailure that names each unreadable file */
export async function readFolder(folder: string): Promise<StateFile[]> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The folder cannot be read', `${folder} (${cause.code})`, { cause });
  });
  const files = names.filter((name) => name.endsWith(EXTENSION) && name !== PROJECT_FILE).sort();
  if (files.length === 0) throw new CommandFailure('There are no states', `${folder} has no ${EXTENSION} files.`);
  // Schemas take a while to load, and few commands need them.
  const { STATE_ID_PATTERN } = await import('../../model/agent.ts');
  const isStateId = (name: string) => new RegExp(STATE_ID_PATTERN).test(name);
  const read = await Promise.all(
    files.map(async (file) => parseFile(file, isStateId, await readFile(join(folder, file), 'utf8'))),
  );
  const errors = read.flatMap((result) => ('message' in result ? [result] : []));
  if (errors.length > 0) throw new CommandFailure('Nothing was pushed', 'Some files cannot be used.', { errors });
  return read as StateFile[];
}

function parseFile(
  file: string,
  isStateId: (name: string) => boolean,
  text: string,
): StateFile | { path: string; message: string } {
  const stateId = basename(file, EXTENSION);
  if (!isStateId(stateId)) {
    return { path: file, message: 'its name is not a stateId: only letters, digits and . _ ~ : @ - , at most 100' };
  }
  try {
    return { stateId, file, text, body: JSON.parse(text) as StateBody };
  } catch (cause) {
    return { path: file, message: `it is not valid JSON: ${(cause as Error).message}` };
  }
}

/** Creates the folder if it is missing, and leaves its other files alone. */
export async function writeFolder(folder: string, states: readonly { stateId: string; text: string }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { stateId, text } of states) await writeFile(join(folder, `${stateId}${EXTENSION}`), text);
}

/** What a state file holds: without the fields that the service adds. */
export function bodyOf({ agentId, stateId, createdAt, updatedAt, ...body }: State): StateBody {
  return body;
}
