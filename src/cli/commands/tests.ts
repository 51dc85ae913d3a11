/** `parley tests`: the flow tests kept with an agent, as files, and run by the service against its draft. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FieldError, Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { good, plain } from '../output.ts';
import { TEST_EXTENSION } from './flow-source.ts';
import type { Report } from './test-report.ts';

type Where = { agentId: string; folder: string };

/** Their ids are the names of the files. @throws CommandFailure when a file cannot be used; then none is saved */
export async function pushTests({ api, out }: Cli, { agentId, folder }: Where): Promise<void> {
  const { readTests } = await import('./test-files.ts');
  const errors: FieldError[] = [];
  const files = await readTests(folder, errors);
  if (errors.length > 0) throw new CommandFailure('No test was saved', 'Some files cannot be used.', { errors });
  const tests: Schemas['FlowTestSummary'][] = [];
  for (const { file, test } of files) {
    const testId = basename(file, TEST_EXTENSION);
    const path = { agentId, testId };
    tests.push(
      await api.PUT('/agents/{agentId}/tests/{testId}', { params: { path }, body: test as Schemas['FlowTest'] }),
    );
  }
  out.show({ tests }, () =>
    tests.map(({ testId, title }) => `${good('saved')}  ${plain(testId)}  ${plain(title)}`).join('\n'),
  );
}

/** Creates the folder if it is missing, and leaves its other files alone. */
export async function pullTests({ api, out }: Cli, { agentId, folder }: Where): Promise<void> {
  const params = { path: { agentId } };
  const tests = await api.list('/agents/{agentId}/tests', 'tests', { params });
  await mkdir(folder, { recursive: true });
  for (const { testId } of tests) {
    const test = await api.GET('/agents/{agentId}/tests/{testId}', { params: { path: { agentId, testId } } });
    await writeFile(join(folder, `${testId}${TEST_EXTENSION}`), `${JSON.stringify(test, null, 2)}\n`);
  }
  out.show({ folder, tests }, () => `${tests.length} tests are in ${plain(folder)}.`);
}

/** The exit code is 1 when a test fails. */
export async function runStoredTests({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const { tests, coverage, ...counts } = await api.POST('/agents/{agentId}/test-runs', {
    params: { path: { agentId } },
    body: {},
  });
  if (tests.length === 0)
    throw new CommandFailure('No test was run', `The agent has no tests: ${PROGRAM} tests push ${agentId} <folder>`);
  const { REPORTERS } = await import('./test-report.ts');
  const files = tests.map(({ testId = '', ...result }) => ({ file: testId, ms: 0, ...result }));
  const report = { ...counts, ms: 0, tests: files, coverage: [{ flow: agentId, ...coverage }] } as Report;
  out.show({ ...counts, tests, coverage }, () => REPORTERS['spec']!(report));
  if (counts.failed + counts.skipped > 0) process.exitCode = 1;
}
