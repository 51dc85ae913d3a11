/** `parley database lanes`: every row follows its conversation, and nothing is lost, doubled or forgotten. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { splitLanes } from '../../src/database/split-lanes.ts';
import { laneOf } from '../../src/lanes/hash.ts';
import { eventId, parseEventId } from '../../src/model/event-id.ts';
import { findEventKey } from '../../src/store/events.ts';
import { claimKey, wasSeenBefore } from '../../src/store/idempotency.ts';
import { insertInboxItems } from '../../src/store/inbox.ts';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { nextLink } from '../../src/turns/chain.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const FROM = 4;
const INSTALLATION = '0123456789ab';
const TODAY = new Date().toISOString().slice(0, 10);

/** Names with characters of one to four bytes, because the hash is over bytes. */
const PHONES = Array.from({ length: 200 }, (_, n) => ({
  agentId: n % 3 ? 'agent' : 'ägent🙂',
  phoneNumber: `+1555${n}`,
}));

/** A database with four lanes, and three turns, events and attempts of each conversation. */
async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, new Date());
  await ensureLanes(sql, FROM);
  let seq = 0;
  for (const { agentId, phoneNumber } of PHONES) {
    const lane = laneOf(agentId, phoneNumber, FROM);
    let chain = '';
    for (const number of [1, 2, 3]) {
      seq += 1;
      const before = chain;
      chain = nextLink(before, { seq, number });
      const id = eventId(INSTALLATION, { lane, seq, ordinal: 0 });
      await sql`
        with turn as (
          insert into turn (lane, agent_id, phone_number, number, seq, item, trace, chain_before, chain, epoch, received_at, started_at)
          values (${lane}, ${agentId}, ${phoneNumber}, ${number}, ${seq}, '{}', '[]', ${before}, ${chain}, 1, now(), now())
        ), event as (
          insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, body)
          values (${lane}, ${seq}, 0, ${id}, ${agentId}, ${phoneNumber}, 'UserMessage', 'TEXT', '{}')
        )
        insert into attempt (lane, seq, ordinal, started_at, duration_ms) values (${lane}, ${seq}, 0, now(), 1)`;
    }
    await sql`
      with waiting as (
        insert into inbox (lane, seq, agent_id, phone_number, body)
        values (${lane}, ${seq + 10_000}, ${agentId}, ${phoneNumber}, '{}')
      ), forward as (
        insert into forward (lane, agent_id, seq, ordinal, phone_number, day)
        values (${lane}, ${agentId}, ${seq}, 0, ${phoneNumber}, ${TODAY})
      ), seen as (
        insert into seen (lane, id) values (${lane}, ${`message:${phoneNumber}`})
      )
      insert into conversation (lane, agent_id, phone_number, session, turns, chain)
      values (${lane}, ${agentId}, ${phoneNumber}, '{}', 3, ${chain})`;
  }
  await sql`update lane_head set next_seq = 20000`;
  return database;
}

async function astray({ sql }: TestDatabase, table: string, lanes: number): Promise<number> {
  const rows = await sql<{ lane: number; agentId: string; phoneNumber: string }[]>`
    select lane, agent_id as "agentId", phone_number as "phoneNumber" from ${sql(table)}`;
  assert.notEqual(rows.length, 0, table);
  return rows.filter((row) => row.lane !== laneOf(row.agentId, row.phoneNumber, lanes)).length;
}

const skip = notOnCluster('its lanes cannot be split');

test('every row is in the lane of its conversation, attempts follow their events, and nothing else changes', {
  skip,
}, async () => {
  await using database = await prepared();
  const { sql } = database;
  const moved: string[] = [];
  const result = await splitLanes(sql, 64, (part, count) => void (count > 0 && moved.push(part)));
  assert.equal(result.conversations, PHONES.length);
  for (const table of ['inbox', 'forward', 'conversation', 'turn', 'event']) {
    assert.equal(await astray(database, table, 64), 0, table);
  }
  const [attempts] = await sql`select count(*)::int as count from attempt join event using (lane, seq, ordinal)`;
  assert.equal(attempts!['count'], PHONES.length * 3);
  assert.ok(
    moved.some((part) => /^event_\d{8}$/.test(part)),
    moved.join(' '),
  );
  const heads =
    await sql`select count(*)::int as lanes, min(next_seq)::int as low, max(next_seq)::int as high from lane_head`;
  assert.deepEqual({ ...heads[0] }, { lanes: 64, low: 20_000, high: 20_000 });
  assert.equal(await ensureLanes(sql, 4), 64);
});

