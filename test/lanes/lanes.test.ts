/** Lanes with the tests' own work on them: order, duplicates, takeover, the fence, and items that fail. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { processIdentity } from '../../src/lanes/identity.ts';
import { LaneLost } from '../../src/lanes/lanes.ts';
import { createLanes } from '../../src/lanes/open.ts';
import type { InboxItem } from '../../src/model/inbox-item.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import type { TestDatabase } from '../database.ts';
import { until } from '../until.ts';
import { breaksOnce, item, LANE_COUNT, log, markOf, prepared, startWorker } from './worker.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Accepts items, and owns no lane. */
function createStranger({ sql }: TestDatabase) {
  const open = () => assert.fail('a stranger opens no lane');
  return createLanes({ sql, log, metrics: createMetrics(), laneCount: LANE_COUNT, open });
}

test("a conversation's items run one at a time, in the order of their arrival", async () => {
  await using database = await prepared();
  const marks: number[] = [];
  let atWork = 0;
  let mostAtWork = 0;
  await using lanes = await startWorker(database, async (row) => {
    mostAtWork = Math.max(mostAtWork, ++atWork);
    await tick();
    marks.push(markOf(row));
    atWork -= 1;
  });
  await Promise.all(Array.from({ length: 300 }, (_, mark) => lanes.append(item('+15550000001', mark))));
  await until(() => marks.length === 300, 'three hundred turns');
  assert.deepEqual(marks, [...Array(300).keys()]);
  assert.equal(mostAtWork, 1);
});

test('a conversation that waits does not hold up another one of the same lane', async () => {
  await using database = await prepared();
  const done: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using lanes = await startWorker(database, async (row) => {
    if (row.phoneNumber === '+15550000001') await gate;
    done.push(row.phoneNumber);
  });
  const lane = lanes.laneOf('agent_1', '+15550000001');
  const neighbour = Array.from({ length: 100 }, (_, n) => `+1555000100${n}`).find(
    (n) => lanes.laneOf('agent_1', n) === lane,
  )!;
  // More than one conversation may hold in memory, so that the rest is only in the database.
  for (let mark = 0; mark < 120; mark++) void lanes.append(item('+15550000001', mark));
  await lanes.append(item(neighbour));
  await until(() => done.includes(neighbour), 'the neighbour');
  assert.deepEqual(done, [neighbour]);
  release();
  await until(() => done.length === 121, 'the busy one');
});

test('a repeated item is dropped, even long after its turn', async () => {
  await using database = await prepared();
  const marks: number[] = [];
  await using lanes = await startWorker(database, async (row) => void marks.push(markOf(row)));
  assert.deepEqual(await lanes.append(item('+15550000001', 1, 'message:a')), { duplicate: false });
  await until(() => marks.length === 1, 'the turn');
  await until(async () => (await database.sql`select from inbox`).length === 0, 'the removal of the item');
  assert.deepEqual(await lanes.append(item('+15550000001', 2, 'message:a')), { duplicate: true });
  assert.deepEqual(await lanes.append(item('+15550000001', 3, 'message:b')), { duplicate: false });
  await until(() => marks.length === 2, 'the second turn');
  assert.deepEqual(marks, [1, 3]);
});

test('the same id twice in one group is one item', async () => {
  await using database = await prepared();
  const marks: number[] = [];
  await using lanes = await startWorker(database, async (row) => void marks.push(markOf(row)));
  const answers = await Promise.all([1, 2, 3].map((mark) => lanes.append(item('+15550000001', mark, 'message:a'))));
  assert.equal(answers.filter(({ duplicate }) => !duplicate).length, 1);
  await lanes.append(item('+15550000001', 9));
  await until(() => marks.includes(9), 'the item behind');
  assert.equal(marks.length, 2);
});

test('an item seen on an earlier day is dropped today', async () => {
  await using database = await prepared();
  await using lanes = await startWorker(database, async () => {});
  const lane = lanes.laneOf('agent_1', '+15550000001');
  await database.sql`insert into seen (lane, id, day) values (${lane}, 'message:old', current_date - 1)`;
  assert.deepEqual(await lanes.append(item('+15550000001', 1, 'message:old')), { duplicate: true });
});

test('two processes share the lanes evenly, and one that leaves gives its own back at once', async () => {
  await using database = await prepared();
  await using first = await startWorker(database, async () => {});
  assert.equal(first.owned().length, LANE_COUNT);
  const second = await startWorker(database, async () => {});
  await until(() => first.owned().length === 2 && second.owned().length === 2, 'two lanes each');
  await second[Symbol.asyncDispose]();
  await until(() => first.owned().length === LANE_COUNT, 'all lanes again');
});

test('a lane that breaks under an owner with its full share is left to the others', async () => {
  await using database = await prepared();
  await using lanes = await startWorker(database, async () => {});
  // Another process is there, and half of the lanes are its share.
  await database.sql`insert into process (process_id, host, pid) values ('other', 'elsewhere', 1)`;
  for (const lane of lanes.owned().slice(0, 2)) lane.lose(new Error('the database went away'));
  await until(async () => {
    const [row] = await database.sql<
      { free: number }[]
    >`select count(*)::int as free from lane_owner where owner is null`;
    return row?.free === 2;
  }, 'the lanes to be free');
  assert.equal(lanes.owned().length, 2);
});

