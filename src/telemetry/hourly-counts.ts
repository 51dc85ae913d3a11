/**
 * Adds this process's counts to the hourly counts, a few times a minute, so that the overview need not query the events
 * themselves. It reads the metrics, and so costs the hot path nothing.
 */
import type { Forwarder } from '../forwarding/forwarder.ts';
import type { Logger } from '../log.ts';
import { type EndpointKey, named } from '../model/endpoint.ts';
import type { HourlyKind } from '../model/overview.ts';
import { removeOldBreakers, updateEndpointHealth, updateOpenBreakers } from '../store/endpoint-health.ts';
import { addHourlyCounts, removeOldHourlyCounts } from '../store/overview.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from './metrics.ts';

const ADD_EVERY_MS = 10_000;

type Labels = Partial<Record<string, string | number>>;
type Counted = { get(): Promise<{ values: { value: number; labels: Labels; metricName?: string }[] }> };

export function startTally(options: {
  sql: Sql;
  log: Logger;
  metrics: Metrics;
  forwarder: Pick<Forwarder, 'openBreakers' | 'takeSigns'>;
}): AsyncDisposable {
  const { sql, log, metrics, forwarder } = options;
  const before = new Map<HourlyKind, number>();

  /** Totals since this process started. */
  const sources: Record<HourlyKind, () => Promise<number>> = {
    sent: () => total(metrics.dispatchSeconds, 'outcome', 'SENT'),
    failed: () => total(metrics.dispatchSeconds, 'outcome', 'FAILED'),
    received: () => total(metrics.appended, 'kind', 'user-message'),
    forwarded: () => total(metrics.forwardSeconds, 'outcome', 'accepted'),
    refused: () => total(metrics.eventFailures),
  };

  async function add(): Promise<void> {
    const now = new Map<HourlyKind, number>();
    for (const [kind, read] of Object.entries(sources)) now.set(kind as HourlyKind, await read());
    const grown = [...now].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)] as const);
    const counts = Object.fromEntries(grown.filter(([, count]) => count > 0));
    if (Object.keys(counts).length > 0) await addHourlyCounts(sql, counts);
    for (const [kind, count] of now) before.set(kind, count);
    const open = forwarder.openBreakers();
    if (open.length > 0) await updateOpenBreakers(sql, open);
    const signs = forwarder.takeSigns();
    if (signs.length > 0) report(await updateEndpointHealth(sql, signs));
    await removeOldHourlyCounts(sql);
    await removeOldBreakers(sql);
  }

  function report(changed: (EndpointKey & { isRefusing: boolean })[]): void {
    for (const { isRefusing, ...key } of changed) {
      const about = named(key);
      if (isRefusing) log.warn(about, 'a webhook answers nothing but 4xx; its events go to the failure queue');
      else log.info(about, 'a webhook accepts events again');
    }
  }

  let running: Promise<void> = Promise.resolve();
  const run = () => {
    // Counts that could not be added now are added the next time.
    running = running
      .then(add)
      .catch((cause) => log.debug({ err: cause }, 'the counts of the hour could not be added'));
    return running;
  };
  const timer = setInterval(run, ADD_EVERY_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await run();
    },
  };
}

/** The sum over all labels, or over one label's value; of a histogram, the number of observations. */
async function total(metric: Counted, label?: string, value?: string): Promise<number> {
  const { values } = await metric.get();
  return values
    .filter(({ metricName }) => metricName === undefined || !/_(bucket|sum)$/.test(metricName))
    .filter(({ labels }) => label === undefined || labels[label] === value)
    .reduce((sum, one) => sum + one.value, 0);
}
