/** Restarts the embedded server while the service runs, if it ends (killed for its memory, say). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { findPostmaster, processState } from './postmaster.ts';

/** A check reads two small files; until an end is noticed, requests get a 503 and nothing is lost. */
const LOOK_EVERY_MS = 1_000;
/** After a start that failed: long enough not to fill the log with the reason. */
const FAILED_PAUSE_MS = 10_000;

/** `start` starts the server of `folder`, where it was. Disposing waits for a start that is under way. */
export function watchServer(options: { folder: string; log: Logger; start: () => Promise<unknown> }): AsyncDisposable {
  const { folder, log, start } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function hasEnded(): Promise<boolean> {
    const holder = await findPostmaster(folder);
    return holder === null || (await processState(holder.pid)) !== 'running';
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false });
      if (!(await hasEnded())) continue;
      log.error('the embedded PostgreSQL has exited; restarting it');
      try {
        await start();
        log.info('the embedded PostgreSQL is running again');
      } catch (cause) {
        log.error({ err: cause }, 'the embedded PostgreSQL could not be restarted');
        await delay(FAILED_PAUSE_MS, undefined, { signal, ref: false });
      }
    }
  }

  const watching = watch().catch((cause) => {
    if (!signal.aborted) log.error({ err: cause }, 'the embedded PostgreSQL is no longer watched');
  });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await watching;
    },
  };
}
