/** The beginning of every thread of `work-threads.ts`: calls `work` of the module that it is given, and posts the result. */
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { atPriority } from './thread-priority.ts';

const { module, data } = workerData as { module: string; data: object };
type Working = { work: (data: object) => Promise<object> };
/** Turns come first. */
const { work } = await atPriority<Working>(constants.priority.PRIORITY_LOW, () => import(module));
parentPort?.postMessage(await work(data));
