/** The API in front of real lanes without an owner: accepted items stay in the inbox for inspection. */
import { openAgentCache } from '../../src/agent-cache.ts';
import type { Context } from '../../src/context.ts';
import { createLanes } from '../../src/lanes/open.ts';
import { createLog } from '../../src/log.ts';
import type { InboxBody } from '../../src/model/inbox-item.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createTestDatabase } from '../database.ts';
import { type Api, startApi } from './context.ts';

const LANES = 4;

type InboxRow = { lane: number; seq: number; agentId: string; phoneNumber: string; body: InboxBody };

export type LanesApi = Api & {
  /** An agent's waiting items. */
  inbox(agentId: string): Promise<InboxRow[]>;
};

/** `overrides` are parts of the context. */
export async function startApiWithLanes(overrides: Partial<Context> = {}): Promise<LanesApi> {
  await using starting = new AsyncDisposableStack();
  const { sql } = starting.use(await createTestDatabase());
  await createPartitions(sql, new Date());
  const laneCount = await ensureLanes(sql, LANES);
  const lanes = createLanes({
    sql,
    log: createLog({ level: 'silent', pretty: false }),
    metrics: createMetrics(),
    laneCount,
    open: () => {
      throw new Error('these lanes are never started');
    },
  });
  const catalog = starting.use(await openAgentCache(sql));
  const api = starting.use(await startApi({ sql, lanes, catalog, ...overrides }));
  const running = starting.move();
  return {
    ...api,
    inbox: async (agentId) => [
      ...(await sql<InboxRow[]>`
        select lane, seq, agent_id as "agentId", phone_number as "phoneNumber", body from inbox
        where agent_id = ${agentId} order by lane, seq`),
    ],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** An agent with one state, `hello`. */
export async function createAgent(
  { call }: Pick<Api, 'call'>,
  {
    launched = true,
    accountId = 'default',
    config = {},
  }: { launched?: boolean; accountId?: string; config?: object } = {},
): Promise<string> {
  const { body: brand } = await call('POST', '/brands', { body: { name: 'Acme', accountId } });
  const agent = { name: 'Acme bot', brandId: brand.brandId, useCase: 'TRANSACTIONAL', config };
  const { agentId } = (await call('POST', '/agents', { body: agent })).body;
  const state = { template: { contentMessage: { text: 'Hello' } } };
  const saved = await call('POST', `/agents/${agentId}/states/hello`, { body: state });
  if (saved.status !== 201) throw new Error(`the state was not saved: ${JSON.stringify(saved.body)}`);
  if (launched) await call('POST', `/agents/${agentId}/launch`);
  return agentId;
}
