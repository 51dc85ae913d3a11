/** The hash chain detects what counting does not: two owners of one lane. Without the fence it breaks. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findChainBreaks } from '../../proof/chain.ts';
import { armFaults } from '../../src/failpoints.ts';
import { createTurnCommit } from '../../src/lane-work.ts';
import type { Lanes } from '../../src/lanes/lanes.ts';
import { createLanes } from '../../src/lanes/open.ts';
import { createLog } from '../../src/log.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { writeTurn } from '../../src/store/turns.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { nextLink } from '../../src/turns/chain.ts';
import { createConversations } from '../../src/turns/conversations.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { until } from '../until.ts';

const CONVERSATIONS = 20;
const ITEMS_EACH = 20;
const ITEMS = CONVERSATIONS * ITEMS_EACH;

/** A process whose turns write only their link of the chain. Every turn awaits `pass` and calls `ended`. */
async function startChainWorker(
  database: TestDatabase,
  pass: () => Promise<void>,
  ended: () => void = () => {},
): Promise<Lanes> {
  const { sql } = database;
  const commit = createTurnCommit({ sql, metrics: createMetrics() });
  const lanes = createLanes({
    sql,
    log: createLog({ level: 'silent', pretty: false }),
    metrics: createMetrics(),
    laneCount: 1,
    open(lane) {
      const conversations = createConversations(sql).of(lane);
      return {
        async process(item) {
          const before = await conversations.get(item, item.receivedAt);
          await pass();
          const number = before.turns + 1;
          const chain = nextLink(before.chain, { seq: item.seq, number });
          const written = writeTurn(lane, {
            doneSeq: item.seq,
            conversation: { ...before, turns: number, chain },
            turn: {
              agentId: item.agentId,
              phoneNumber: item.phoneNumber,
              number,
              seq: item.seq,
              item: item.body,
              trace: [],
              messageId: null,
              stopped: null,
              chainBefore: before.chain,
              chain,
              receivedAt: item.receivedAt,
              startedAt: item.receivedAt,
            },
          });
          await commit.commit(lane, written).finally(ended);
          if (written.conversation) conversations.set(written.conversation);
          return null;
        },
        dispatch: async () => {},
        stop() {},
        drain: async () => {},
      };
    },
  });
  await lanes.start();
  return lanes;
}

/** A worker stalls in the middle of its turns, another takes its lane, and then the first one resumes. */
async function twoOwners(): Promise<string[]> {
  await using database = await createTestDatabase();
  const { sql } = database;
  // Without its key two owners can write the same turn; the chain must detect it by itself.
  await sql`alter table turn drop constraint turn_pkey`;
  await createPartitions(sql, new Date());
  await ensureLanes(sql, 1);
  let wake = () => {};
  const stall = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let stalled = 0;
  let woken = 0;
  await using sleeper = await startChainWorker(
    database,
    () => {
      stalled += 1;
      return stall;
    },
    () => {
      woken += 1;
    },
  );
  await Promise.all(
    Array.from({ length: ITEMS }, (_, index) =>
      sleeper.append({
        agentId: 'agent_1',
        phoneNumber: `+1555000${String(index % CONVERSATIONS).padStart(4, '0')}`,
        body: { kind: 'send', messageId: randomUUID(), stateId: 's', params: {}, ttlSeconds: null },
        dedupeId: null,
      }),
    ),
  );
  await until(() => stalled === CONVERSATIONS, 'a turn of every conversation to be under way');
  let half = () => {};
  let ran = 0;
  const halfway = new Promise<void>((resolve) => {
    half = resolve;
  });
  await using _second = await startChainWorker(database, async () => {
    ran += 1;
    if (ran === ITEMS / 2) half();
  });
  // Again and again, because a heartbeat of the first worker may come in between.
  const letGo = async () => {
    await sql`update process set seen_at = now() - interval '1 minute' where process_id = ${sleeper.processId}`;
    return (await sql`select from lane_owner where epoch > 1`).length > 0;
  };
  await until(letGo, 'the second worker to take the lane');
  await halfway;
  wake();
  await until(() => woken >= CONVERSATIONS, 'the end of the turns that stood still');
  await until(async () => (await sql`select from inbox`).length === 0, 'the end of all items');
  return await findChainBreaks(sql);
}

test('with the fence, an owner that resumes late breaks no chain', async () => {
  assert.deepEqual(await twoOwners(), []);
});

test('without the fence the same story breaks chains: the check can fail', async () => {
  armFaults({ killAt: {}, without: 'fence' });
  const breaks = await twoOwners().finally(() => armFaults({ killAt: {}, without: null }));
  assert.ok(breaks.length > 0, 'the check saw nothing');
});
