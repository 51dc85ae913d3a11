/** The backlog in the database, for `/metrics`: one query however many metrics use it, and with a time limit. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../store/database.ts';
import { type Backlog, countBacklog, countLanes } from '../store/health.ts';
import type { Metrics } from './metrics.ts';

/** Several scrapers, or a hasty one, must not count again and again. */
const MAX_AGE_MS = 5_000;
/** A scrape gives up after 10 s by default; without the database the other metrics matter all the more. */
const ANSWER_MS = 2_000;

type Counted = Backlog & { answerSeconds: number; unownedLanes: number };

export function readBacklog(sql: Database, metrics: Metrics): void {
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<Counted | null> = Promise.resolve(null);

  async function count(): Promise<Counted> {
    const begun = performance.now();
    const { total, owned } = await countLanes(sql);
    const answerSeconds = (performance.now() - begun) / 1000;
    return { ...(await countBacklog(sql)), answerSeconds, unownedLanes: total - owned };
  }

  function counted(): Promise<Counted | null> {
    if (performance.now() - countedAt > MAX_AGE_MS) {
      countedAt = performance.now();
      counting = Promise.race([count().catch(() => null), delay(ANSWER_MS, null, { ref: false })]);
    }
    return counting;
  }

  const of = (name: keyof Counted) => async () => (await counted())?.[name] ?? null;
  metrics.databaseAnswerSeconds.from(of('answerSeconds'));
  metrics.lanesUnowned.from(of('unownedLanes'));
  metrics.inboxWaiting.from(of('inbox'));
  metrics.inboxOldestSeconds.from(of('inboxOldestSeconds'));
  metrics.outbox.from(of('outbox'));
  metrics.forwardFresh.from(of('fresh'));
  metrics.forwardRetrying.from(of('retrying'));
  metrics.failureQueue.from(of('failures'));
  metrics.refusingEndpoints.from(of('refusing'));
  metrics.deadLettersWaiting.from(of('deadLetters'));
  metrics.databaseWaiting.from(() => sql.waitingTransactions());
}
