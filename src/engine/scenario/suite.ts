/** Runs the tests of an agent together, on a thread of their own: `test-worker.ts` calls `runSuite` there. */
import type { Flow } from '../../model/flow.ts';
import type { FlowTest } from '../../model/flow-test.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SuiteResult, TestFault, TestResult } from '../../model/test-result.ts';
import type { Render } from '../sandbox.ts';
import type { WorkThreads } from '../work-threads.ts';
import { coverageOf } from './coverage.ts';
import { runFlowTest } from './run.ts';

/** Of one run: ten seconds of work. */
export const MAX_SUITE_STEPS = 100_000;
/** Milliseconds after which no further test is begun: a caller is waiting. */
const MAX_SUITE_MS = 20_000;
/** Milliseconds after which the thread is ended, whatever it does. */
const MAX_THREAD_MS = 60_000;
/** Characters of a value that differs: enough to recognise it. */
const MAX_VALUE_LENGTH = 8 * 1024;

/** JSON texts: of a flow document, and of the tests with their ids, null for one that is not stored. `play`: whether to tell the turns. */
export type SuiteJob = { flow: string; tests: { testId: string | null; test: string }[]; play?: boolean };
/** @throws {WorkEnded} */
export type SuiteRunner = (job: SuiteJob) => Promise<SuiteResult>;

export function createSuiteRunner(threads: WorkThreads): SuiteRunner {
  const module = new URL('./test-worker.ts', import.meta.url);
  return (job) => threads.run(module, job, MAX_THREAD_MS);
}

/** `clock`: milliseconds since an arbitrary moment. */
export async function runSuite(render: Render, job: SuiteJob, clock: () => number): Promise<SuiteResult> {
  const flow = JSON.parse(job.flow) as Flow;
  const result: Omit<SuiteResult, 'coverage'> = { passed: 0, failed: 0, skipped: 0, steps: 0, tests: [] };
  const visits = new Set<string>();
  const endAt = clock() + MAX_SUITE_MS;
  for (const { testId, test } of job.tests) {
    const { steps, ...rest } = JSON.parse(test) as FlowTest;
    if (clock() >= endAt || result.steps + steps.length > MAX_SUITE_STEPS) {
      result.skipped += 1;
      continue;
    }
    const run = await runFlowTest(render, flow, { ...rest, steps });
    result[run.result.passed ? 'passed' : 'failed'] += 1;
    result.steps += run.result.steps;
    result.tests.push({
      ...(testId !== null && { testId }),
      ...brief(run.result),
      ...(job.play && { play: run.play }),
    });
    for (const visit of run.visits) visits.add(visit);
  }
  return { ...result, coverage: coverageOf(flow, visits) };
}

function brief({ failure, ...result }: TestResult): TestResult {
  return failure ? { ...result, failure: { ...failure, faults: failure.faults.map(briefFault) } } : result;
}

function briefFault({ expected, actual, ...fault }: TestFault): TestFault {
  return {
    ...fault,
    ...(expected !== undefined && { expected: cut(expected) }),
    ...(actual !== undefined && { actual: cut(actual) }),
  };
}

function cut(value: JsonValue): JsonValue {
  const json = JSON.stringify(value);
  return json.length <= MAX_VALUE_LENGTH ? value : `${json.slice(0, MAX_VALUE_LENGTH)}…`.toWellFormed();
}
