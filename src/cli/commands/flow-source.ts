/** Flows as files, in either form: a flow document, or a folder of states (`<stateId>.json`). Read and checked, offline. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FieldError } from '../../errors.ts';
import { Flow } from '../../model/flow.ts';
import { createDocumentCheck } from '../../validation/validation.ts';
import { CommandFailure } from '../failure.ts';
import { PROJECT_FILE } from '../project.ts';

export const FLOW_FILE = 'flow.json';
export const TEST_EXTENSION = '.test.json';
const STATE_EXTENSION = '.json';

type Check = (value: unknown) => FieldError[];

/** @param path a file, or a folder of states. It is a flow if `errors` stays empty. */
export async function readFlow(path: string, check: Check, errors: FieldError[]): Promise<Flow> {
  if (!(await isFolder(path))) return (await readDocument(path, check, errors)) as Flow;
  const states: Record<string, unknown> = {};
  for (const name of (await readdir(path)).filter(isStateFile).sort()) {
    const file = join(path, name);
    const stateId = basename(name, STATE_EXTENSION);
    states[stateId] = await readDocument(
      file,
      (state) => {
        const prefix = `/states/${stateId}`;
        return check({ states: { [stateId]: state } }).map((error) => ({
          ...error,
          path: error.path.startsWith(prefix) ? error.path.slice(prefix.length) : error.path,
        }));
      },
      errors,
    );
  }
  return { states: states as Flow['states'] };
}

/**
 * The flow of a file, or of a folder: its `flow.json`, or else its states alone, without keywords and a default state.
 * @throws CommandFailure when it is none
 */
export async function readSource(path: string): Promise<{ flow: Flow; statesAlone: boolean }> {
  const isDirectory = await isFolder(path);
  const hasDocument = isDirectory && (await readdir(path)).includes(FLOW_FILE);
  const errors: FieldError[] = [];
  const flow = await readFlow(hasDocument ? join(path, FLOW_FILE) : path, createDocumentCheck(Flow), errors);
  if (errors.length > 0) throw new CommandFailure('This is no flow', 'It does not fit its schema.', { errors });
  return { flow, statesAlone: isDirectory && !hasDocument };
}

export function isStateFile(name: string): boolean {
  return name.endsWith(STATE_EXTENSION) && !name.endsWith(TEST_EXTENSION) && name !== PROJECT_FILE;
}

/** @throws CommandFailure when there is nothing of this name */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The flow cannot be read', `${path} (${cause.code})`, { cause });
  });
  return found.isDirectory();
}

export async function readDocument(file: string, check: Check, errors: FieldError[]): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    errors.push(...check(value).map(({ path, message }) => ({ path: `${file}${path && ` ${path}`}`, message })));
    return value;
  } catch (cause) {
    errors.push({ path: file, message: `it is not valid JSON: ${(cause as Error).message}` });
    return null;
  }
}