test('what the lanes had seen before is a repeat in the lanes that they became', { skip }, async () => {
  await using database = await prepared();
  const { sql } = database;
  await splitLanes(sql, 64, () => {});
  const items = PHONES.map(({ agentId, phoneNumber }, place) => ({
    lane: laneOf(agentId, phoneNumber, 64),
    ...{ place, agentId, phoneNumber, dedupeId: `message:${phoneNumber}`, json: '{}' },
  }));
  const appended = await insertInboxItems(sql, items);
  assert.deepEqual(
    appended.flatMap(({ inserted }) => inserted),
    [],
  );
  const [fresh] = await insertInboxItems(sql, [{ ...items[0]!, place: 0, dedupeId: 'message:fresh' }]);
  assert.equal(fresh?.inserted.length, 1);
  assert.ok(await wasSeenBefore(sql, items[0]!.lane, items[0]!.dedupeId, '2999-01-01'));
});

test('an event is found by the id that it got in its old lane', { skip }, async () => {
  await using database = await prepared();
  const { sql } = database;
  await splitLanes(sql, 64, () => {});
  const ids = await sql<{ id: string; agentId: string; lane: number }[]>`
    select event_id as id, agent_id as "agentId", lane from event`;
  for (const { id, agentId, lane } of ids) {
    const key = await findEventKey(sql, agentId, id, parseEventId(id)!);
    assert.equal(key?.lane, lane);
  }
  assert.ok(ids.some(({ id, lane }) => parseEventId(id)!.lane !== lane));
});

test('an idempotency key keeps its answer', { skip }, async () => {
  await using database = await prepared();
  const { sql } = database;
  const claim = (lanes: number, n: number) => {
    const lane = laneOf('account', `key:${n}`, lanes);
    return claimKey(sql, {
      ...{ lane, key: `account key:${n}`, fingerprint: Buffer.from('x') },
      messageId: `00000000-0000-4000-8000-${randomBytes(6).toString('hex')}`,
    });
  };
  const before = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(4, n)));
  await splitLanes(sql, 64, () => {});
  const after = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(64, n)));
  assert.deepEqual(
    after.map(({ messageId }) => messageId),
    before.map(({ messageId }) => messageId),
  );
});

test('a split that was interrupted keeps the service from starting, and is finished by the same command', {
  skip,
}, async () => {
  await using database = await prepared();
  const { sql } = database;
  const broken = new Error('the power went');
  await assert.rejects(
    splitLanes(sql, 64, (part) => {
      if (part.startsWith('turn')) throw broken;
    }),
    broken,
  );
  await assert.rejects(ensureLanes(sql, 4), /parley database lanes --to 64/);
  await assert.rejects(
    splitLanes(sql, 8, () => {}),
    /finish it with --to 64/,
  );
  await splitLanes(sql, 64, () => {});
  for (const table of ['inbox', 'turn', 'event']) assert.equal(await astray(database, table, 64), 0, table);
});

test('what is wrong after the moves is told, and the service does not start on it', { skip }, async () => {
  await using database = await prepared();
  const { sql } = database;
  await sql`update turn set chain_before = 'forged' where number = 2 and phone_number = '+15557'`;
  await assert.rejects(
    splitLanes(sql, 64, () => {}),
    /1 turns do not follow the one before them/,
  );
  await assert.rejects(ensureLanes(sql, 4), /must be finished first/);
});

test('a number that is no multiple, or a second split while repeats of before may come, is refused', {
  skip,
}, async () => {
  await using database = await prepared();
  const { sql } = database;
  for (const to of [4, 2, 6, 63])
    await assert.rejects(
      splitLanes(sql, to, () => {}),
      /must be a multiple/,
    );
  await splitLanes(sql, 8, () => {});
  await assert.rejects(
    splitLanes(sql, 64, () => {}),
    /ten days later/,
  );
  await sql`update lane_head set split_from = null`;
  assert.equal((await splitLanes(sql, 64, () => {})).from, 8);
  const [{ id, agentId } = { id: '', agentId: '' }] = await sql<{ id: string; agentId: string }[]>`
    select event_id as id, agent_id as "agentId" from event where lane > 8 limit 1`;
  assert.ok(await findEventKey(sql, agentId, id, parseEventId(id)!));
});
