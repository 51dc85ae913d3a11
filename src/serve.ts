/** From the environment to the exit code: start one process or several → wait for a signal → graceful shutdown. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { startApp } from './app.ts';
import { announcement, banner, type Started } from './banner.ts';
import { type Config, ConfigError, readConfig, readFaults } from './config.ts';
import { armFaults } from './failpoints.ts';
import { createLog, type Logger } from './log.ts';
import { ProcessFailed, startProcesses, tellReady } from './processes.ts';
import { START } from './program.ts';
import { tellRunning } from './running.ts';
import { operatorKey } from './secrets/keys.ts';
import { isDatabaseGone } from './store/database.ts';
import { VERSION } from './version.ts';

/** A stop that takes longer is not clean; the next start recovers what it leaves behind. */
const STOP_MS = 10_000;
/** The first of several processes waits for the others, then stops what they needed. */
const STOP_ALL_MS = 15_000;

/** Time for resources without an owner to close by themselves, once all parts have stopped or the start has failed. */
const LAST_WORK_MS = 1_000;

// Set before the heap grows: a request's objects die with it, and in a larger nursery they do (measured: +14 %).
setFlagsFromString('--max-semi-space-size=64');
setFlagsFromString('--min-semi-space-size=32');

const begun = performance.now();
try {
  const config = readConfig(process.env);
  armFaults(readFaults(process.env));
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
  // First: the readable log also ends with the process.
  process.prependListener('exit', log.tellRepeated);
  if (cluster.isWorker) await serveBesideOthers(config, log.child({ process: cluster.worker!.id }));
  else if (config.processes > 1) await serveWithOthers(config, log);
  else await serveAlone(config, log);
} catch (cause) {
  if (!(cause instanceof ProcessFailed)) process.stderr.write(`${explain(cause)}\n`);
  process.exitCode = 1;
}
// What a failed start or a cut-off connection has left open must not keep alive a process that serves nobody.
setTimeout(() => process.exit(), LAST_WORK_MS).unref();

async function serveAlone(config: Config, log: Logger): Promise<void> {
  await serveUntilSignal(log, { signals: ['SIGINT', 'SIGTERM'], patienceMs: STOP_MS }, async (stop) => {
    log.info({ version: VERSION, node: process.version, pid: process.pid }, 'starting');
    await using starting = new AsyncDisposableStack();
    const { url, database } = starting.use(await startApp(config, log, stop));
    starting.use(tellRunning(config, url));
    await announce(config, { url, database, processes: 1 }, log);
    return starting.move();
  });
}

async function serveWithOthers(config: Config, log: Logger): Promise<void> {
  await serveUntilSignal(log, { signals: ['SIGINT', 'SIGTERM'], patienceMs: STOP_ALL_MS }, async (stop) => {
    log.info({ version: VERSION, node: process.version, pid: process.pid, processes: config.processes }, 'starting');
    await using starting = new AsyncDisposableStack();
    const { url, database, count } = starting.use(await startProcesses(config, log, stop));
    starting.use(tellRunning(config, url));
    await announce(config, { url, database, processes: count }, log);
    return starting.move();
  });
}

async function serveBesideOthers(config: Config, log: Logger): Promise<void> {
  // Ctrl-C reaches every process of the terminal; the first one then stops us gracefully.
  process.on('SIGINT', () => {});
  await serveUntilSignal(log, { signals: ['SIGTERM'], patienceMs: STOP_MS }, async (stop) => {
    const app = await startApp(config, log, stop);
    tellReady(app.url);
    return app;
  });
  process.disconnect?.();
}

async function announce(config: Config, started: Started, log: Logger): Promise<void> {
  const seconds = (performance.now() - begun) / 1000;
  // A banner would break programs that collect lines of JSON: there it is for a terminal only.
  if (!process.stdout.isTTY) log.info(announcement(config, started, seconds), `Parley ${VERSION} is ready`);
  const screen = process.stdout.isTTY ? process.stdout : process.stderr;
  // What is no terminal may be collected, and a link is as good as the key for ten minutes.
  const console = screen.isTTY ? await logInLink(config, started.url) : null;
  screen.write(banner(config, { ...started, console }, seconds));
}

/** A link that logs a browser in to the console; null where the service did not make one. */
async function logInLink(config: Config, url: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${operatorKey(config)}` };
  try {
    const response = await fetch(`${url}/log-in-links`, { method: 'POST', headers });
    return response.ok ? ((await response.json()) as { url: string }).url : null;
  } catch {
    return null;
  }
}

/**
 * Starts a service and stops it on a signal. The signals are handled before anything starts: somebody who sees the
 * service own a lane, or call itself ready, may stop it at that moment.
 */
async function serveUntilSignal(
  log: Logger,
  { signals, patienceMs }: { signals: NodeJS.Signals[]; patienceMs: number },
  start: (stop: AbortSignal) => Promise<AsyncDisposable>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = stopping.signal;
  for (const name of signals) {
    process.on(name, () => {
      if (stop.aborted) process.exit(name === 'SIGINT' ? 130 : 143);
      log.info({ signal: name }, 'stopping: finishing what is running; the same signal again stops at once');
      setTimeout(() => {
        log.error(`not stopped after ${patienceMs} ms; exiting, the next start picks up the rest`);
        process.exit(1);
      }, patienceMs).unref();
      stopping.abort();
    });
  }
  try {
    await using _service = await start(stop);
    if (!stop.aborted) await once(stop, 'abort');
  } catch (cause) {
    // A start that was cut off and then could not close what it had opened.
    if (cause instanceof SuppressedError && cause.suppressed === stop.reason) throw cause.error;
    if (cause !== stop.reason) throw cause;
  }
  log.info('stopped');
}

/** Something a person can act on; the stack only where it is our own bug. */
function explain(cause: unknown): string {
  if (cause instanceof ConfigError) return cause.message;
  // The parts that had started could not close either; the reason they were closing is what matters.
  if (cause instanceof SuppressedError) return explain(cause.suppressed);
  if (!(cause instanceof Error)) return String(cause);
  const { code, port, syscall } = cause as NodeJS.ErrnoException & { port?: number };
  // A second service on the same data folder would share its conversations and show half of them on its own phones.
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program, perhaps a Parley that is already running. Stop it, or choose
another port and another data folder: PORT=8081 DATA_DIR=data2 ${START}`;
  if (syscall === 'mkdir') return `${cause.message}\nDATA_DIR is where the service keeps its data.`;
  if (isDatabaseGone(cause)) return `The database of DATABASE_URL cannot be reached: ${cause.message}`;
  if (cause.name === 'PostgresError') return `The database reported an error (${code}): ${cause.message}`;
  return cause.stack ?? cause.message;
}
