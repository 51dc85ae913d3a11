/**
 * Everything that a run needs, as real processes: the service with its embedded PostgreSQL on a throw-away folder, or with
 * the database that DATABASE_URL names, the emulator, the webhook sink. Leaves no processes or files behind.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/postgres/free-port.ts';
import { findPostmaster, isPostmaster } from '../src/postgres/postmaster.ts';
import { type Child, startChild } from './child.ts';
import type { Processes } from './cpu.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_PATIENCE_MS = 60_000;
/** The service gives up on a clean stop after 10 s. */
const STOP_PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 20;

export type Rig = AsyncDisposable & {
  operatorKey: string;
  service: { pid: number; url: string };
  emulator: Child;
  sink: Child;
  /** `pid`: null for a server that was there. */
  postgres: { pid: number | null; url: string };
  /** Of the service: `node --cpu-prof` writes here when it stops; null without a profile. */
  profileDir: string | null;
  /** Stops the service alone, gracefully, so that its profile is written. */
  stopService(): Promise<void>;
};

/** `environment`: of the service, on top of what it needs here. */
export async function startRig({
  profile = false,
  environment = {},
  signal,
}: {
  profile?: boolean;
  environment?: Record<string, string>;
  signal: AbortSignal;
}): Promise<Rig> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const operatorKey = randomBytes(24).toString('hex');
  const emulator = starting.use(await startChild('./emulator.ts', { operatorKey }));
  const sink = starting.use(await startChild('./sink.ts', {}));
  const dataDir = join(folder, 'data');
  const { DATABASE_URL: given } = process.env;
  // Stopped after the service: what a crashed service leaves behind.
  starting.defer(() => stopOrphan(join(dataDir, 'postgres')));
  const profileDir = profile ? join(folder, 'profile') : null;
  const service = starting.use(
    await startService(
      {
        DATA_DIR: dataDir,
        RCS_EMULATOR_URL: emulator.url,
        PARLEY_OPERATOR_KEY: operatorKey,
        LOG_LEVEL: 'warn',
        ...(given && { DATABASE_URL: given }),
        ...environment,
      },
      profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`],
      signal,
    ),
  );
  const postgres = given ? { pid: null, url: given } : await embeddedPostgres(dataDir);
  const running = starting.move();
  return {
    operatorKey,
    service,
    emulator,
    sink,
    postgres,
    profileDir,
    stopService: service.stop,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function embeddedPostgres(dataDir: string) {
  const { pid, port } = (await findPostmaster(join(dataDir, 'postgres')))!;
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return { pid, url: `postgres://parley:${password}@127.0.0.1:${port}/postgres` };
}

/** Every process, for `readCpu`; a server that was there is one of the others. */
export function processesOf({ service, postgres, emulator, sink }: Rig, beside: Processes = {}): Processes {
  return {
    // Its children are the others of several processes.
    service: { pid: service.pid, children: true },
    ...(postgres.pid !== null && { PostgreSQL: { pid: postgres.pid, children: true } }),
    ...beside,
    emulator: { pid: emulator.pid },
    sink: { pid: sink.pid },
    load: { pid: process.pid },
  };
}

/** Starts `src/main.ts` and resolves when it is ready. Its output goes to our standard error. */
async function startService(environment: Record<string, string>, nodeOptions: string[], signal: AbortSignal) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [...nodeOptions, 'src/main.ts'], {
    cwd: ROOT,
    // Ctrl-C reaches the bench alone, which then stops the service as an operator would.
    detached: true,
    env: { PATH: process.env['PATH'], PORT: new URL(url).port, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (hasEnded()) return;
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(killer);
  };
  const giveUpAt = performance.now() + START_PATIENCE_MS;
  try {
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      signal.throwIfAborted();
      if (hasEnded()) throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}`);
      if (performance.now() > giveUpAt) throw new Error(`the service was not ready after ${START_PATIENCE_MS} ms`);
      await delay(LOOK_EVERY_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid!, url, stop, [Symbol.asyncDispose]: stop };
}

/** An immediate stop: its data is thrown away next. */
async function stopOrphan(folder: string): Promise<void> {
  const postmaster = await findPostmaster(folder);
  if (!postmaster || !(await isPostmaster(postmaster.pid, folder))) return;
  process.kill(postmaster.pid, 'SIGQUIT');
  while (await isPostmaster(postmaster.pid, folder)) await delay(LOOK_EVERY_MS);
}
