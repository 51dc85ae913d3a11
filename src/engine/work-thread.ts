/** The beginning of every thread of `work-threads.ts`: calls `work` of the module that it is given, and posts the result. */
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { cpuMs, createPace, type Pace } from './pace.ts';
import { atPriority } from './thread-priority.ts';

const { module, data, turns } = workerData as { module: string; data: object; turns: Int32Array };
type Working = { work: (data: object, pace: Pace) => Promise<object> };
/** Turns come first. */
const { work } = await atPriority<Working>(constants.priority.PRIORITY_LOW, () => import(module));
parentPort?.postMessage(await work(data, createPace(turns, cpuMs)));
