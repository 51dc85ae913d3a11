/** Periodic upkeep: creates tomorrow's partitions, drops the old ones, removes old conversations, versions and half media. */
import type { Logger } from './log.ts';
import type { Media } from './media/media.ts';
import { keyOf } from './model/medium.ts';
import type { Database } from './store/database.ts';
import { listUnfinishedMedia, removeMedium } from './store/media.ts';
import { removeOldConversations } from './store/old-conversations.ts';
import { listAgentsWithOldVersions, removeOldVersions } from './store/old-versions.ts';
import {
  createPartitions,
  dropOldPartitions,
  forgetOldFailures,
  oldestDay,
  RETENTION_DAYS,
} from './store/partitions.ts';
import { removeOldRedeliveries } from './store/redeliveries.ts';
import { forgetOldSplit } from './store/split-lanes.ts';
import { lockStates } from './store/states.ts';
import type { Metrics } from './telemetry/metrics.ts';

const HOUR_MS = 3600 * 1000;

/** Conversations examined by one statement: some milliseconds from memory, a fifth of a second from disk. */
const LOOK_LIMIT = 2_000;
/** Statements for each lane in an hour: a million conversations of a lane are examined in ten hours. */
const MAX_LOOKS = 50;
/** Agents whose old versions are removed in an hour. */
const MAX_AGENTS = 1_000;
/** Partitions that a start needs: without the others it goes on, as with a node of a cluster that is down. */
const NEEDED_DAYS_AHEAD = 1;
/** Media given up halfway whose files are removed in an hour. */
const MAX_MEDIA = 1_000;

export async function startUpkeep(
  {
    sql,
    log,
    metrics,
    media,
    laneCount,
  }: { sql: Database; log: Logger; metrics: Metrics; media: Pick<Media, 'files' | 'sweep'>; laneCount: number },
  now: () => Date,
): Promise<AsyncDisposable> {
  // Before anything is written: a row without a partition is refused.
  await createPartitions(sql, now(), NEEDED_DAYS_AHEAD);
  let doneAt = now();
  metrics.upkeepAgeSeconds.from(() => (now().getTime() - doneAt.getTime()) / 1000);
  let running: Promise<void> = Promise.resolve();
  let stopping = false;

  async function run(): Promise<void> {
    await keepPartitions();
    await forgetConversations().catch((cause) => log.warn({ err: cause }, 'old conversations could not be removed'));
    await forgetVersions().catch((cause) => log.warn({ err: cause }, 'old versions could not be removed'));
    await forgetMedia().catch((cause) => log.warn({ err: cause }, 'media given up halfway could not be removed'));
  }

  async function keepPartitions(): Promise<void> {
    try {
      await createPartitions(sql, now());
      const { dropped, inUse } = await dropOldPartitions(sql, now());
      if (dropped.length > 0) log.info({ partitions: dropped.length }, 'old partitions were dropped');
      if (inUse.length > 0)
        log.warn({ partitions: inUse }, 'old partitions are still being read; they will be dropped later');
      const failures = await forgetOldFailures(sql, now());
      await removeOldRedeliveries(sql);
      await forgetOldSplit(sql, RETENTION_DAYS.seen + 1);
      doneAt = now();
      if (failures > 0) log.info({ events: failures }, 'events in the failure queue are too old to be forwarded again');
    } catch (cause) {
      // There are partitions for days ahead: the next hour can do it.
      log.warn({ err: cause }, 'partition maintenance failed; retrying within the hour');
    }
  }

  async function forgetConversations(): Promise<void> {
    const before = await oldestDay(sql, 'turn');
    let conversations = 0;
    for (let lane = 0; before && lane < laneCount; lane++) {
      for (let look = 0; look < MAX_LOOKS && !stopping; look++) {
        const { removed, isEnd } = await removeOldConversations(sql, lane, { before, limit: LOOK_LIMIT });
        conversations += removed;
        if (isEnd) break;
      }
    }
    if (conversations > 0) log.info({ conversations }, 'old conversations were removed');
  }

  async function forgetVersions(): Promise<void> {
    const before = await oldestDay(sql, 'turn');
    let versions = 0;
    for (const agentId of before ? await listAgentsWithOldVersions(sql, before, MAX_AGENTS) : []) {
      if (stopping) break;
      versions += await sql.begin(async (transaction) => {
        await lockStates(transaction, agentId, 'save');
        return removeOldVersions(transaction, agentId, before!);
      });
    }
    if (versions > 0) log.info({ versions }, 'old versions of flows were removed');
  }

  async function forgetMedia(): Promise<void> {
    await media.sweep(now().getTime());
    for (const medium of await listUnfinishedMedia(sql, MAX_MEDIA)) {
      if (stopping) break;
      await media.files.remove(keyOf(medium));
      await removeMedium(sql, medium.mediaId);
    }
  }

  const timer = setInterval(() => {
    running = run();
  }, HOUR_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping = true;
      await running;
    },
  };
}
