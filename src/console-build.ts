/**
 * The built console, as the service sees it: being built, ready, or failed. It is built by `console/build.ts` in a
 * process of its own, so that neither the start nor a request waits for it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from './log.ts';

const ROOT = join(import.meta.dirname, '..');
/** Enough of what the builder says for the error and the file that it is in. */
const MAX_OUTPUT_LENGTH = 8000;

export type ConsoleBuild = AsyncDisposable & {
  folder: string;
  /** Looks whether the sources have changed, and builds then. What was begun is not begun again. */
  start: () => Promise<void>;
  state: () => { is: 'building' | 'ready' } | { is: 'failed'; output: string };
};

export function createConsoleBuild(log: Logger): ConsoleBuild {
  const folder = join(ROOT, 'console', 'dist');
  let state: ReturnType<ConsoleBuild['state']> = { is: 'building' };
  let child: ChildProcess | null = null;
  let started: Promise<void> | null = null;

  async function run(): Promise<void> {
    let output = '';
    child = spawn(process.execPath, [join(ROOT, 'console', 'build.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT_LENGTH);
      });
    }
    const [code, signal] = await once(child, 'close');
    child = null;
    if (code === 0 && existsSync(join(folder, 'index.html'))) {
      state = { is: 'ready' };
      log.debug({ output: output.trim() }, 'the console is ready');
    } else if (signal === null) {
      state = { is: 'failed', output };
      log.error({ output }, 'the console could not be built; the API is not concerned');
    }
  }

  return {
    folder,
    start: () => {
      started ??= run().catch((cause: unknown) => {
        state = { is: 'failed', output: String(cause) };
        log.error({ err: cause }, 'the console could not be built; the API is not concerned');
      });
      return started;
    },
    state: () => state,
    async [Symbol.asyncDispose]() {
      child?.kill();
      await started;
    },
  };
}
