/**
 * Logs that events went to the failure queue. A webhook that refuses everything would fill the log with a line for each
 * event, so each endpoint gets one line for all that fail within some seconds.
 */
import type { Logger } from '../log.ts';
import { type EndpointKey, endpointName, named } from '../model/endpoint.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const GATHER_MS = 5_000;

export type FailureReport = Disposable & {
  note(endpoint: EndpointKey, reason: string): void;
};

export function createFailureReport({ log, metrics }: { log: Logger; metrics: Metrics }): FailureReport {
  const unsaid = new Map<string, EndpointKey & { events: number; reason: string }>();
  let timer: NodeJS.Timeout | undefined;

  function say(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { events, reason, ...key } of unsaid.values()) {
      log.warn({ ...named(key), events, reason }, 'events went to the failure queue');
    }
    unsaid.clear();
  }

  return {
    note({ agentId, endpointId }, reason) {
      metrics.eventFailures.inc();
      const name = endpointName({ agentId, endpointId });
      unsaid.set(name, { agentId, endpointId, events: (unsaid.get(name)?.events ?? 0) + 1, reason });
      timer ??= setTimeout(say, GATHER_MS);
    },
    [Symbol.dispose]: say,
  };
}
