/** What a cluster writes lane by lane, with functions, is what one PostgreSQL writes with statements of many lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { createTestDatabase } from '../database.ts';
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

/** The answer of each statement, and every row at the end, without what differs between two runs. */
async function done(isCluster: boolean): Promise<Record<string, unknown>> {
  await using database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, new Date());
  await ensureLanes(sql, LANE + 1);
  await sql`update lane_fence set owner = 'me', epoch = 1`;
  sql.isCluster = isCluster;
  const result: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(laneStatements(sql, { lane: LANE, owner: 'me', epoch: 1 }))) {
    result[name] = await run();
  }
  for (const table of TABLES) {
    const rows = await sql<{ row: string }[]>`
      select row_to_json(row)::text as row from ${sql(table)} as row order by 1`;
    result[table] = rows.map(({ row }) => JSON.parse(row));
  }
  return JSON.parse(JSON.stringify(result, (key, value) => (TIMES.has(key) ? undefined : value)));
}

test('a lane that is written by functions has the same rows as one that is written by statements', async () => {
  const [byFunctions, byStatements] = [await done(true), await done(false)];
  for (const name of Object.keys(byStatements)) assert.deepEqual(byFunctions[name], byStatements[name], name);
});
