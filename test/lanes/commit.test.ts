/** The writes of many lanes in one statement: each under its own fence, and no one's failure another's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnCommit } from '../../src/lane-work.ts';
import { type CommitLane, createGroupCommit } from '../../src/lanes/commit.ts';
import { LaneLost } from '../../src/lanes/lanes.ts';
import type { Database } from '../../src/store/database.ts';
import { commitForwarding } from '../../src/store/forwarding.ts';
import { writeTurn } from '../../src/store/turns.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { notOnCluster } from '../cluster.ts';
import { until } from '../until.ts';
import { prepared } from './worker.ts';

const OWNER = 'me';

/** As if this process owned it; `lost` is told when it does no longer. */
function owned(lane: number, epoch: number, lost: unknown[] = []): CommitLane {
  return { lane, owner: OWNER, epoch, lose: (cause) => void lost.push(cause) };
}

/** All lanes are this owner's in epoch 1, and each has the items with these numbers. */
async function own({ sql }: { sql: Database }, seqs: number[]): Promise<void> {
  await sql`update lane_fence set owner = ${OWNER}, epoch = 1`;
  await sql`
    insert into inbox (lane, seq, agent_id, phone_number, body)
    select lane, seq, 'agent', '+1', '{}' from lane_owner, unnest(${seqs}::bigint[]) as seq`;
}

const left = async ({ sql }: { sql: Database }) =>
  (await sql<{ lane: number; seq: number }[]>`select lane, seq from inbox order by lane, seq`).map(
    ({ lane, seq }) => `${lane}/${seq}`,
  );

test('of the lanes of one statement those that are still ours are written, and of the others nothing', async () => {
  await using database = await prepared();
  await own(database, [1, 2]);
  await database.sql`update lane_fence set owner = 'another', epoch = 2 where lane = 1`;
  const group = createTurnCommit({ sql: database.sql, metrics: createMetrics() });
  const lost: unknown[] = [];
  const answers = await Promise.allSettled(
    [0, 1, 2].map((n) => {
      const lane = owned(n, 1, lost);
      return group.commit(lane, writeTurn(lane, { doneSeq: n === 2 ? 2 : 1 }));
    }),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(lost.length, 1);
  assert.deepEqual(await left(database), ['0/2', '1/1', '1/2', '2/1', '3/1', '3/2']);
});

test('of two epochs of a lane in one group the older one is over', async () => {
  await using database = await prepared();
  await own(database, [1, 2]);
  const group = createTurnCommit({ sql: database.sql, metrics: createMetrics() });
  const [before, now] = [owned(0, 0), owned(0, 1)];
  const answers = await Promise.allSettled([
    group.commit(before, writeTurn(before, { doneSeq: 1 })),
    group.commit(now, writeTurn(now, { doneSeq: 2 })),
  ]);
  assert.ok(answers[0].status === 'rejected' && answers[0].reason instanceof LaneLost);
  assert.equal(answers[1].status, 'fulfilled');
  assert.deepEqual((await left(database)).slice(0, 2), ['0/1', '1/1']);
});

test('a row that the database refuses fails its own step alone, whatever lanes it shared the statement with', async () => {
  await using database = await prepared();
  await own(database, [1, 2, 3]);
  const group = createTurnCommit({ sql: database.sql, metrics: createMetrics() });
  const steps = [0, 1, 2, 3].flatMap((lane) => [1, 2, 3].map((seq) => ({ lane: owned(lane, 1, [assert.fail]), seq })));
  const answers = await Promise.allSettled(
    steps.map(({ lane, seq }) => {
      const isBad = lane.lane === 2 && seq === 2;
      const outbox = { lane: lane.lane, seq, attempts: 0, agentId: isBad ? 'a\0b' : 'a', phoneNumber: '+1', body: {} };
      return group.commit(lane, writeTurn(lane, { doneSeq: seq, outbox: outbox as never }));
    }),
  );
  assert.equal(answers.filter(({ status }) => status === 'rejected').length, 1);
  assert.deepEqual(await left(database), ['2/2']);
});

test('a lost lane rejects what waits for its commit', async () => {
  await using database = await prepared();
  const lost: unknown[] = [];
  const lane = owned(0, 7, lost);
  const group = createTurnCommit({ sql: database.sql, metrics: createMetrics() });
  const answers = await Promise.allSettled([
    group.commit(lane, writeTurn(lane, { doneSeq: 1 })),
    group.commit(lane, writeTurn(lane, { doneSeq: 2 })),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 'rejected');
    assert.ok((answer as PromiseRejectedResult).reason instanceof LaneLost);
  }
  assert.equal(lost.length, 1);
});

test('a commit that waits too long for a lock loses its lane, and tries no turn by itself', async () => {
  const lost: unknown[] = [];
  let groups = 0;
  const lane = owned(0, 7, lost);
  const group = createGroupCommit<{ bytes: number }>({
    pauseMs: () => 0,
    write: async () => {
      groups += 1;
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    },
  });
  const answers = await Promise.allSettled([group.commit(lane, { bytes: 1 }), group.commit(lane, { bytes: 1 })]);
  for (const answer of answers) assert.ok(answer.status === 'rejected' && answer.reason instanceof LaneLost);
  assert.deepEqual([lost.length, groups], [1, 1]);
});

const skip = notOnCluster('each node counts the rows that it reads by itself');
test('rows are looked up, however much the tables have grown since the statements were planned', { skip }, async () => {
  const ROWS = 20_000;
  await using database = await prepared();
  await own(database, []);
  const { sql } = database;
  const lane = owned(0, 1);
  const write = {
    agentId: 'agent',
    endpointId: '',
    ordinal: 0,
    phoneNumber: '+1',
    attempts: 1,
    attempt: null,
    failure: null,
  };
  let seq = 0;
  async function rows(count: number): Promise<void> {
    await sql`
      with row as (select * from generate_series(${seq + 1}::bigint, ${seq + count}::bigint) as row (seq)), forwards as (
        insert into forward (lane, agent_id, seq, ordinal, phone_number) select 0, 'agent', seq, 0, '+1' from row
      ), messages as (
        insert into outbox (lane, seq, agent_id, phone_number, body) select 0, seq, 'agent', '+1', '{}' from row
      )
      insert into inbox (lane, seq, agent_id, phone_number, body) select 0, seq, 'agent', '+1', '{}' from row`;
    seq += count;
  }
  /** Takes one row of each. */
  async function work(): Promise<void> {
    for (const dueAt of [new Date(), null])
      await commitForwarding(sql, [{ fence: lane, write: { ...write, seq, dueAt } }]);
    const done = writeTurn(lane, { doneSeq: seq, dispatchedSeq: seq });
    await createTurnCommit({ sql, metrics: createMetrics() }).commit(lane, done);
  }
  const scanned = async () => {
    const [row] = await sql<{ scanned: number; deleted: number }[]>`
      select sum(seq_tup_read)::int as scanned, sum(n_tup_del)::int as deleted from pg_stat_user_tables
      where relname in ('inbox', 'outbox', 'forward')`;
    return row!;
  };

  // Often enough for a plan that is kept, by every connection.
  for (let n = 0; n < 100; n++) {
    await rows(1);
    await work();
  }
  await rows(ROWS);
  await until(async () => (await scanned()).deleted === 300, 'the statistics');
  const before = await scanned();
  await work();
  await until(async () => (await scanned()).deleted === 303, 'the statistics');
  assert.ok((await scanned()).scanned - before.scanned < ROWS, 'a table was read from one end to the other');
});
