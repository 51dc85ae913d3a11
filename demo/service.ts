/** A real service in its own process: free port, throw-away data folder, nothing of the caller's environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first start creates a database; on a busy machine that takes a while. */
const START_PATIENCE_MS = 60_000;
/** The service's own limit, and a little more. */
const STOP_PATIENCE_MS = 12_000;

export const OPERATOR_KEY = 'the-operator-key-of-the-demo';

/** Seconds before the attempts to forward an event: a webhook that fails twice is retried while one watches. */
export const FORWARD_DELAYS_SECONDS = [0, 1, 1];

export type Service = AsyncDisposable & {
  url: string;
  /** Rejects when the service ends by itself. */
  died: Promise<never>;
};

/** @throws when `interruption` rejects, or when the service ends; nothing is left behind then */
export async function startService(interruption: Promise<never>): Promise<Service> {
  await using starting = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH,
      HOME,
      ...(TMPDIR !== undefined && { TMPDIR }),
      PORT: '0',
      DATA_DIR: dataDir,
      PARLEY_OPERATOR_KEY: OPERATOR_KEY,
      FORWARD_DELAYS_SECONDS: FORWARD_DELAYS_SECONDS.join(),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C reaches it through us, once.
    detached: true,
  });
  const exited = once(child, 'exit');
  starting.defer(async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(timer);
  });

  let said = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      // From the banner: the port is chosen when the service starts.
      const url = /^ +API +(http\S+)/m.exec(said)?.[1];
      if (url !== undefined) ready.resolve(url);
    });
  }
  const died = exited.then(([code, signal]) => {
    throw new Error(`the service ended (${signal ?? code}); it said:\n${said}`);
  });
  died.catch(() => {});
  const timer = setTimeout(
    () => ready.reject(new Error(`the service was not ready after ${START_PATIENCE_MS / 1000} s; it said:\n${said}`)),
    START_PATIENCE_MS,
  );
  const url = await Promise.race([ready.promise, died, interruption]).finally(() => clearTimeout(timer));
  const running = starting.move();
  return { url, died, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
