/** Queues and statements are limited in bytes too: few large items count as much as many small ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshSession } from '../../src/engine/session.ts';
import { Problem } from '../../src/errors.ts';
import { createGroupCommit } from '../../src/lanes/commit.ts';
import { createLanes } from '../../src/lanes/open.ts';
import { createLog } from '../../src/log.ts';
import type { NewInboxItem } from '../../src/model/inbox-item.ts';
import { findConversations } from '../../src/store/found-conversations.ts';
import { listInboxItems } from '../../src/store/inbox.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { writeTurn } from '../../src/store/turns.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createConversations } from '../../src/turns/conversations.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const LARGE = 1024 * 1024;

async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await createPartitions(database.sql, new Date());
  await ensureLanes(database.sql, 1);
  return database;
}

/** Lanes that only accept items. */
function acceptingLanes({ sql }: TestDatabase) {
  return createLanes({
    sql,
    log: createLog({ level: 'silent', pretty: false }),
    metrics: createMetrics(),
    laneCount: 1,
    open: () => assert.fail('these lanes are never started'),
  });
}

function item(n: number, bytes: number): NewInboxItem {
  const body = {
    kind: 'send',
    messageId: `${n}`,
    stateId: 'hello',
    params: { x: 'x'.repeat(bytes) },
    ttlSeconds: null,
  } as const;
  return { agentId: 'agent', phoneNumber: `+1202555${String(n).padStart(4, '0')}`, body, dedupeId: null };
}

test('a few large items waiting for the database are refused like many small ones', async () => {
  await using database = await prepared();
  await using lanes = acceptingLanes(database);
  const { accepted, refused } = await database.sql.begin(async (sql) => {
    await sql`select from lane_head where lane = 0 for update`;
    const appends = Array.from({ length: 40 }, (_, n) => lanes.append(item(n, LARGE)));
    const outcomes = appends.map((append) =>
      append.then(
        () => null,
        (cause) => cause,
      ),
    );
    // Refusals come at once, the others wait for the lock.
    const early = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, tick()])));
    return {
      accepted: appends.filter((_, n) => early[n] === 'waits'),
      refused: early.filter((one) => one !== 'waits'),
    };
  });
  assert.equal(accepted.length, 32);
  for (const cause of refused) {
    assert.ok(cause instanceof Problem);
    assert.equal(cause.code, 'not_ready');
  }
  assert.equal(refused.length, 8);
  await Promise.all(accepted);
  assert.deepEqual(await lanes.append(item(99, LARGE)), { duplicate: false });
});

const tick = () => new Promise((resolve) => setImmediate(resolve, 'waits'));

