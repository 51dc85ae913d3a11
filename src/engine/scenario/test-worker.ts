/** What a thread of `suite.ts` does: runs the tests that it is given. */
import { createSandbox } from '../sandbox.ts';
import { runSuite, type SuiteJob } from './suite.ts';

export async function work(job: SuiteJob) {
  await using sandbox = createSandbox({ threads: 1 });
  return await runSuite(sandbox.renderFor('test'), job, () => performance.now());
}
