/** For the tests of lanes: a process's lanes with the test's own work on them. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createTurnCommit } from '../../src/lane-work.ts';
import type { Lanes, OwnedLane } from '../../src/lanes/lanes.ts';
import { createLanes } from '../../src/lanes/open.ts';
import { createLog } from '../../src/log.ts';
import type { InboxItem, NewInboxItem, SendItem } from '../../src/model/inbox-item.ts';
import type { Database } from '../../src/store/database.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { writeTurn } from '../../src/store/turns.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

export const LANE_COUNT = 4;
export const log = createLog({ level: 'silent', pretty: false });

export type Worker = Lanes & {
  metrics: ReturnType<typeof createMetrics>;
  lanesSeen: OwnedLane[];
  /** Lanes that were told to drain. */
  stopped: number[];
  logged: string[];
};

/** A process's lanes, started; `turn` runs before the item's removal is committed. */
export async function startWorker(
  database: TestDatabase,
  turn: (item: InboxItem, lane: OwnedLane) => Promise<void>,
  { sql = database.sql, ...options }: { sql?: Database; stallAfterMs?: number; aloneForMs?: number } = {},
): Promise<Worker> {
  const metrics = createMetrics();
  const commit = createTurnCommit({ sql: database.sql, metrics });
  const lanesSeen: OwnedLane[] = [];
  const stopped: number[] = [];
  const logged: string[] = [];
  const lanes = createLanes({
    sql,
    log: pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
    metrics,
    laneCount: LANE_COUNT,
    ...options,
    open(lane) {
      lanesSeen.push(lane);
      return {
        async process(item) {
          await turn(item, lane);
          await commit.commit(lane, writeTurn(lane, { doneSeq: item.seq }));
          return null;
        },
        dispatch: async () => {},
        stop: () => void stopped.push(lane.lane),
        drain: async () => {},
      };
    },
  });
  await lanes.start();
  return Object.assign(lanes, { metrics, lanesSeen, stopped, logged });
}

/** The first statement with these words finds its connection broken. */
export function breaksOnce(sql: Database, words: string): Database {
  let isBroken = false;
  return new Proxy(sql, {
    apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      if (isBroken || !strings.join('').includes(words)) return Reflect.apply(target, self, [strings, ...values]);
      isBroken = true;
      return Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    },
  });
}

export async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await createPartitions(database.sql, new Date());
  await ensureLanes(database.sql, LANE_COUNT);
  return database;
}

export function item(phoneNumber: string, mark = 0, dedupeId: string | null = null, agentId = 'agent_1'): NewInboxItem {
  const body: SendItem = {
    kind: 'send',
    messageId: randomUUID(),
    stateId: `s${mark}`,
    params: { mark },
    ttlSeconds: null,
  };
  return { agentId, phoneNumber, body, dedupeId };
}

export const markOf = (row: InboxItem) => (row.body as SendItem).params['mark'] as number;
