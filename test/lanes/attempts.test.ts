/** What is retried, how often, and what is given up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import { createAttempts, type Piece } from '../../src/lanes/attempts.ts';
import type { OwnedLane } from '../../src/lanes/lanes.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createTestDatabase } from '../database.ts';
import { log } from './worker.ts';

const PIECE: Piece = { source: 'inbox', seq: 1, kind: 'send', attempts: 0 };
const sqlState = (code: string) => Object.assign(new Error(`refused with ${code}`), { code });

/** How often a task that fails `times` times with `cause` is tried, and the reason if it is given up. */
async function tryOut(cause: Error, times: number, passingPatienceMs = 60_000) {
  await using database = await createTestDatabase();
  const { sql } = database;
  await ensureLanes(sql, 1);
  await sql`update lane_fence set owner = 'me', epoch = 1`;
  await sql`insert into inbox (lane, seq, agent_id, phone_number, body) values (0, 1, 'agent_1', '+15550000001', '{}')`;
  const lane: OwnedLane = {
    lane: 0,
    owner: 'me',
    epoch: 1,
    signal: new AbortController().signal,
    lose: (lost) => assert.fail(`the lane was lost: ${lost}`),
  };
  const attempts = createAttempts({
    ...{ sql, log, lane, passingPatienceMs, retry: { firstMs: 1, maxMs: 1_000 } },
    stopped: () => false,
    alone: (work) => work(),
    failed: () => {},
    deadLettered: () => {},
  });
  let tried = 0;
  const result = await attempts.until(PIECE, async () => {
    tried += 1;
    if (tried <= times) throw cause;
    return 'done';
  });
  const [failed] = await sql<{ reason: string }[]>`select reason from dead_letter`;
  return { tried, result, reason: failed?.reason };
}

const PASSING = [
  sqlState('53200'),
  sqlState('40P01'),
  sqlState('55P03'),
  sqlState('57014'),
  new RemoteFailure('transient', 'the platform answered 503', { retry: true }),
];
for (const cause of PASSING) {
  test(`a failure that can pass is retried until it does: ${cause.message}`, async () => {
    assert.deepEqual(await tryOut(cause, 8), { tried: 9, result: 'done', reason: undefined });
  });
}

test('a failure that can pass but never does becomes a dead letter in the end', async () => {
  const { result, reason } = await tryOut(sqlState('53200'), Number.POSITIVE_INFINITY, 20);
  assert.equal(result, undefined);
  assert.match(reason!, /^the turn failed for \d+ hours: refused with 53200$/);
});

for (const cause of [sqlState('23505'), sqlState('22P02'), new TypeError('a bug')]) {
  test(`a failure that cannot pass becomes a dead letter after five attempts: ${cause.message}`, async () => {
    const { tried, reason } = await tryOut(cause, Number.POSITIVE_INFINITY);
    assert.equal(tried, 5);
    assert.equal(reason, `the turn failed 5 times: ${cause.message}`);
  });
}
