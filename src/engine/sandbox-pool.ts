/** The threads that templates with loops, captures and lists run on: started when needed, killed when they overrun. */
import { Worker } from 'node:worker_threads';
import { type Place, type RenderOptions, TemplateError, type TemplateFault } from './liquid.ts';
import type { Scope } from './scope.ts';

/** A scope is at most some hundred KiB; LiquidJS itself needs about 10 MiB. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 48,
  maxYoungGenerationSizeMb: 8,
  codeRangeSizeMb: 16,
  stackSizeMb: 2,
};

export type SandboxJob = { template: string; place: Place; scope: Scope; options: RenderOptions };
export type SandboxAnswer = { ok: true; text: string } | { ok: false; fault: TemplateFault; message: string };

type Task = { job: SandboxJob; done: PromiseWithResolvers<{ text: string; sandboxMs: number }> };
type Thread = {
  worker: Worker;
  isReady: boolean;
  task: Task | null;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
};

export type SandboxPool = AsyncDisposable & {
  /** @throws {TemplateError} `killed` when it took too long or too much memory. */
  run(job: SandboxJob): Promise<{ text: string; sandboxMs: number }>;
  /** Templates that wait for a thread. */
  waiting(): number;
};

export function openSandboxPool({
  threads: size,
  timeoutMs,
  ended,
}: {
  threads: number;
  timeoutMs: number;
  /** Told of each template that left its thread, and how. */
  ended: (outcome: 'rendered' | TemplateFault, sandboxMs: number) => void;
}): SandboxPool {
  const threads = new Set<Thread>();
  // Not limited here: each waiting task is a turn or a preview that waits, and both are limited where they begin.
  const waiting: Task[] = [];
  let closing = false;

  function assign(): void {
    for (const thread of threads) {
      if (waiting.length === 0) return;
      if (thread.isReady && thread.task === null) start(thread, waiting.shift()!);
    }
    const starting = [...threads].filter(({ isReady }) => !isReady).length;
    if (threads.size < size && waiting.length > starting) open();
  }

  function start(thread: Thread, task: Task): void {
    thread.task = task;
    thread.startedAt = performance.now();
    thread.worker.ref();
    thread.timer = setTimeout(() => overrun(thread, task), timeoutMs);
    thread.worker.postMessage(task.job);
  }

  /** When the main thread itself was late, the answer already lies in the port: it is read before the thread dies. */
  function overrun(thread: Thread, task: Task): void {
    setImmediate(() => {
      if (thread.task === task) fail(thread, `it ran for more than ${timeoutMs} ms`);
    });
  }

  function finish(thread: Thread): Task | null {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    thread.worker.unref();
    return task;
  }

  function receive(thread: Thread, message: 'ready' | SandboxAnswer): void {
    if (message === 'ready') {
      thread.isReady = true;
    } else {
      const task = finish(thread);
      const sandboxMs = performance.now() - thread.startedAt;
      ended(message.ok ? 'rendered' : message.fault, sandboxMs);
      if (message.ok) task?.done.resolve({ text: message.text, sandboxMs });
      else task?.done.reject(new TemplateError(message.fault, message.message));
    }
    assign();
  }

  function fail(thread: Thread, reason: string): void {
    if (!threads.delete(thread)) return;
    const task = finish(thread);
    if (task) ended('killed', performance.now() - thread.startedAt);
    task?.done.reject(new TemplateError('killed', `the template was stopped: ${reason}`));
    void thread.worker.terminate();
    // A thread that cannot even start leaves nobody waiting for ever.
    if (!thread.isReady)
      waiting.shift()?.done.reject(new TemplateError('killed', `the sandbox cannot start: ${reason}`));
    if (!closing) assign();
  }

  function open(): void {
    const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
      env: {},
      execArgv: [],
    });
    const thread: Thread = { worker, isReady: false, task: null, startedAt: 0, timer: undefined };
    threads.add(thread);
    worker.on('message', (message: 'ready' | SandboxAnswer) => receive(thread, message));
    worker.on('error', (error: NodeJS.ErrnoException) => fail(thread, reasonOf(error)));
    worker.on('exit', () => fail(thread, 'its thread ended'));
  }

  return {
    run(job) {
      if (closing) return Promise.reject(new TemplateError('killed', 'the service is stopping'));
      const task: Task = { job, done: Promise.withResolvers() };
      waiting.push(task);
      assign();
      return task.done.promise;
    },
    waiting: () => waiting.length,
    async [Symbol.asyncDispose]() {
      closing = true;
      for (const task of waiting.splice(0)) task.done.reject(new TemplateError('killed', 'the service is stopping'));
      const open = [...threads];
      await Promise.all(open.map(({ worker }) => worker.terminate()));
      for (const thread of open) fail(thread, 'the service is stopping');
    },
  };
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needed too much memory' : error.message;
}
