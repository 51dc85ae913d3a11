/**
 * The threads for templates with loops, captures and lists: started when needed. A thread stops a template that
 * overruns, and is killed where it does not. They run at a low priority, so CPU time counts and not the time that
 * passed. Accounts take turns, and the last free thread is for an account that has none. Where others have all threads,
 * an account waits for one of their templates to finish, which does not rest meanwhile, and not for their queues.
 */
import { Worker } from 'node:worker_threads';
import { COMPILED } from '../compiled.ts';
import { type RenderOptions, type RenderTarget, TemplateError, type TemplateFault } from './liquid.ts';
import { createRota } from './rota.ts';
import type { Spend } from './slices.ts';
import { createSignals, type Signals, tellTurn, tellWanted } from './thread-signals.ts';
import { inMs, overran, REST, stopped, WORK_MS } from './thread-time.ts';
import type { Variable } from './variables.ts';

/** A scope is at most some hundred KiB; LiquidJS itself needs about 10 MiB. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 48,
  maxYoungGenerationSizeMb: 8,
  codeRangeSizeMb: 16,
  stackSizeMb: 2,
};

/**
 * Short templates one after the other, of a turn whose templates take long: their account rests this many times as long
 * as a thread is busy with them, which is about as long as the main thread is.
 */
const REST_OF_LONG_TURN = 2 * REST;

/**
 * CPU milliseconds beyond the budget after which a thread is killed. It looks at its own time between two parts of a
 * template, and the next one takes as much as a tenth of a second of processor time to start.
 */
const GRACE_MS = 50;

/** Wall-clock milliseconds for a check: saving a state must not fail because the machine is busy. */
const MAX_CHECKED_MS = 20_000;

export type SandboxJob = {
  template: string;
  /** `scope` is JSON. null: not rendered, only analysed for what it reads. */
  render: { target: RenderTarget; scope: string; options: RenderOptions } | null;
};
export type SandboxAnswer =
  | { ok: true; result: string | Variable[] }
  | { ok: false; fault: TemplateFault; message: string; line: number; column: number };
export type SandboxData = { budgetMs: number; signals: Signals };
/** `used`: CPU time since the thread started. Without an answer: it is ready. */
export type SandboxMessage = { used: NodeJS.CpuUsage; answer: SandboxAnswer | null };

/** `job` is created when a thread takes it: waiting tasks must not each hold a copy of their scope. */
type Task = {
  accountId: string;
  job: () => SandboxJob;
  spend: Spend;
  ofLongTurn: boolean;
  done: PromiseWithResolvers<string | Variable[]>;
};
type Thread = {
  worker: Worker;
  signals: Signals;
  /** What an account has not rested for yet. */
  owed: { accountId: string; ms: number };
  /** Ending may take a while: V8 cannot interrupt a single step such as a long search. */
  state: 'starting' | 'ready' | 'ending';
  task: Task | null;
  /** The account whose task it runs, whose task is making it end, or whose task ended the thread it replaces. */
  accountId: string | null;
  startedAt: number;
  endAt: number;
  /** Milliseconds of CPU time at its last report. */
  usedMs: number;
  timer: NodeJS.Timeout | undefined;
};

export type SandboxPool = AsyncDisposable & {
  /** @throws {TemplateError} `killed` when it took too long or too much memory. */
  run(
    accountId: string,
    job: () => SandboxJob,
    spend: Spend,
    /** The templates of its turn have taken long already. */
    ofLongTurn?: boolean,
  ): Promise<string | Variable[]>;
  /** An account has a turn: the long templates of others rest. */
  turnOf(accountId: string): void;
  /** Templates waiting for a thread. */
  waiting(): number;
};

