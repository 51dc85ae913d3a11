/** Forwarding with a real database and real webhooks; lanes and agents are stand-ins. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AgentCache } from '../../src/agent-cache.ts';
import { createForwarder, type Forwarder } from '../../src/forwarding/forwarder.ts';
import type { OwnedLane } from '../../src/lanes/lanes.ts';
import { createLog } from '../../src/log.ts';
import type { Agent } from '../../src/model/agent.ts';
import { type Endpoint, type EndpointKey, OWN_WEBHOOK, type Target } from '../../src/model/endpoint.ts';
import type { StoredEvent } from '../../src/model/event.ts';
import { eventId } from '../../src/model/event-id.ts';
import { forwardsOf } from '../../src/model/event-payload.ts';
import type { SigningStage } from '../../src/model/signing-token.ts';
import { createOutbound } from '../../src/net/outbound.ts';
import { createEncryption, type Encryption } from '../../src/secrets/encryption.ts';
import type { Database } from '../../src/store/database.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { commitTurns, writeTurn } from '../../src/store/turns.ts';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { createTestDatabase } from '../database.ts';
import { type Listener, listenHttp } from '../net/servers.ts';

const LANE_COUNT = 4;
const INSTALLATION = '0123456789ab';

export type World = AsyncDisposable & {
  sql: Database;
  metrics: Metrics;
  encryption: Encryption;
  agents: Map<string, Agent>;
  /** Starts forwarding in an additional process, without lanes. */
  start(options?: Parameters<typeof createForwarder>[1], now?: () => Date): Forwarder;
  /** Takes a lane over for a process. */
  take(forwarder: Forwarder, lane?: number): Promise<TestLane>;
  issueToken(stage: SigningStage, token: string): Promise<string>;
};

export type TestLane = OwnedLane & {
  lost: unknown[];
  /** A crash as seen by forwarding: the lane is gone. */
  crash(): void;
  /** Commits events with their forward rows, also to further endpoints, and notifies forwarding. */
  commit(events: StoredEvent[], options?: { tell?: boolean; own?: boolean; further?: string[] }): Promise<void>;
};

