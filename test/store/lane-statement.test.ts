/** What a cluster writes shard by shard is what one PostgreSQL writes in one statement. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { laneStatement, laneTable } from '../../src/store/lane-statement.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { createTestDatabase } from '../database.ts';
import { LANES, openCluster, skip } from './cluster-database.ts';
import { LANE, laneStatements } from './lane-statements.ts';

const TABLES = [
  ...['inbox', 'outbox', 'forward', 'failure', 'dead_letter', 'conversation', 'consent', 'seen', 'lane_head'],
  ...['turn', 'message', 'event', 'attempt', 'idempotency'],
];
/** Times that the database sets, as columns and as answers. */
const TIMES = new Set([
  ...['received_at', 'updated_at', 'committed_at', 'created_at', 'failed_at', 'due_at', 'revoked_at'],
  ...['receivedAt', 'updatedAt', 'committedAt', 'dueAt'],
]);

/** The answer of each statement, and every row of the lane at the end, without what differs between two runs. */
async function done(sql: Database): Promise<Record<string, unknown>> {
  await sql`update lane_fence set owner = 'me', epoch = 1`;
  const result: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(laneStatements(sql, { lane: LANE, owner: 'me', epoch: 1 }))) {
    result[name] = await run();
  }
  for (const table of TABLES) {
    const rows = await sql<{ row: string }[]>`
      select row_to_json(row)::text as row from ${sql(table)} as row where lane = ${LANE} order by 1`;
    result[table] = rows.map(({ row }) => JSON.parse(row));
  }
  return JSON.parse(JSON.stringify(result, (key, value) => (TIMES.has(key) ? undefined : value)));
}

async function doneByOne(): Promise<Record<string, unknown>> {
  await using database = await createTestDatabase();
  await createPartitions(database.sql, new Date());
  await ensureLanes(database.sql, LANES);
  return await done(database.sql);
}

describe('a lane of a cluster', { skip }, () => {
  test('has the same rows as one of one PostgreSQL after the same statements', async () => {
    await using sql = await openCluster({});
    const [byCluster, byOne] = [await done(sql), await doneByOne()];
    for (const name of Object.keys(byOne)) assert.deepEqual(byCluster[name], byOne[name], name);
  });
});

test('a statement that is put together from others has the values of all of them, in their order', () => {
  const inner = laneStatement`${1} b ${'two'}`;
  const table = laneTable('inbox');
  assert.deepEqual(laneStatement`a ${inner} c ${[3]} from ${table} d${laneStatement`e`}`, {
    strings: ['a ', ' b ', ' c ', ' from {inbox} de'],
    values: [1, 'two', [3]],
  });
});
