/**
 * A service in its own process under a supervisor that restarts it whenever it ends. It records every death: ordered by
 * the proof, at a compiled-in point, or unexpected.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOK_EVERY_MS = 25;
/** A service does not start without its database; its operator starts it again. */
const RESTART_PAUSE_MS = 250;
const START_PATIENCE_MS = 60_000;
/** A graceful stop takes 10 s at most, and a little for the process itself. */
const STOP_PATIENCE_MS = 11_000;
/** The first of several processes waits for the others. */
const STOP_ALL_PATIENCE_MS = 16_000;
/** `src/main.ts` prints this when the database is missing at its start; there is no other sign. */
const GIVEN_UP = 'The database of DATABASE_URL cannot be reached';
const TAIL_LENGTH = 2_000;
/** A process prints this before it kills itself, see src/failpoints.ts. */
const DEATH = /^process (\d+) dies at (\S+)$/gm;
/** Printed by a process that pauses there. */
const PAUSE = /^process \d+ pauses at \S+$/;

export type Death = {
  atMs: number;
  pid: number;
  /** `at` a compiled-in point, `order` of the proof, or `itself`: a bug. */
  cause: string;
  /** For `itself`: its exit code or signal, and its last output. */
  detail: string | null;
};

export type Service = AsyncDisposable & {
  name: string;
  url: string;
  /** The serving processes: the service itself, or its children; empty between two. */
  serving(): number[];
  /** Including the service's first process. */
  all(): number[];
  isReady(): boolean;
  /** SIGKILL, recorded as ordered. */
  kill(pid: number): void;
  /** From now on it is started without fault points. */
  calm(): void;
  /** Stops it as an operator would, permanently. Returns what was not clean about it, or null. */
  stop(): Promise<string | null>;
};

export async function startService(options: {
  name: string;
  url: string;
  environment: Record<string, string>;
  /** PARLEY_TEST_KILL_AT of the next process. */
  nextKillAt: () => string | null;
  /** Its PARLEY_PROCESSES. */
  processes: number;
  logFile: string;
  died: (death: Death) => void;
  /** A process pauses at a point. */
  paused: () => void;
}): Promise<Service> {
  const { name, url, died } = options;
  const log = createWriteStream(options.logFile, { flags: 'a' });
  let child: ChildProcess | null = null;
  let ready = false;
  let stopping = false;
  let calm = false;
  /** Deaths already recorded. */
  const noted = new Set<number>();

  function note(pid: number, cause: string, detail: string | null = null): void {
    if (noted.has(pid)) return;
    noted.add(pid);
    died({ atMs: Date.now(), pid, cause, detail });
  }

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
    let tail = '';
    createInterface(process_.stderr!).on('line', (line) => {
      if (PAUSE.test(line)) options.paused();
    });
    for (const stream of [process_.stdout!, process_.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        log.write(chunk);
        tail = (tail + chunk.toString()).slice(-TAIL_LENGTH);
        for (const [, pid, point] of tail.matchAll(DEATH)) note(Number(pid), `at ${point}`);
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
    // One whose database goes away during its start may give up, even in the last step.
    const gaveUp = code === 1 && (!wasReady || tail.includes(GIVEN_UP));
    if (!gaveUp) note(process_.pid!, 'itself', `${signal ?? code}: ${tail.slice(-300)}`);
    else await delay(RESTART_PAUSE_MS);
  }

  async function supervise(): Promise<void> {
    while (!stopping) await runOnce();
  }

  function serving(): number[] {
    if (child?.pid === undefined) return [];
    return options.processes === 1 ? [child.pid] : childrenOf(child.pid);
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
      for (const pid of serving()) signalTo(pid, 'SIGCONT');
      process_.kill('SIGTERM');
      const killer = setTimeout(
        () => process_.kill('SIGKILL'),
        options.processes === 1 ? STOP_PATIENCE_MS : STOP_ALL_PATIENCE_MS,
      );
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
    serving,
    all: () => (child?.pid === undefined ? [] : [...new Set([...serving(), child.pid])]),
    isReady: () => ready,
    kill(pid) {
      note(pid, 'order');
      signalTo(pid, 'SIGKILL');
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

/** False when the process no longer exists. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Only on Linux; elsewhere several processes of one service cannot be killed one by one. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function awaitReady(url: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/readyz`, { signal }).catch(() => null);
    if (answer?.ok) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}
