/** Conversations are kept as long as their last turn, or their session; a removed one comes back as a fresh one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshSession } from '../../src/engine/session.ts';
import { createLog } from '../../src/log.ts';
import { startUpkeep } from '../../src/maintenance.ts';
import { createFolder } from '../../src/media/folder.ts';
import type { ConsentState } from '../../src/model/consent.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { removeOldConversations } from '../../src/store/old-conversations.ts';
import { createPartitions, oldestDay } from '../../src/store/partitions.ts';
import { jsonValue } from '../../src/store/rows.ts';
import { wholeSession } from '../../src/store/short-rows.ts';
import type { Sql } from '../../src/store/sql.ts';
import { commitTurns, writeTurn } from '../../src/store/turns.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createConversations } from '../../src/turns/conversations.ts';
import { createTestDatabase } from '../database.ts';
import { until } from '../until.ts';

const NO_MEDIA = { files: createFolder('/nowhere'), sweep: async () => {} };
const DAY_MS = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const PHONE = '+12025550001';

const SESSION = {
  ...freshSession('2026-01-02T03:04:05Z'),
  stateId: 'ask',
  params: { name: 'Ada' },
  bytes: 13,
  lastActivityAt: '2026-01-02T03:05:00Z',
};
const CONSENT: ConsentState = { action: 'OPT_OUT', source: 'word', since: '2026-01-02T03:04:05Z', acknowledged: true };

type Stored = { agentId?: string; phoneNumber?: string; days: number; optedOut?: boolean; lane?: number };

async function insert(sql: Sql, { agentId = 'agent', phoneNumber = PHONE, days, optedOut = false, lane = 0 }: Stored) {
  await sql`
    insert into conversation (lane, agent_id, phone_number, session, consent, turns, chain, updated_at)
    values (${lane}, ${agentId}, ${phoneNumber}, ${jsonValue(sql, SESSION)}, ${optedOut ? jsonValue(sql, CONSENT) : null},
            5, 'link', ${daysAgo(days)})`;
}

async function numbers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ phoneNumber: string }[]>`
    select phone_number as "phoneNumber" from conversation order by phone_number`;
  return rows.map(({ phoneNumber }) => phoneNumber);
}

/** A database whose oldest turns are this many days old. */
async function prepared(oldest = 31) {
  const database = await createTestDatabase();
  await createPartitions(database.sql, daysAgo(oldest - 1));
  await createPartitions(database.sql, new Date());
  await ensureLanes(database.sql, 2);
  return database;
}

/** One complete pass over a lane. */
async function look(sql: Sql, lane = 0): Promise<number> {
  return (await removeOldConversations(sql, lane, { before: (await oldestDay(sql, 'turn'))!, limit: 100 })).removed;
}

test('a conversation whose last turn was dropped is removed, and no other', async () => {
  await using database = await prepared();
  const { sql } = database;
  await insert(sql, { phoneNumber: '+1', days: 40 });
  await insert(sql, { phoneNumber: '+2', days: 32.5 });
  await insert(sql, { phoneNumber: '+3', days: 30 });
  await insert(sql, { phoneNumber: '+4', days: 0 });
  await insert(sql, { phoneNumber: '+5', days: 40, lane: 1 });
  assert.equal(await look(sql), 2);
  assert.deepEqual(await numbers(sql), ['+3', '+4', '+5']);
  // A day of turns that could not be dropped keeps its conversations.
  await createPartitions(sql, daysAgo(45));
  assert.equal(await look(sql, 1), 0);
});

test('an opt-out is never forgotten, but data captured before it is', async () => {
  await using database = await prepared();
  const { sql } = database;
  await insert(sql, { days: 4000, optedOut: true });
  assert.equal(await look(sql), 0);
  const read = () => sql`select session, consent, turns, chain, xmin::text, xmax::text from conversation`;
  const [emptied] = await read();
  const session = { ...freshSession(SESSION.startedAt), lastActivityAt: SESSION.lastActivityAt };
  assert.partialDeepStrictEqual(emptied, { session, consent: CONSENT, turns: 5, chain: 'link' });
  assert.deepEqual(emptied!['session'], session);
  // Once is enough: the next pass does not touch it.
  await look(sql);
  assert.deepEqual((await read())[0], emptied);
});

test('a session that has not ended is kept, however old', async () => {
  await using database = await prepared();
  const { sql } = database;
  await sql`insert into brand (brand_id, account_id, name) values ('brand', 'default', 'Acme')`;
  await sql`
    insert into agent (agent_id, account_id, brand_id, name, use_case, platform_agent_id, config)
    values ('patient', 'default', 'brand', 'Patient', 'TRANSACTIONAL', 'patient', ${JSON.stringify({ sessionTtl: `${50 * 86_400}s` })}::text::jsonb)`;
  await insert(sql, { agentId: 'patient', phoneNumber: '+1', days: 49 });
  await insert(sql, { agentId: 'patient', phoneNumber: '+2', days: 51 });
  assert.equal(await look(sql), 1);
  assert.deepEqual(await numbers(sql), ['+1']);
});

