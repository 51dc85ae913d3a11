/**
 * Finds flow tests and the flows that they test, as files, and reads them. The flow of a test is a flow document
 * (`flow.json`) or a folder of states (`<stateId>.json`), next to the test or one folder above it.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FieldError } from '../../errors.ts';
import { checkContentMessage } from '../../model/content-message.ts';
import { Flow } from '../../model/flow.ts';
import { FlowTest } from '../../model/flow-test.ts';
import { createDocumentCheck } from '../../validation/validation.ts';
import { CommandFailure } from '../failure.ts';

const FLOW_FILE = 'flow.json';
const STATE_EXTENSION = '.json';
const TEST_EXTENSION = '.test.json';
/** A folder of more is not one of flow tests. */
const MAX_FILES = 10_000;

/** A flow, and the tests of it. `path`: a file, or a folder of states. */
export type Suite = { path: string; flow: Flow; tests: { file: string; test: FlowTest }[] };

/** @throws CommandFailure that names every file that cannot be used */
export async function readSuites(path: string): Promise<Suite[]> {
  const files = await testFilesOf(path);
  if (files.length === 0)
    throw new CommandFailure('There are no flow tests', `${path} has no *${TEST_EXTENSION} files.`);
  const checkTest = createDocumentCheck(FlowTest);
  const checkFlow = createDocumentCheck(Flow);
  const errors: FieldError[] = [];
  const suites = new Map<string, Suite>();
  for (const file of files) {
    const test = await readDocument(file, checkTest, errors);
    const found = await findFlow(file);
    if (!suites.has(found)) {
      const flow = await readFlow(found, checkFlow, errors);
      suites.set(found, { path: found, flow: flow as Flow, tests: [] });
    }
    suites.get(found)!.tests.push({ file, test: test as FlowTest });
  }
  if (errors.length > 0) throw new CommandFailure('No test was run', 'Some files cannot be used.', { errors });
  return [...suites.values()];
}

async function testFilesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('There are no flow tests', `${path} cannot be read (${cause.code})`, { cause });
  });
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(TEST_EXTENSION));
  if (files.length > MAX_FILES)
    throw new CommandFailure('There are too many flow tests', `${path} has ${files.length}; name a folder in it.`);
  return files
    .filter(({ parentPath }) => !parentPath.split('/').includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

async function findFlow(file: string): Promise<string> {
  const folders = [dirname(file), join(dirname(file), '..')];
  for (const folder of folders) {
    const names = await readdir(folder);
    if (names.includes(FLOW_FILE)) return join(folder, FLOW_FILE);
    if (names.some(isStateFile)) return folder;
  }
  const detail = `${file} has neither a ${FLOW_FILE} nor a folder of <stateId>.json beside it, or one folder above.`;
  throw new CommandFailure('There is no flow to test', detail);
}

function isStateFile(name: string): boolean {
  return name.endsWith(STATE_EXTENSION) && !name.endsWith(TEST_EXTENSION);
}

async function readFlow(path: string, check: (value: unknown) => FieldError[], errors: FieldError[]): Promise<unknown> {
  if (basename(path) === FLOW_FILE) {
    return readDocument(path, (value) => [...check(value), ...contentFaults(value)], errors);
  }
  const states: Record<string, unknown> = {};
  for (const name of (await readdir(path)).filter(isStateFile).sort()) {
    const file = join(path, name);
    const stateId = basename(name, STATE_EXTENSION);
    states[stateId] = await readDocument(
      file,
      (state) => {
        const flow = { states: { [stateId]: state } };
        const prefix = `/states/${stateId}`;
        return [...check(flow), ...contentFaults(flow)].map((error) => ({
          ...error,
          path: error.path.startsWith(prefix) ? error.path.slice(prefix.length) : error.path,
        }));
      },
      errors,
    );
  }
  return { states };
}

/** The schema leaves content messages to their own check. */
function contentFaults(flow: unknown): FieldError[] {
  const { states = {} } = (flow ?? {}) as Partial<Flow>;
  return Object.entries(states).flatMap(([stateId, state]) =>
    state?.template
      ? checkContentMessage(state.template.contentMessage, {
          rendered: false,
          path: `/states/${stateId}/template/contentMessage`,
        })
      : [],
  );
}

async function readDocument(
  file: string,
  check: (value: unknown) => FieldError[],
  errors: FieldError[],
): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    errors.push(...check(value).map(({ path, message }) => ({ path: `${file}${path && ` ${path}`}`, message })));
    return value;
  } catch (cause) {
    errors.push({ path: file, message: `it is not valid JSON: ${(cause as Error).message}` });
    return null;
  }
}
