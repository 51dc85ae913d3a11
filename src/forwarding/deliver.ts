/**
 * From a waiting event to its outcome: looks up the address and the signing keys, makes one attempt, and decides by its
 * result. The address is looked up for each attempt, so that a PATCH fixes waiting events too.
 */
import type { AgentCache } from '../agent-cache.ts';
import type { Agent } from '../model/agent.ts';
import { type EndpointKey, OWN_WEBHOOK, type Target, targetOf } from '../model/endpoint.ts';
import { type Failure, failureGroup, NO_WEBHOOK } from '../model/failure-group.ts';
import type { Outbound } from '../net/outbound.ts';
import type { ForwardEvent, ForwardWrite } from '../store/forwarding.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type AttemptResult, attempt, requestHead } from './attempt.ts';
import type { OpenHeaders } from './own-headers.ts';
import { nextDelayMs } from './schedule.ts';
import type { FindSigningKeys } from './signing-keys.ts';

export type Delivery = {
  catalog: AgentCache;
  outbound: Outbound;
  metrics: Metrics;
  tracing?: Tracing | null;
  now: () => Date;
  findSigningKeys: FindSigningKeys;
  openHeaders: OpenHeaders;
  delaysMs: readonly number[];
  /** In [0, 1). */
  random: () => number;
};

export type Delivered = {
  write: ForwardWrite;
  /** Whether the endpoint itself answered, with any 2xx or 4xx; false counts as its failure. */
  answered: boolean;
  accepted: boolean;
};

/** Where an event goes, as its agent is now; without an `agent` or a `url`, nowhere. */
export type FoundTarget = { agent?: Agent | undefined } & Partial<Target>;

export async function findTarget({ catalog }: Delivery, { agentId, endpointId }: EndpointKey): Promise<FoundTarget> {
  const agent = await catalog.findAgent(agentId);
  return { agent, ...(agent && targetOf(agent, endpointId)) };
}

/** Rejects when it could not even try: the database, or the key that opens the signing tokens or the headers, is missing. */
export async function deliver(
  delivery: Delivery,
  event: ForwardEvent,
  { agent, ...target }: FoundTarget,
  attemptsBefore: number,
): Promise<Delivered> {
  if (!agent || target.url === undefined) {
    // After an agent or an endpoint is deleted, nobody can query what was on its way there.
    const failure = agent && event.endpointId === OWN_WEBHOOK ? NO_WEBHOOK : null;
    return { write: withoutAttempt(event, attemptsBefore, failure), answered: true, accepted: false };
  }
  const keys = await delivery.findSigningKeys(agent.accountId);
  const startedAt = delivery.now();
  const { url, sealedHeaders } = target;
  const { headers: own, secrets } = delivery.openHeaders(sealedHeaders);
  const head = requestHead(event, keys, startedAt, own);
  const span = delivery.tracing?.start('forward', {
    ...{ kind: 'client', traceparent: event.traceparent },
    attributes: {
      'http.request.method': 'POST',
      'parley.agent.id': agent.agentId,
      'parley.event.id': event.eventId,
      'parley.event.class': event.class,
      'parley.attempt': attemptsBefore + 1,
    },
  });
  if (span) head.headers['traceparent'] = span.traceparent;
  const result = await attempt(delivery.outbound, { url, ...head, body: event.body, startedAt, secrets });
  span?.set({ 'http.response.status_code': result.status ?? undefined });
  span?.end(result.outcome === 'accepted' ? null : String(result.status ?? 'no_response'));
  delivery.metrics.forwardSeconds.observe({ outcome: result.outcome }, result.durationMs / 1000);
  const write = afterAttempt(delivery, event, attemptsBefore + 1, result);
  return { write, answered: result.outcome !== 'retry', accepted: result.outcome === 'accepted' };
}

/** The outcome of an event that ends without an attempt: in the failure queue with a reason, or just done. */
export function withoutAttempt(
  event: Pick<ForwardEvent, 'agentId' | 'endpointId' | 'seq' | 'ordinal' | 'phoneNumber'>,
  attempts: number,
  failure: Failure | null,
): ForwardWrite {
  const { agentId, endpointId, seq, ordinal, phoneNumber } = event;
  return { agentId, endpointId, seq, ordinal, phoneNumber, attempts, attempt: null, dueAt: null, failure };
}

function afterAttempt(
  { delaysMs, random, now }: Delivery,
  event: ForwardEvent,
  attempts: number,
  result: AttemptResult,
): ForwardWrite {
  const { outcome, status, error, response, startedAt, durationMs, retryAfterMs } = result;
  const attempted = { startedAt, status, durationMs, error, response };
  const row = { ...withoutAttempt(event, attempts, null), attempt: attempted };
  if (outcome === 'accepted') return row;
  const what = status === null ? error : `answered ${status}`;
  const failedBy = (reason: string) => ({ ...row, failure: { reason, group: failureGroup(result) } });
  if (outcome === 'refused') return failedBy(`The endpoint ${what}.`);
  const delayMs = nextDelayMs(delaysMs, attempts, { retryAfterMs, random: random() });
  if (delayMs === null) return failedBy(`None of ${attempts} attempts succeeded; the last: ${what}.`);
  return { ...row, dueAt: new Date(now().getTime() + delayMs) };
}
