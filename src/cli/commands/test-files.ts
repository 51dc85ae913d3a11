/**
 * Finds flow tests and the flows that they test, as files, and reads them. The flow of a test is a flow document
 * (`flow.json`) or a folder of states (`<stateId>.json`), next to the test or one folder above it.
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FieldError } from '../../errors.ts';
import { checkContentMessage } from '../../model/content-message.ts';
import { Flow } from '../../model/flow.ts';
import { FlowTest } from '../../model/flow-test.ts';
import { createDocumentCheck } from '../../validation/validation.ts';
import { CommandFailure } from '../failure.ts';
import { FLOW_FILE, isStateFile, readDocument, readFlow, TEST_EXTENSION } from './flow-source.ts';

/** A folder of more is not one of flow tests. */
const MAX_FILES = 10_000;

/** A flow, and the tests of it. `path`: a file, or a folder of states. */
export type Suite = { path: string; flow: Flow; tests: { file: string; test: FlowTest }[] };

/** @throws CommandFailure that names every file that cannot be used */
export async function readSuites(path: string): Promise<Suite[]> {
  const errors: FieldError[] = [];
  const tests = await readTests(path, errors);
  const checkFlow = createDocumentCheck(Flow);
  const suites = new Map<string, Suite>();
  for (const { file, test } of tests) {
    const found = await findFlow(file);
    if (!suites.has(found)) {
      const flow = await readFlow(found, (value) => [...checkFlow(value), ...contentFaults(value)], errors);
      suites.set(found, { path: found, flow, tests: [] });
    }
    suites.get(found)!.tests.push({ file, test });
  }
  if (errors.length > 0) throw new CommandFailure('No test was run', 'Some files cannot be used.', { errors });
  return [...suites.values()];
}

/** The tests alone; they are tests if `errors` stays empty. @throws CommandFailure when there are none */
export async function readTests(path: string, errors: FieldError[]): Promise<Suite['tests']> {
  const files = await testFilesOf(path);
  if (files.length === 0)
    throw new CommandFailure('There are no flow tests', `${path} has no *${TEST_EXTENSION} files.`);
  const check = createDocumentCheck(FlowTest);
  const tests: Suite['tests'] = [];
  for (const file of files) tests.push({ file, test: (await readDocument(file, check, errors)) as FlowTest });
  return tests;
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
