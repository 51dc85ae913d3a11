/** The shares of a lane's window: no agent and no conversation takes the room of the others, and no item is skipped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { until } from '../until.ts';
import { item, LANE_COUNT, markOf, prepared, startWorker } from './worker.ts';

const phone = (n: number) => `+1555${String(n).padStart(7, '0')}`;

test('an agent whose work is stalled takes no room from another one of the same lanes', async () => {
  await using database = await prepared();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: string[] = [];
  let stuck = 0;
  await using lanes = await startWorker(database, async (row) => {
    if (row.agentId === 'stuck') {
      stuck += 1;
      await gate;
    }
    done.push(row.agentId);
  });
  // In each lane more than its window holds, each in its own conversation.
  const items = 1_500 * LANE_COUNT;
  await Promise.all(Array.from({ length: items }, (_, n) => lanes.append(item(phone(n), n, null, 'stuck'))));
  await until(() => stuck >= LANE_COUNT, 'the agent that stands still');
  await Promise.all(Array.from({ length: 40 }, (_, n) => lanes.append(item(phone(n), n, null, 'other'))));
  await until(() => done.filter((agent) => agent === 'other').length === 40, 'the other agent');
  assert.ok(stuck <= items / 2, `${stuck} are in memory`);
  release();
  await until(() => done.length === items + 40, 'what was left in the database');
});

test('an agent with a long backlog does not delay the first message of another one', async () => {
  await using database = await prepared();
  // As if no work had been done for a while.
  await database.sql`
    insert into inbox (lane, seq, agent_id, phone_number, body)
    select lane, n, 'busy', '+1555' || lpad((n % 3000)::text, 7, '0'),
           json_build_object('kind', 'send', 'messageId', gen_random_uuid(), 'stateId', 's', 'params',
                             json_build_object('mark', n), 'ttlSeconds', null)
    from generate_series(0, ${LANE_COUNT - 1}::int) lane, generate_series(1, 10000) n`;
  await database.sql`update lane_head set next_seq = 10001`;
  let busy = 0;
  let busyBefore = Number.POSITIVE_INFINITY;
  await using lanes = await startWorker(database, async ({ agentId }) => {
    if (agentId === 'busy') busy += 1;
    else busyBefore = Math.min(busyBefore, busy);
  });
  await lanes.append(item(phone(1), 1, null, 'first'));
  await until(() => busyBefore < Number.POSITIVE_INFINITY, 'the first message of the other agent');
  assert.ok(busyBefore < 20_000, `${busyBefore} turns of the busy agent came before it`);
});

test('a backlog of long items is read in portions, and each runs once, in the order of its conversation', async () => {
  await using database = await prepared();
  await database.sql`
    insert into inbox (lane, seq, agent_id, phone_number, body)
    select lane, n, 'agent_' || n % 2, '+1555' || lpad((n % 3)::text, 7, '0'),
           json_build_object('kind', 'send', 'messageId', gen_random_uuid(), 'stateId', 's', 'params',
                             json_build_object('mark', n, 'long', repeat('x', 300000)), 'ttlSeconds', null)
    from generate_series(0, ${LANE_COUNT - 1}::int) lane, generate_series(1, 60) n`;
  await database.sql`update lane_head set next_seq = 61`;
  const pages: number[] = [];
  const sql = watched(database.sql, (rows) => {
    pages.push(rows.reduce((sum, { bytes }) => sum + (bytes as number), 0));
  });
  const ran: Record<string, number[]> = {};
  let count = 0;
  await using lanes = await startWorker(
    database,
    async (row) => {
      const key = `${row.lane} ${row.agentId} ${row.phoneNumber}`;
      ran[key] = [...(ran[key] ?? []), markOf(row)];
      count += 1;
    },
    { sql },
  );
  await until(() => count === 60 * LANE_COUNT, 'all items', 60_000);
  assert.equal(lanes.lanesSeen.length, LANE_COUNT);
  for (const marks of Object.values(ran))
    assert.deepEqual(
      marks,
      marks.toSorted((a, b) => a - b),
    );
  // One that exceeds the limit of a mebibyte is still read.
  assert.ok(Math.max(...pages) < 1.5 * 1024 * 1024, `${Math.max(...pages)} bytes were read at once`);
});

/** The same database; `saw` gets the rows of every statement that reads items. */
function watched(sql: Database, saw: (rows: Record<string, unknown>[]) => void): Database {
  return new Proxy(sql, {
    apply(target, self, parts: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target, self, parts);
      if (parts[0].join('').includes('bytes_in_all')) query.then(saw, () => {});
      return query;
    },
  });
}

test('whatever spills, every item runs once, in the order of its conversation', async () => {
  await using database = await prepared();
  const ran = new Map<string, number[]>();
  let count = 0;
  await using lanes = await startWorker(database, async (row) => {
    const key = `${row.agentId} ${row.phoneNumber}`;
    ran.set(key, [...(ran.get(key) ?? []), markOf(row)]);
    if (count++ % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  });
  // One agent with few busy conversations, one with very many, some small ones; in bursts, so that pushes meet reads.
  let mark = 0;
  const expected = new Map<string, number[]>();
  for (let burst = 0; burst < 6; burst++) {
    const appended = Array.from({ length: 900 }, () => {
      mark += 1;
      const agentId = mark % 10 < 5 ? 'many' : mark % 10 < 9 ? 'few' : `small_${mark % 7}`;
      const phoneNumber = phone(agentId === 'few' ? mark % 3 : mark % 1_700);
      const key = `${agentId} ${phoneNumber}`;
      expected.set(key, [...(expected.get(key) ?? []), mark]);
      return lanes.append(item(phoneNumber, mark, null, agentId));
    });
    if (burst % 3 === 0) await Promise.all(appended);
  }
  await until(() => count === mark, 'all items', 60_000);
  assert.deepEqual(Object.fromEntries(ran), Object.fromEntries(expected));
});
