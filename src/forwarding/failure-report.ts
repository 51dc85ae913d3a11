/**
 * Logs that events went to the failure queue. A webhook that refuses everything would fill the log with a line for each
 * event, so each agent gets one line for all that fail within some seconds.
 */
import type { Logger } from '../log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const GATHER_MS = 5_000;

export type FailureReport = Disposable & {
  note(agentId: string, reason: string): void;
};

export function createFailureReport({ log, metrics }: { log: Logger; metrics: Metrics }): FailureReport {
  const unsaid = new Map<string, { events: number; reason: string }>();
  let timer: NodeJS.Timeout | undefined;

  function say(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [agentId, { events, reason }] of unsaid) {
      log.warn({ agentId, events, reason }, 'events went to the failure queue');
    }
    unsaid.clear();
  }

  return {
    note(agentId, reason) {
      metrics.eventFailures.inc();
      unsaid.set(agentId, { events: (unsaid.get(agentId)?.events ?? 0) + 1, reason });
      timer ??= setTimeout(say, GATHER_MS);
    },
    [Symbol.dispose]: say,
  };
}