export async function startWorld(): Promise<World> {
  await using starting = new AsyncDisposableStack();
  const { sql } = starting.use(await createTestDatabase());
  await createPartitions(sql, new Date());
  await ensureLanes(sql, LANE_COUNT);
  const outbound = starting.use(createOutbound({ network: 'any' }));
  const encryption = createEncryption([randomBytes(32)]);
  const agents = new Map<string, Agent>();
  const catalog = { findAgent: async (agentId: string) => agents.get(agentId) } as AgentCache;
  const log = createLog({ level: process.env['LOG_LEVEL'] ?? 'silent', pretty: false });
  const metrics = createMetrics();
  let epochs = 0;
  const running = starting.move();
  return {
    sql,
    metrics,
    encryption,
    agents,
    start(options, now = () => new Date()) {
      const parts = { sql, log, metrics, catalog, outbound, encryption, now };
      return running.use(createForwarder(parts, options));
    },
    async take(forwarder, lane = 0) {
      epochs += 1;
      const epoch = epochs;
      await sql`update lane_fence set owner = 'test', epoch = ${epoch} where lane = ${lane}`;
      const taken = ownedLane(sql, forwarder, { lane, owner: 'test', epoch });
      forwarder.laneTaken(taken);
      return taken;
    },
    async issueToken(stage, token) {
      const id = `token_${stage}_${randomBytes(4).toString('hex')}`;
      await sql`
        insert into signing_token (signing_token_id, account_id, token_sealed, stage)
        values (${id}, 'default', ${encryption.seal(token, id)}, ${stage})`;
      return id;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function ownedLane(
  sql: Database,
  forwarder: Forwarder,
  fence: { lane: number; owner: string; epoch: number },
): TestLane {
  const abort = new AbortController();
  const lane: TestLane = {
    ...fence,
    signal: abort.signal,
    lost: [],
    lose(cause) {
      lane.lost.push(cause);
      abort.abort(cause);
    },
    crash: () => abort.abort(),
    async commit(stored, { tell = true, own = true, further = [] } = {}) {
      const events = stored.map((event) => ({ ...event, forwarded: own, further }));
      const written = writeTurn(fence, { events });
      if ((await commitTurns(sql, [written])).length === 0) throw new Error('the fence was not held');
      if (tell) forwarder.committed(lane, events.flatMap(forwardsOf));
    },
  };
  return lane;
}

type ForwardedEvent = StoredEvent & EndpointKey;

/** An event with the number `seq`. By default a DELIVERED of its own conversation. */
export function eventOf(agentId: string, seq: number, more: Partial<StoredEvent> = {}): ForwardedEvent {
  const place = { lane: more.lane ?? 0, seq, ordinal: more.ordinal ?? 0 };
  const phoneNumber = more.phoneNumber ?? `+1202555${String(seq % 10_000).padStart(4, '0')}`;
  return {
    ...place,
    eventId: eventId(INSTALLATION, place),
    agentId,
    endpointId: OWN_WEBHOOK,
    phoneNumber,
    class: 'UserEvent',
    type: 'DELIVERED',
    messageId: `message-${seq}`,
    response: null,
    body: JSON.stringify({ agentId, senderPhoneNumber: phoneNumber, seq, note: 'grüezi 👋' }),
    ...more,
  };
}

export type Received = { headers: IncomingHttpHeaders; raw: Buffer; seq: number; agentId: string; phoneNumber: string };

export type Webhook = Listener & {
  requests: Received[];
  /** Received requests without a response yet. */
  waiting: number;
};

/** A client's webhook. `answer` answers each request, with a status or by itself; it may be slow. */
export async function startWebhook(
  answer: (request: Received, response: ServerResponse) => number | Promise<number> | 'by itself' = () => 200,
): Promise<Webhook> {
  const received: Received[] = [];
  const listener = await listenHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const body = JSON.parse(raw.toString());
    const one = {
      headers: request.headers,
      raw,
      seq: body.seq,
      agentId: body.agentId,
      phoneNumber: body.senderPhoneNumber,
    };
    received.push(one);
    webhook.waiting += 1;
    response.on('close', () => {
      webhook.waiting -= 1;
    });
    const status = await answer(one, response);
    if (status !== 'by itself') response.writeHead(status).end();
  });
  const webhook: Webhook = Object.assign(listener, { requests: received, waiting: 0 });
  return webhook;
}

export function addAgent(world: World, agentId: string, eventForwardUrl?: string): Agent {
  const agent: Agent = {
    agentId,
    accountId: 'default',
    brandId: 'brand',
    name: agentId,
    useCase: 'TRANSACTIONAL',
    mode: 'LAUNCHED',
    config: eventForwardUrl === undefined ? {} : { eventForwardUrl },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  world.agents.set(agentId, agent);
  return agent;
}

/** A further endpoint of an agent; its id is given, and it gets everything. */
export function addEndpoint(world: World, agentId: string, endpointId: string, more: Target & Partial<Endpoint>) {
  const agent = world.agents.get(agentId)!;
  const times = { createdAt: agent.createdAt, updatedAt: agent.updatedAt };
  const endpoints = [...(agent.endpoints ?? []), { agentId, endpointId, ...times, ...more }];
  world.agents.set(agentId, { ...agent, endpoints });
}

export async function countForwards(world: World, agentId?: string): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*) as count from forward where ${agentId ?? null}::text is null or agent_id = ${agentId ?? null}`;
  return row!.count;
}

export type FailureRow = { seq: number; reason: string; attempts: number };

export async function listFailures(world: World): Promise<FailureRow[]> {
  return [...(await world.sql<FailureRow[]>`select seq, reason, attempts from failure order by seq`)];
}

export type AttemptedRow = { seq: number; status: number | null; error: string | null; response: string | null };

export async function listAttempts(world: World): Promise<AttemptedRow[]> {
  const rows = await world.sql<AttemptedRow[]>`
    select seq, status, error, response from attempt order by seq, started_at`;
  return [...rows];
}

/** The events of each conversation arrived in order, each once. */
export function assertOrdered(requests: readonly Received[]): void {
  const last = new Map<string, number>();
  for (const { agentId, phoneNumber, seq } of requests) {
    const conversation = `${agentId} ${phoneNumber}`;
    assert.ok(seq > (last.get(conversation) ?? 0), `${seq} came after ${last.get(conversation)}`);
    last.set(conversation, seq);
  }
}
