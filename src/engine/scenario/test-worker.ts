/** A thread of `suite.ts`: runs the tests that it is given, and posts their result. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createSandbox } from '../sandbox.ts';
import { runSuite, type SuiteJob } from './suite.ts';

/** Turns come first. Only on Linux does this apply to the thread alone. */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

await using sandbox = createSandbox({ threads: 1 });
const result = await runSuite(sandbox.renderFor('test'), workerData as SuiteJob, () => performance.now());
parentPort?.postMessage(result);
