/** A thread of `slice.ts`: explores for some seconds, and posts what it has. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createSandbox } from '../sandbox.ts';
import { type ExplorationSlice, exploreSlice } from './slice.ts';

/** Turns come first. Only on Linux does this apply to the thread alone. */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

await using sandbox = createSandbox({ threads: 1 });
const result = await exploreSlice(sandbox, workerData as ExplorationSlice, () => performance.now());
parentPort?.postMessage(result);