export function openSandboxPool({
  threads: size,
  budgetMs,
  patienceMs,
  ended,
  hasOthers = () => true,
}: {
  threads: number;
  budgetMs: number;
  /** For a render. */
  patienceMs: number;
  /** Called for each template that left its thread, with the outcome. */
  ended: (outcome: 'rendered' | TemplateFault, busyMs: number) => void;
  /** Whether an account is not the only one with turns just now. */
  hasOthers?: (accountId: string) => boolean;
}): SandboxPool {
  const killedMs = budgetMs + GRACE_MS;
  const threads = new Set<Thread>();
  const waiting = createRota<Task>();
  /** Accounts that rest. */
  const rests = new Map<string, NodeJS.Timeout>();
  let closing = false;

  function assign(): void {
    const free = [...threads].filter(({ state, task }) => state === 'ready' && task === null);
    for (let thread = free.pop(); thread; thread = free.pop()) {
      const isLast = free.length === 0;
      const task = waiting.take((accountId) => !rests.has(accountId) && (!isLast || !hasThread(accountId)));
      if (!task) break;
      start(thread, task);
    }
    const starting = [...threads].filter(({ state }) => state === 'starting').length;
    if (threads.size < size && waiting.size() > starting) open(null);
    const isWanted = waiting.hasSome((accountId) => !rests.has(accountId) && !hasThread(accountId));
    for (const { signals } of threads) tellWanted(signals, isWanted);
  }

  const hasThread = (id: string) => [...threads].some(({ accountId }) => accountId === id);

  /** Even at a low priority, threads that never rest make everything else wait for a processor. */
  function rest(accountId: string, ms: number): void {
    clearTimeout(rests.get(accountId));
    const end = () => {
      rests.delete(accountId);
      assign();
    };
    rests.set(accountId, setTimeout(end, ms));
  }

  /** A thread itself rests within a template that takes longer. */
  function owe(thread: Thread, accountId: string, busyMs: number): void {
    const before = thread.owed.accountId === accountId ? thread.owed.ms : 0;
    thread.owed = { accountId, ms: before + Math.min(busyMs, WORK_MS) };
    if (thread.owed.ms < WORK_MS) return;
    if (hasOthers(accountId) && !rests.has(accountId)) rest(accountId, REST_OF_LONG_TURN * thread.owed.ms);
    thread.owed.ms = 0;
  }

  function start(thread: Thread, task: Task): void {
    thread.task = task;
    thread.accountId = task.accountId;
    thread.startedAt = performance.now();
    thread.worker.ref();
    const job = task.job();
    thread.endAt = thread.startedAt + (job.render ? patienceMs : MAX_CHECKED_MS);
    thread.worker.postMessage(job);
    lookAfter(killedMs, thread, task);
  }

  function lookAfter(ms: number, thread: Thread, task: Task): void {
    thread.timer = setTimeout(() => {
      const leftMs = thread.endAt - performance.now();
      // When the main thread itself was late, the answer is already in the port: read it before the thread is killed.
      if (leftMs <= 0) return void setImmediate(endIfAtWork, thread, task, 'it did not finish in time');
      // In the middle of a V8 step, a thread cannot report.
      lookAfter(leftMs, thread, task);
      void thread.worker.cpuUsage().then((usage) => {
        const busyMs = inMs(usage) - thread.usedMs;
        if (busyMs >= killedMs) return endIfAtWork(thread, task, overran(budgetMs), busyMs);
        if (thread.task !== task) return;
        clearTimeout(thread.timer);
        lookAfter(killedMs - busyMs, thread, task);
      }, nothing);
    }, ms);
  }

  function endIfAtWork(thread: Thread, task: Task, reason: string, busyMs?: number): void {
    if (thread.task === task) fail(thread, reason, busyMs);
  }

  function finish(thread: Thread, outcome: 'rendered' | TemplateFault, busyMs: number): Task | null {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    thread.worker.unref();
    if (task) {
      if (task.ofLongTurn) owe(thread, task.accountId, busyMs);
      waiting.charge(task.accountId, busyMs);
      task.spend(busyMs);
      ended(outcome, busyMs);
    }
    return task;
  }

  function receive(thread: Thread, { used, answer }: SandboxMessage): void {
    if (thread.state === 'ending') return;
    const usedMs = inMs(used);
    const busyMs = usedMs - thread.usedMs;
    thread.usedMs = usedMs;
    if (answer === null) {
      thread.state = 'ready';
    } else if (answer.ok) {
      finish(thread, 'rendered', busyMs)?.done.resolve(answer.result);
    } else {
      const { fault, message, line, column } = answer;
      const task = finish(thread, fault, busyMs);
      if (task && fault === 'killed') rest(task.accountId, REST * budgetMs);
      task?.done.reject(new TemplateError(fault, message, line, column));
    }
    thread.accountId = null;
    assign();
  }

  /** It counts until it has ended, so that there are never more threads than the limit. */
  function fail(thread: Thread, reason: string, busyMs = passedMs(thread)): void {
    const { state } = thread;
    if (state === 'ending') return;
    thread.state = 'ending';
    const task = finish(thread, 'killed', busyMs);
    task?.done.reject(stopped(reason));
    if (task) rest(task.accountId, REST * budgetMs);
    void thread.worker.terminate();
    // A thread that cannot even start must leave nobody waiting forever.
    if (state === 'starting')
      waiting.take()?.done.reject(new TemplateError('killed', `the sandbox cannot start: ${reason}`));
  }

  function remove(thread: Thread): void {
    fail(thread, 'its thread ended');
    threads.delete(thread);
    if (closing) return;
    // Otherwise an account whose threads keep being killed would count as having none, and get the last one too.
    if (waiting.size() > 0) open(thread.accountId);
    assign();
  }

  /** `heldBy`: the account it counts for until it is ready. */
  function open(heldBy: string | null): void {
    const signals = createSignals();
    const worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
      env: COMPILED,
      workerData: { budgetMs, signals } satisfies SandboxData,
      execArgv: [],
    });
    const thread: Thread = {
      worker,
      signals,
      owed: { accountId: '', ms: 0 },
      state: 'starting',
      task: null,
      accountId: heldBy,
      startedAt: 0,
      endAt: 0,
      usedMs: 0,
      timer: undefined,
    };
    threads.add(thread);
    worker.on('message', (message: SandboxMessage) => receive(thread, message));
    worker.on('error', (error: NodeJS.ErrnoException) => fail(thread, reasonOf(error)));
    worker.on('exit', () => remove(thread));
  }

  return {
    async run(accountId, job, spend, ofLongTurn = false) {
      if (closing) throw stopping();
      const task: Task = { accountId, job, spend, ofLongTurn, done: Promise.withResolvers() };
      waiting.add(accountId, task);
      assign();
      return task.done.promise;
    },
    turnOf(accountId) {
      for (const thread of threads) if (thread.accountId !== accountId) tellTurn(thread.signals);
    },
    waiting: waiting.size,
    async [Symbol.asyncDispose]() {
      closing = true;
      for (const timer of rests.values()) clearTimeout(timer);
      for (let task = waiting.take(); task; task = waiting.take()) task.done.reject(stopping());
      const open = [...threads];
      await Promise.all(open.map(({ worker }) => worker.terminate()));
      for (const thread of open) fail(thread, 'the service is stopping');
    },
  };
}

const nothing = () => {};
const passedMs = ({ startedAt }: Thread) => performance.now() - startedAt;
const stopping = () => new TemplateError('killed', 'the service is stopping');

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needed too much memory' : error.message;
}
