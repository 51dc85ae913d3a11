/** A thread of `slice.ts`: replays the sessions that it is given, and posts the counts. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReplayCounts } from '../../model/replay.ts';
import { createSandbox } from '../sandbox.ts';
import { type ReplaySlice, replaySlice } from './slice.ts';

/** Turns come first. Only on Linux does this apply to the thread alone. */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { slice, counts } = workerData as { slice: ReplaySlice; counts: ReplayCounts };
await using sandbox = createSandbox({ threads: 1 });
parentPort?.postMessage(await replaySlice(sandbox, slice, counts));
