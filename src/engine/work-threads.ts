/**
 * Threads for work on whole flows, which takes seconds: test runs and the like. Each piece of work gets a fresh thread
 * of low priority that ends with it, so that no turn waits for it, and none of it outlasts its limit.
 */
import { Worker } from 'node:worker_threads';
import { COMPILED } from '../compiled.ts';
import { createPace, type Pace } from './pace.ts';

/** Two leave processors to turns even where there are few. */
const THREADS = 2;
/** A flow document of 8 MiB, parsed, with the templates of some of its states. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** The thread took too long or too much memory, or the service is stopping. */
class WorkEnded extends Error {
  override readonly name = 'WorkEnded';
}

export type WorkThreads = AsyncDisposable & {
  /**
   * Calls `work(data, pace)` of a module, once there is a free thread. Long JSON is best given as text, which is quick to
   * copy. @throws {WorkEnded}
   */
  run<Result>(module: URL, data: object, limitMs: number): Promise<Result>;
  /** Makes work that keeps a pace rest for a moment. */
  turnTaken(): void;
  /** For what prepares such work. */
  pace(): Pace;
};

export function createWorkThreads(size = THREADS): WorkThreads {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const atWork = new Set<Worker>();
  const waiting: PromiseWithResolvers<void>[] = [];
  let closing = false;
  let free = size;

  async function take(): Promise<void> {
    if (free > 0) {
      free -= 1;
    } else {
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      await turn.promise;
    }
  }

  function giveBack(): void {
    const next = waiting.shift();
    if (next) next.resolve();
    else free += 1;
  }

  return {
    async run<Result>(module: URL, data: object, limitMs: number) {
      if (!closing) await take();
      if (closing) throw stopping();
      const worker = new Worker(new URL('./work-thread.ts', import.meta.url), {
        workerData: { module: module.href, data, turns },
        resourceLimits: RESOURCE_LIMITS,
        env: COMPILED,
        execArgv: [],
      });
      atWork.add(worker);
      try {
        return await resultOf<Result>(worker, limitMs);
      } finally {
        await worker.terminate();
        atWork.delete(worker);
        giveBack();
      }
    },
    pace: () => createPace(turns, () => performance.now()),
    turnTaken: () => void Atomics.add(turns, 0, 1),
    async [Symbol.asyncDispose]() {
      closing = true;
      for (const turn of waiting.splice(0)) turn.reject(stopping());
      await Promise.all([...atWork].map((worker) => worker.terminate()));
    },
  };
}

const stopping = () => new WorkEnded('the service is stopping');

async function resultOf<Result>(worker: Worker, limitMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new WorkEnded(`it took more than ${limitMs / 1000} s`)), limitMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => reject(isMemory(error) ? new WorkEnded(TOO_LARGE) : error));
  worker.once('exit', () => reject(stopping()));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

const TOO_LARGE = 'it needed too much memory';

function isMemory({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_WORKER_OUT_OF_MEMORY';
}
