/**
 * One service in several processes of one machine: the first has the embedded database and the emulator, keeps the
 * others running and stops them; they share its port, and each is otherwise a whole service. `lanes/own.ts` shares the
 * lanes out among them, on one machine or on many alike.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { startEmulator } from '#emulator';
import { type Backoff, nextPauseMs } from './backoff.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { pause, unlessAborted } from './pause.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded.ts';
import { encryptionKey, operatorKey } from './secrets/keys.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** The pause before a dead process is restarted; the longest is for one that keeps dying. */
const RESTART: Backoff = { firstMs: 250, maxMs: 30_000 };
/** After living this long a process starts over with the shortest pause. */
const SETTLED_MS = 60_000;
/** A process stops within 10 s by itself; after this it hangs. */
const STOP_PATIENCE_MS = 12_000;

/** Messages of a process to the first one. */
type Told = { ready: string } | { askMetrics: number };

export type Processes = AsyncDisposable & {
  /** Where all of them listen, without a trailing slash. */
  url: string;
  count: number;
  database: EmbeddedPostgres['found'] | null;
};

/** A process could not start and has already reported why. */
export class ProcessFailed extends Error {}

/** Resolves when all processes are ready. @throws ProcessFailed, what else could not start, or the reason of `stop` */
export async function startProcesses(config: Config, log: Logger, stop: AbortSignal): Promise<Processes> {
  await using starting = new AsyncDisposableStack();
  // Made once, before several processes look for them.
  const key = operatorKey(config);
  encryptionKey(config);
  const embedded = config.databaseUrl
    ? null
    : starting.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log }));
  stop.throwIfAborted();
  const ownEmulator = config.platform === 'emulator' && config.emulatorUrl === null;
  const emulator = ownEmulator
    ? starting.use(await startEmulator({ host: '127.0.0.1', port: 0, operatorKey: key, log }))
    : null;
  const environment = {
    ...(embedded && { DATABASE_URL: embedded.url }),
    ...(emulator && { RCS_EMULATOR_URL: emulator.url }),
  };

  const metrics = new AggregatorRegistry();
  const running = new Set<Worker>();
  const stopping = new AbortController();
  let pauseMs = 0;
  starting.defer(async () => {
    stopping.abort();
    await Promise.all([...running].map(end));
  });

  // Each process accepts for itself. When the first one hands connections out (Node's default), a connection on its way
  // to a process that dies is never closed, and its client waits forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  /** Resolves with its address when it is ready. */
  async function start(): Promise<string> {
    const worker = cluster.fork(environment);
    const begun = performance.now();
    running.add(worker);
    const exited = once(worker, 'exit');
    const { promise: ready, resolve } = Promise.withResolvers<string>();
    worker.on('message', (told: Told) => {
      if ('ready' in told) resolve(told.ready);
      else if ('askMetrics' in told) void answerMetrics(worker, told.askMetrics);
    });
    void exited.then(([code, signal]) => {
      running.delete(worker);
      if (stopping.signal.aborted) return;
      pauseMs = nextPauseMs(performance.now() - begun > SETTLED_MS ? 0 : pauseMs, RESTART);
      log.error(
        { pid: worker.process.pid, code, signal, restartInMs: pauseMs },
        'a process died; starting another in its place',
      );
      void restart(pauseMs);
    });
    return Promise.race([
      ready,
      exited.then(() => {
        throw new ProcessFailed('a process exited during startup');
      }),
    ]);
  }

  async function restart(afterMs: number): Promise<void> {
    await pause(afterMs, stopping.signal);
    if (!stopping.signal.aborted) await start().catch(() => {});
  }

  async function answerMetrics(worker: Worker, askMetrics: number): Promise<void> {
    const text = await metrics.clusterMetrics().catch((cause: Error) => `# ${cause.message}\n`);
    if (worker.isConnected()) worker.send({ askMetrics, text });
  }

  // The first alone: what keeps it from starting is reported once, not by every process.
  const url = await unlessAborted(startFirst(start, stopping), stop);
  await unlessAborted(Promise.all(Array.from({ length: config.processes - 1 }, start)), stop);

  const started = starting.move();
  return {
    url,
    count: config.processes,
    database: embedded?.found ?? null,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** While nothing runs yet, a failure ends the start instead of retrying it. */
async function startFirst(start: () => Promise<string>, stopping: AbortController): Promise<string> {
  try {
    return await start();
  } catch (cause) {
    stopping.abort();
    throw cause;
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const killer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_PATIENCE_MS);
  await exited;
  clearTimeout(killer);
}

/** In one of several processes: reports to the first one that it serves. */
export function tellReady(url: string): void {
  process.send?.({ ready: url } satisfies Told);
}

/** In one of several processes: `/metrics` covers all of them, whichever answers. */
export function shareMetrics(metrics: Metrics): void {
  AggregatorRegistry.setRegistries(metrics.registry);
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  process.on('message', (told: { askMetrics?: number; text?: string }) => {
    if (told.askMetrics === undefined || told.text === undefined) return;
    waiting.get(told.askMetrics)?.(told.text);
    waiting.delete(told.askMetrics);
  });
  metrics.text = () => {
    const askMetrics = asked++;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(askMetrics, resolve);
    process.send?.({ askMetrics } satisfies Told);
    return promise;
  };
}
