/**
 * Forwards events until the client has them or they are in the failure queue: the interface for the rest of the
 * service. Which events are forwarded is decided where they are made.
 */
import { randomUUID } from 'node:crypto';
import type { AgentCache } from '../agent-cache.ts';
import type { OwnedLane } from '../lanes/lanes.ts';
import type { Logger } from '../log.ts';
import type { Agent } from '../model/agent.ts';
import type { EndpointKey, Target } from '../model/endpoint.ts';
import { masked } from '../model/endpoint-headers.ts';
import type { EventClass, StoredEvent } from '../model/event.ts';
import { macHeaders } from '../net/mac.ts';
import type { Outbound } from '../net/outbound.ts';
import type { Encryption } from '../secrets/encryption.ts';
import type { EndpointSigns } from '../store/endpoint-health.ts';
import type { Sql } from '../store/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type AttemptResult, attempt, type ForwardedParts, requestHead } from './attempt.ts';
import { Dispatcher } from './dispatcher.ts';
import { exampleBody } from './example.ts';
import { createOpenHeaders } from './own-headers.ts';
import { DELAYS_MS } from './schedule.ts';
import { NO_KEYS, type SigningKeys } from './sign.ts';
import { createSigningKeys } from './signing-keys.ts';

type TestedEndpoint = AttemptResult & { requestHeaders: Record<string, string>; requestBody: string };

export interface Forwarder extends AsyncDisposable {
  /** Reads what waits in a lane that this process has just taken. Call before any `committed` of it. */
  laneTaken(lane: OwnedLane): void;
  /**
   * Events that were just committed with their forward rows, in order, once for each endpoint. Also called for an event put back from the
   * failure queue.
   */
  committed(lane: OwnedLane, events: readonly (StoredEvent & EndpointKey)[]): void;
  /** Starts nothing new of a lane that is given back; resolves when all attempts in flight are recorded. */
  drain(lane: OwnedLane): Promise<void>;
  /** Endpoints that keep failing and are paused now. */
  openBreakers(): EndpointKey[];
  /** What attempts showed about endpoints since the last call. */
  takeSigns(): EndpointSigns[];
  /** The headers of the request that a webhook of the agent would get now, without those that an endpoint wants for itself. */
  headersOf(agent: Agent, event: ForwardedParts & { body: string }): Promise<Record<string, string>>;
  /** What an attempt at this time sent, signed by the tokens of now or not at all; the version that sent it is not known. */
  headersSent(
    agent: Agent,
    event: ForwardedParts & { body: string },
    at: Date,
    isSigned: boolean,
  ): Promise<Record<string, string>>;
  /** Sends a signed example event to an endpoint of the agent; it is not stored. */
  test(agent: Agent, target: Target, eventClass: EventClass): Promise<TestedEndpoint>;
}

export type ForwarderParts = {
  sql: Sql;
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | null;
  catalog: AgentCache;
  outbound: Outbound;
  encryption: Encryption;
  now: () => Date;
};

export function createForwarder(
  parts: ForwarderParts,
  options: {
    /** Milliseconds before each attempt. */
    delaysMs?: readonly number[];
    /** In [0, 1). */
    random?: () => number;
    /** Attempts in flight of this process. */
    maxInFlight?: number;
    /** Of the database: a process with a part of them uses that part of a limit per second; all of it if absent. */
    laneCount?: number;
  } = {},
): Forwarder {
  const findSigningKeys = createSigningKeys(parts.sql, parts.encryption);
  const openHeaders = createOpenHeaders(parts.encryption);
  const { delaysMs = DELAYS_MS, random = Math.random, ...limits } = options;
  const dispatcher = new Dispatcher(parts, { ...parts, findSigningKeys, openHeaders, delaysMs, random }, limits);

  function headersAt(event: ForwardedParts & { body: string }, keys: SigningKeys, at: Date): Record<string, string> {
    const { headers, macs } = requestHead(event, keys, at);
    return { ...headers, ...macHeaders(macs, event.body) };
  }

  return {
    laneTaken: (lane) => dispatcher.laneTaken(lane),
    committed: (lane, events) => dispatcher.committed(lane, events),
    drain: (lane) => dispatcher.drain(lane),
    openBreakers: () => dispatcher.openBreakers(),
    takeSigns: () => dispatcher.takeSigns(),
    headersOf: async (agent, event) => headersAt(event, await findSigningKeys(agent.accountId), parts.now()),
    async headersSent(agent, event, at, isSigned) {
      const keys = isSigned ? await findSigningKeys(agent.accountId) : NO_KEYS;
      const { 'User-Agent': _, ...known } = headersAt(event, keys, at);
      return known;
    },
    async test(agent, { url, sealedHeaders }, eventClass) {
      const startedAt = parts.now();
      const body = exampleBody(agent.agentId, eventClass, startedAt);
      const event = { eventId: randomUUID(), class: eventClass, response: null };
      const { headers: own, secrets } = openHeaders(sealedHeaders);
      const { headers, macs } = requestHead(event, await findSigningKeys(agent.accountId), startedAt, own);
      const result = await attempt(parts.outbound, { url, headers, macs, body, startedAt, secrets });
      const shown = { ...headers, ...masked(Object.keys(own)), ...macHeaders(macs, body) };
      return { ...result, requestHeaders: shown, requestBody: body };
    },
    [Symbol.asyncDispose]: () => dispatcher[Symbol.asyncDispose](),
  };
}