test('a lane whose connection breaks while it is taken is given back, and taken again', async () => {
  await using database = await prepared();
  const ran: string[] = [];
  const turn = async (row: InboxItem) => void ran.push(row.phoneNumber);
  await using lanes = await startWorker(database, turn, {
    sql: breaksOnce(database.sql, 'from lane_head'),
  });
  const phones = Array.from({ length: LANE_COUNT * 4 }, (_, n) => `+1555000000${n}`);
  await Promise.all(phones.map((phone) => lanes.append(item(phone))));
  await until(() => ran.length === phones.length, 'a turn in every lane');
  assert.equal(lanes.owned().length, LANE_COUNT);
});

test('leases are renewed while lanes that are given back finish their running work', async () => {
  await using database = await prepared();
  const gate = Promise.withResolvers<void>();
  const running = new Set<number>();
  await using first = await startWorker(database, (row) => {
    running.add(row.lane);
    return gate.promise;
  });
  const [own] = await database.sql<{ id: string }[]>`select process_id as id from process`;
  for (let n = 0; running.size < LANE_COUNT; n++) {
    await first.append(item(`+1555000000${n}`));
    await tick();
  }
  await using second = await startWorker(database, async () => {});
  await until(() => first.stopped.length > 0, 'the first to be asked for lanes');
  const lastSign = async () => {
    const [row] = await database.sql<{ at: Date }[]>`select seen_at as at from process where process_id = ${own!.id}`;
    return row!.at.getTime();
  };
  const before = await lastSign();
  await until(async () => (await lastSign()) > before, 'a further sign of life');
  assert.equal(first.owned().length, LANE_COUNT, 'none has finished yet');
  gate.resolve();
  await until(() => first.owned().length === 2 && second.owned().length === 2, 'two lanes each');
  assert.ok(!first.logged.includes('a lane was lost'));
});

test('leases are renewed while a commit of one lane waits for a lock', async () => {
  await using database = await prepared();
  await using lanes = await startWorker(database, async () => {});
  await database.sql.begin(async (commit) => {
    await commit`select from lane_fence where lane = 0 for share`;
    const lastSign = async () =>
      (await database.sql<{ at: Date }[]>`select seen_at as at from process`)[0]!.at.getTime();
    for (const what of ['a further sign of life', 'one more']) {
      const before = await lastSign();
      await until(async () => (await lastSign()) > before, what);
    }
  });
  assert.equal(lanes.owned().length, LANE_COUNT);
});

test('an item whose turn reports a lost lane, while it is not lost, is run again', async () => {
  await using database = await prepared();
  let runs = 0;
  await using lanes = await startWorker(database, async (row) => {
    runs += 1;
    if (runs === 1) throw new LaneLost(row.lane);
  });
  await lanes.append(item('+15550000001'));
  await until(() => runs === 2, 'the second run');
});

test('a stalled lane with waiting items is counted and logged, until it moves', async () => {
  await using database = await prepared();
  const gate = Promise.withResolvers<void>();
  await using lanes = await startWorker(database, () => gate.promise, { stallAfterMs: 300 });
  const stalled = async () => (await lanes.metrics.lanesStalled.get()).values[0]?.value;
  await lanes.append(item('+15550000001'));
  await until(async () => (await stalled()) === 1, 'the lane to be noticed');
  assert.ok(lanes.logged.includes('a lane stands still although items are waiting'));
  gate.resolve();
  await until(async () => (await stalled()) === 0, 'the lane to move');
  assert.ok(lanes.logged.includes('a lane moves again'));
});

test('a lane is not stalled because a conversation waits for the platform', async () => {
  await using database = await prepared();
  const gate = Promise.withResolvers<void>();
  await using lanes = await startWorker(database, () => gate.promise, { stallAfterMs: 300 });
  const [waiting, other] = ['+15550000001', '+15550000002'];
  await database.sql`
    insert into outbox (lane, seq, agent_id, phone_number, body)
    values (${lanes.laneOf('agent_1', waiting)}, 0, 'agent_1', ${waiting}, '{}')`;
  await lanes.append(item(waiting));
  await lanes.append(item(other));
  const stalled = async () => (await lanes.metrics.lanesStalled.get()).values[0]?.value;
  await until(async () => (await stalled()) === 1, 'the lane of the other one to be noticed');
  assert.notEqual(lanes.laneOf('agent_1', waiting), lanes.laneOf('agent_1', other));
  gate.resolve();
});

test('an item appended by a process that does not own the lane is run by the one that does', async () => {
  await using database = await prepared();
  const ran: number[] = [];
  await using owner = await startWorker(database, async (row) => void ran.push(markOf(row)));
  const stranger = createStranger(database);
  await Promise.all(Array.from({ length: 20 }, (_, mark) => stranger.append(item(`+1555000000${mark % 10}`, mark))));
  await until(() => ran.length === 20, 'twenty turns');
  assert.equal(owner.owned().length, LANE_COUNT);
});