test('a long append is split, and the order stays', async () => {
  await using database = await prepared();
  await using lanes = acceptingLanes(database);
  await Promise.all(Array.from({ length: 12 }, (_, n) => lanes.append(item(n, n === 3 ? 6 * LARGE : LARGE))));
  const { items } = await listInboxItems(database.sql, 0, { seq: 0, limit: 100, maxBytes: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(
    items.map(({ body }) => body.kind === 'send' && body.messageId),
    Array.from({ length: 12 }, (_, n) => `${n}`),
  );
  // Items of one statement have one time of arrival.
  const groups = Map.groupBy(items, ({ receivedAt }) => receivedAt);
  for (const group of groups.values()) {
    const bytes = group.reduce((sum, one) => sum + one.bytes, 0);
    assert.ok(bytes <= 4 * LARGE || group.length === 1, `${group.length} items of ${bytes} bytes`);
  }
});

test('a long read of a lane is cut, reports that there is more, and always returns one', async () => {
  await using database = await prepared();
  await using lanes = acceptingLanes(database);
  await Promise.all(Array.from({ length: 7 }, (_, n) => lanes.append(item(n, n === 6 ? 6 * LARGE : LARGE))));
  const read = async (seq: number, limit: number, maxBytes: number) => {
    const { items, isAll } = await listInboxItems(database.sql, 0, { seq, limit, maxBytes });
    return { seqs: items.map((one) => one.seq), isAll };
  };
  const [first = 0] = (await read(0, 1, 1)).seqs;
  const seqs = Array.from({ length: 7 }, (_, n) => first + n);
  assert.deepEqual(await read(0, 100, 3 * LARGE), { seqs: seqs.slice(0, 3), isAll: false });
  assert.deepEqual(await read(seqs[3]!, 2, 3 * LARGE), { seqs: seqs.slice(3, 5), isAll: false });
  assert.deepEqual(await read(seqs[6]!, 2, LARGE), { seqs: seqs.slice(6), isAll: true });
  assert.deepEqual(await read(seqs[6]! + 1, 2, LARGE), { seqs: [], isAll: true });
});

test('an item has its size, whether it was just appended or read again', async () => {
  await using database = await prepared();
  await using lanes = acceptingLanes(database);
  const grüezi = { ...item(1, 0), body: { ...item(1, 0).body, params: { x: 'grüezi 👋' } } } as NewInboxItem;
  await lanes.append(grüezi);
  const [read] = (await listInboxItems(database.sql, 0, { seq: 0, limit: 1, maxBytes: LARGE })).items;
  assert.deepEqual(read?.body, grüezi.body);
  assert.equal(read?.bytes, Buffer.byteLength(JSON.stringify(grüezi.body)));
});

test('the turns of one statement are limited in bytes, and one that exceeds the limit goes alone', async () => {
  const sizes = [LARGE, LARGE, 6 * LARGE, LARGE, LARGE, LARGE, LARGE, LARGE];
  const groups: number[][] = [];
  const lane = { ...FENCE, signal: new AbortController().signal, lose: assert.fail };
  const group = createGroupCommit<{ bytes: number }>({
    pauseMs: () => 0,
    write: async (group) => {
      groups.push(group.map(({ writes }) => writes.bytes));
      return [0];
    },
  });
  await Promise.all(sizes.map((bytes) => group.commit(lane, { bytes })));
  assert.deepEqual(groups, [[LARGE, LARGE], [6 * LARGE], [LARGE, LARGE, LARGE, LARGE], [LARGE]]);
});

const FENCE = { lane: 0, owner: 'test', epoch: 1 };

/** A conversation whose session has this many characters, as written by its `turns`th turn. */
function written(n: number, characters: number, turns = 1) {
  const session = { ...freshSession('2026-01-02T03:04:05Z'), params: { x: 'x'.repeat(characters) } };
  const key = { agentId: 'agent', phoneNumber: `+1202555${String(n).padStart(4, '0')}` };
  const { conversation, bytes } = writeTurn(FENCE, {
    conversation: { ...key, session, consent: null, turns, chain: 'c' },
  });
  assert.ok(conversation && bytes > characters);
  return { ...key, conversation };
}

test('conversations are kept in memory while they are in use, and fewer of them when they are large', async () => {
  await using database = await prepared();
  const conversations = createConversations(database.sql).of({ lane: 0, epoch: 1 });
  const all = Array.from({ length: 200 }, (_, n) => written(n, 200_000));
  for (const { conversation } of all) conversations.set(conversation);
  // None of them is in the database: one that is not cached is a fresh one.
  const found = await Promise.all(all.map((key) => conversations.get(key, '2026-01-02T03:04:05Z')));
  const kept = found.map(({ turns }) => turns === 1);
  assert.deepEqual(
    kept,
    Array.from({ length: 200 }, (_, n) => n >= 33),
  );
  assert.deepEqual(found.at(-1)?.session.params, { x: 'x'.repeat(200_000) });
});

test('long sessions are read in portions, each once', async () => {
  await using database = await prepared();
  const { sql } = database;
  const keys = Array.from({ length: 60 }, (_, n) => ({ agentId: 'agent', phoneNumber: `+1202555${n + 1000}` }));
  await sql`
    insert into conversation (lane, agent_id, phone_number, session, turns)
    select 0, 'agent', '+1202555' || n, json_build_object('params', json_build_object('x', repeat('x', 200000))), n
    from generate_series(1000, 1059) n`;
  const conversations = createConversations(sql).of({ lane: 0, epoch: 1 });
  const found = await Promise.all(
    [...keys, { agentId: 'agent', phoneNumber: '+1' }].map((key) => conversations.get(key, '2026-01-02T03:04:05Z')),
  );
  assert.deepEqual(
    found.map(({ turns }) => turns),
    [...keys.map((_, n) => 1000 + n), 0],
  );
  assert.ok(found.slice(0, 60).every(({ length }) => length > 200_000));
  const read = await findConversations(
    sql,
    keys.map((key) => ({ ...key, lane: 0 })),
    1024 * 1024,
  );
  assert.equal(read.length, 60);
  assert.equal(read.filter(({ session }) => session).length, 6);
});

test('a conversation that is too large to be kept in memory leaves nothing older there', async () => {
  await using database = await prepared();
  const conversations = createConversations(database.sql).of({ lane: 0, epoch: 1 });
  const key = written(1, 10);
  conversations.set(key.conversation);
  assert.equal((await conversations.get(key, '2026-01-02T03:04:05Z')).turns, 1);
  conversations.set(written(1, 34_000_000, 2).conversation);
  assert.equal((await conversations.get(key, '2026-01-02T03:04:05Z')).turns, 0);
});

test('what an owner of an older epoch had in memory, or another lane, is not found', async () => {
  await using database = await prepared();
  const conversations = createConversations(database.sql);
  const key = written(1, 10);
  conversations.of({ lane: 0, epoch: 1 }).set(key.conversation);
  const turns = async (lane: number, epoch: number) =>
    (await conversations.of({ lane, epoch }).get(key, '2026-01-02T03:04:05Z')).turns;
  assert.deepEqual([await turns(0, 1), await turns(0, 2), await turns(1, 1)], [1, 0, 0]);
});

test('conversations are found by agent and number together, and no others are read with them', async () => {
  await using database = await prepared();
  const { sql } = database;
  for (const agentId of ['a', 'b']) {
    for (const phoneNumber of ['+1', '+2']) {
      await sql`
        insert into conversation (lane, agent_id, phone_number, session) values (0, ${agentId}, ${phoneNumber}, '{}')`;
    }
  }
  const keys = [
    { agentId: 'a', phoneNumber: '+2' },
    { agentId: 'b', phoneNumber: '+1' },
    { agentId: 'c', phoneNumber: '+1' },
  ];
  const found = await findConversations(
    sql,
    keys.map((key) => ({ ...key, lane: 0 })),
    1_000,
  );
  const names = found.map(({ agentId, phoneNumber }) => agentId + phoneNumber);
  assert.deepEqual(names.sort(), ['a+2', 'b+1']);
});
