/**
 * A service as a process of its own under a supervisor that starts it again whenever it ends. It notes every death:
 * those that the proof has ordered, those at a compiled-in point, and those that nobody has ordered.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOK_EVERY_MS = 25;
/** Without its database a service does not start; whoever runs one starts it again. */
const RESTART_PAUSE_MS = 250;
const START_PATIENCE_MS = 60_000;
/** A clean stop takes 10 s at most, and a little for the process itself. */
const STOP_PATIENCE_MS = 11_000;

export type Death = {
  atMs: number;
  pid: number;
  /** A compiled-in point, `order` of the proof, or `itself`: a bug. */
  cause: string;
  /** For `itself`: its exit code or signal. */
  detail: string | null;
};

export type Service = AsyncDisposable & {
  name: string;
  url: string;
  /** The process that runs now; null between two. */
  pid(): number | null;
  isReady(): boolean;
  /** Signals the process that runs now, if there is one. Whoever sends SIGKILL has ordered the death. */
  signal(signal: NodeJS.Signals): boolean;
  /** From now on it is started without fault points. */
  calm(): void;
  /** Stops it as an operator would, for good. Returns what was not clean about it, null when all was. */
  stop(): Promise<string | null>;
};

export async function startService(options: {
  name: string;
  url: string;
  environment: Record<string, string>;
  /** PARLEY_TEST_KILL_AT of the next process. */
  nextKillAt: () => string | null;
  logFile: string;
  died: (death: Death) => void;
}): Promise<Service> {
  const { name, url, died } = options;
  const log = createWriteStream(options.logFile, { flags: 'a' });
  let child: ChildProcess | null = null;
  let ready = false;
  let ordered = false;
  let stopping = false;
  let calm = false;

  async function runOnce(): Promise<void> {
    const killAt = calm ? null : options.nextKillAt();
    const process_ = spawn(process.execPath, ['src/main.ts'], {
      cwd: ROOT,
      detached: true,
      env: {
        PATH: process.env['PATH'],
        PORT: new URL(url).port,
        ...options.environment,
        ...(killAt !== null && { PARLEY_TEST_KILL_AT: killAt }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = process_;
    ordered = false;
    let tail = '';
    for (const stream of [process_.stdout!, process_.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        log.write(chunk);
        tail = (tail + chunk.toString()).slice(-2_000);
      });
    }
    const ended = once(process_, 'close');
    const looking = new AbortController();
    void awaitReady(url, looking.signal).then((is) => {
      if (child === process_) ready = is;
    });
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
    looking.abort();
    const wasReady = ready;
    ready = false;
    child = null;
    if (stopping) return;
    const point = /killed at (\S+)\n(?!.*killed at)/s.exec(tail)?.[1];
    if (signal === 'SIGKILL')
      died({ atMs: Date.now(), pid: process_.pid!, cause: ordered ? 'order' : (point ?? 'itself'), detail: 'SIGKILL' });
    // One that has not found its database yet may give up: it has promised nothing.
    else if (wasReady)
      died({ atMs: Date.now(), pid: process_.pid!, cause: 'itself', detail: `${signal ?? code}: ${tail.slice(-300)}` });
    else await delay(RESTART_PAUSE_MS);
  }

  async function supervise(): Promise<void> {
    while (!stopping) await runOnce();
  }

  const supervising = supervise();
  const giveUpAt = performance.now() + START_PATIENCE_MS;
  while (!ready) {
    if (performance.now() > giveUpAt)
      throw new Error(`${name} was not ready after ${START_PATIENCE_MS} ms, see ${options.logFile}`);
    await delay(LOOK_EVERY_MS);
  }

  async function stop(): Promise<string | null> {
    stopping = true;
    const process_ = child;
    let verdict: string | null = null;
    if (process_) {
      const ended = once(process_, 'close');
      process_.kill('SIGCONT');
      process_.kill('SIGTERM');
      const killer = setTimeout(() => process_.kill('SIGKILL'), STOP_PATIENCE_MS);
      const [code, signal] = await ended;
      clearTimeout(killer);
      if (code !== 0) verdict = `${name} ended with ${signal ?? code} after SIGTERM`;
    }
    await supervising;
    log.end();
    return verdict;
  }

  return {
    name,
    url,
    pid: () => child?.pid ?? null,
    isReady: () => ready,
    signal(signal) {
      if (!child) return false;
      if (signal === 'SIGKILL') ordered = true;
      return child.kill(signal);
    },
    calm() {
      calm = true;
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

async function awaitReady(url: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/readyz`, { signal }).catch(() => null);
    if (answer?.ok) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}