test('an owner of an old epoch can write nothing, and takes the lane again', async () => {
  await using database = await prepared();
  const runs: number[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using lanes = await startWorker(database, async (row, lane) => {
    runs.push(lane.epoch);
    if (runs.length === 1) await gate;
    assert.equal(row.phoneNumber, '+15550000001');
  });
  await lanes.append(item('+15550000001'));
  await until(() => runs.length === 1, 'the first run');
  // Another process took the lane while this one was stalled, and has died since.
  for (const table of ['lane_owner', 'lane_fence']) {
    await database.sql`update ${database.sql(table)} set owner = 'another', epoch = epoch + 1`;
  }
  release();
  await until(() => runs.length === 2, 'the second run, by the new owner');
  assert.ok(runs[1]! > runs[0]! + 1);
  await until(async () => (await database.sql`select from inbox`).length === 0, 'the end of the item');
  const fenced = await lanes.metrics.registry.getSingleMetricAsString('parley_fenced_commits_total');
  assert.match(fenced, /parley_fenced_commits_total [1-9]/);
});

test('a turn that fails is retried, and given up after five times so that its conversation goes on', async () => {
  await using database = await prepared();
  const runs: number[] = [];
  await using lanes = await startWorker(database, async (row) => {
    runs.push(markOf(row));
    if (markOf(row) === 1) throw new Error('this one never works');
  });
  await lanes.append(item('+15550000001', 1));
  await lanes.append(item('+15550000001', 2));
  await until(() => runs.includes(2), 'the item behind');
  assert.deepEqual(runs, [1, 1, 1, 1, 1, 2]);
  const [failed] = await database.sql<{ attempts: number; reason: string }[]>`select attempts, reason from dead_letter`;
  assert.deepEqual(failed, { attempts: 5, reason: 'the turn failed 5 times: this one never works' });
});

test('after a crash the oldest item of each conversation is counted, and one that killed ten owners is given up', async () => {
  await using database = await prepared();
  const stranger = createStranger(database);
  for (const mark of [1, 2, 3]) await stranger.append(item('+15550000001', mark));
  await stranger.append(item('+15550000002', 4));
  await database.sql`update inbox set attempts = 10 where body -> 'params' ->> 'mark' = '1'`;
  await database.sql`update lane_owner set owner = 'dead'`;
  const attempts = new Map<number, number>();
  await using lanes = await startWorker(database, async (row) => {
    const [counted] = await database.sql<
      { attempts: number }[]
    >`select attempts from inbox where lane = ${row.lane} and seq = ${row.seq}`;
    attempts.set(markOf(row), counted!.attempts);
  });
  await until(() => attempts.size === 3, 'the three good ones');
  assert.equal(lanes.owned().length, LANE_COUNT);
  assert.deepEqual(Object.fromEntries(attempts), { 2: 0, 3: 0, 4: 1 });
  const failed = await database.sql<{ reason: string }[]>`select reason from dead_letter`;
  assert.deepEqual(
    failed.map(({ reason }) => reason),
    ['the process died 10 times while the turn ran'],
  );
});

test('an item that may have killed its owner runs alone for a while, but not until it is done', async () => {
  await using database = await prepared();
  const stranger = createStranger(database);
  const suspects = ['+15550000001', '+15550000002', '+15550000003'];
  for (const phoneNumber of suspects) await stranger.append(item(phoneNumber, 1));
  await database.sql`update inbox set attempts = 2`;
  await database.sql`update lane_owner set owner = 'dead'`;
  const allRun = Promise.withResolvers<void>();
  let running = 0;
  const turn = async () => {
    running += 1;
    if (running === suspects.length) allRun.resolve();
    await allRun.promise;
  };
  await using _lanes = await startWorker(database, turn, { aloneForMs: 50 });
  await allRun.promise;
});

test('the lanes of killed neighbours are taken at once, whatever their leases, even by a survivor', async () => {
  await using database = await prepared();
  await using survivor = await startWorker(database, async () => {});
  const { host } = processIdentity();
  const killed = spawnSync(process.execPath, ['--version']).pid;
  // Two of them had no lane: counting them would leave lanes without an owner.
  for (const name of ['killed 1', 'killed 2', 'killed 3']) {
    await database.sql`
      insert into process (process_id, host, pid, seen_at) values (${name}, ${host}, ${killed}, now() + interval '1 hour')`;
  }
  await database.sql`update lane_owner set owner = 'killed 1', epoch = epoch + 1 where lane > 0`;
  await until(() => survivor.owned().length === LANE_COUNT, 'all lanes with the survivor');
  await until(
    async () => (await database.sql`select from process where host = ${host}`).length === 1,
    'nobody left but the survivor',
  );
});

test('nothing is accepted that the database did not store', async () => {
  await using database = await prepared();
  await using lanes = await startWorker(database, async () => {});
  await database.sql`alter table inbox rename column body to hidden`;
  await assert.rejects(lanes.append(item('+15550000001')), /inbox/);
  await database.sql`alter table inbox rename column hidden to body`;
  assert.deepEqual(await lanes.append(item('+15550000001')), { duplicate: false });
});