test('a conversation with something waiting is kept', async () => {
  await using database = await prepared();
  const { sql } = database;
  for (const phoneNumber of ['+1', '+2', '+3']) await insert(sql, { phoneNumber, days: 40 });
  await sql`insert into inbox (lane, seq, agent_id, phone_number, body) values (0, 1, 'agent', '+1', '{}')`;
  await sql`insert into outbox (lane, seq, agent_id, phone_number, body) values (0, 2, 'agent', '+2', '{}')`;
  assert.equal(await look(sql), 1);
  assert.deepEqual(await numbers(sql), ['+1', '+2']);
});

test('a lane is examined in steps, which continue where the last one ended, and then start over', async () => {
  await using database = await prepared();
  const { sql } = database;
  const step = () => removeOldConversations(sql, 0, { before: daysAgo(31), limit: 2 });
  for (const n of [1, 2, 3, 4, 5])
    await insert(sql, { agentId: `agent ${n % 2}`, phoneNumber: `+${n}`, days: n === 2 ? 1 : 40 });
  assert.deepEqual(await step(), { removed: 1, isEnd: false });
  assert.deepEqual(await numbers(sql), ['+1', '+2', '+3', '+5']);
  assert.deepEqual(await step(), { removed: 2, isEnd: false });
  assert.deepEqual(await step(), { removed: 1, isEnd: true });
  await insert(sql, { phoneNumber: '+0', days: 40 });
  assert.deepEqual(await step(), { removed: 1, isEnd: false });
  assert.deepEqual(await numbers(sql), ['+2']);
});

test('a turn that was under way while its conversation was removed writes it back whole', async () => {
  await using database = await prepared();
  const { sql } = database;
  await insert(sql, { days: 40 });
  const conversations = createConversations(sql).of({ lane: 0, epoch: 1 });
  const key = { agentId: 'agent', phoneNumber: PHONE };
  const conversation = await conversations.get(key, new Date().toISOString());
  assert.equal(await look(sql), 1);
  const fence = { lane: 0, owner: 'test', epoch: 1 };
  await sql`update lane_fence set owner = 'test', epoch = 1 where lane = 0`;
  const written = writeTurn(fence, { conversation: { ...conversation, consent: CONSENT, turns: 6 } });
  assert.deepEqual(await commitTurns(sql, [written]), [0]);
  const [row] = await sql`select session, consent, turns, chain from conversation`;
  assert.deepEqual(
    { ...row, session: wholeSession(row!['session']) },
    { session: SESSION, consent: CONSENT, turns: 6, chain: 'link' },
  );
});

test('a conversation that a turn is writing is left alone, and nobody waits', async () => {
  await using database = await prepared();
  const { sql } = database;
  await insert(sql, { phoneNumber: '+1', days: 40 });
  await insert(sql, { phoneNumber: '+2', days: 40 });
  await sql.begin(async (transaction) => {
    await transaction`update conversation set updated_at = now() where phone_number = '+1'`;
    assert.equal(await look(sql), 1);
  });
  assert.deepEqual(await numbers(sql), ['+1']);
});

test('a conversation not written for a day is read again, so that none outlives its row in memory', async () => {
  await using database = await prepared();
  let now = 1;
  const conversations = createConversations(database.sql, () => now).of({ lane: 0, epoch: 1 });
  const key = { agentId: 'agent', phoneNumber: PHONE };
  const fresh = await conversations.get(key, '2026-01-02T03:04:05Z');
  conversations.set(
    writeTurn({ lane: 0, owner: 'test', epoch: 1 }, { conversation: { ...fresh, turns: 7 } }).conversation!,
  );
  assert.equal((await conversations.get(key, '2026-01-02T03:04:05Z')).turns, 7);
  now += DAY_MS + 1;
  assert.equal((await conversations.get(key, '2026-01-02T03:04:05Z')).turns, 0);
});

test('the hourly upkeep removes old conversations of every lane', async (context) => {
  await using database = await prepared();
  const { sql } = database;
  await insert(sql, { phoneNumber: '+1', days: 40 });
  await insert(sql, { phoneNumber: '+2', days: 40, lane: 1 });
  await insert(sql, { phoneNumber: '+3', days: 1, lane: 1 });
  const log = createLog({ level: 'silent', pretty: false });
  context.mock.timers.enable({ apis: ['setInterval'] });
  await using _upkeep = await startUpkeep(
    { sql, log, metrics: createMetrics(), media: NO_MEDIA, laneCount: 2 },
    () => new Date(),
  );
  context.mock.timers.tick(DAY_MS / 24);
  await until(async () => (await numbers(sql)).length === 1, 'the upkeep to be done');
  assert.deepEqual(await numbers(sql), ['+3']);
});
