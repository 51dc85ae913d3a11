/** What has to be done once in a while: tomorrow's partitions are made and the old ones dropped. */
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Sql } from './store/database.ts';
import { createPartitions, dropOldPartitions, forgetOldFailures } from './store/partitions.ts';

const HOUR_MS = 3600 * 1000;

export async function startUpkeep(
  { sql, log, metrics }: { sql: Sql; log: Logger; metrics: Metrics },
  now: () => Date,
): Promise<AsyncDisposable> {
  // Before anything is written: a row without its partition is refused.
  await createPartitions(sql, now());
  let doneAt = now();
  metrics.upkeepAgeSeconds.from(() => (now().getTime() - doneAt.getTime()) / 1000);
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await createPartitions(sql, now());
      const dropped = await dropOldPartitions(sql, now());
      const failures = await forgetOldFailures(sql, now());
      doneAt = now();
      if (dropped.length > 0) log.info({ partitions: dropped.length }, 'old partitions were dropped');
      if (failures > 0) log.info({ events: failures }, 'events in the failure queue are too old to be forwarded again');
    } catch (cause) {
      // There are partitions for days ahead: the next hour may do it.
      log.warn({ err: cause }, 'the upkeep of partitions failed; it is tried again within the hour');
    }
  }

  const timer = setInterval(() => {
    running = run();
  }, HOUR_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
