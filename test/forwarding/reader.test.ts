/** Concurrent changes during a read must not be lost, doubled or reordered. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Endpoint, type EndpointFeed } from '../../src/forwarding/endpoint.ts';
import { Memory } from '../../src/forwarding/memory.ts';
import { createReader, type Reader } from '../../src/forwarding/reader.ts';
import { DELAYS_MS, remainingMs } from '../../src/forwarding/schedule.ts';
import { OWN_WEBHOOK } from '../../src/model/endpoint.ts';
import type { StoredEvent } from '../../src/model/event.ts';
import type { Sql } from '../../src/store/sql.ts';
import { commitTurns, writeTurn } from '../../src/store/turns.ts';
import { notOnCluster } from '../cluster.ts';
import { until } from '../until.ts';
import { eventOf, startWorld, type TestLane, type World } from './setup.ts';

const NOW = Date.now();
const MEBI = 1024 * 1024;
const first = '+12025550001';
const second = '+12025550002';

type Stage = { world: World; lane: TestLane; endpoint: Endpoint; feed: EndpointFeed; reader: Reader };

/** A reader, and a feed that is only in the database: fresh events from this one on, or else retries. */
async function stage(
  world: World,
  unread: ReturnType<typeof eventOf> | 'retries' = eventOf('agent', 0),
): Promise<Stage> {
  const lane = await world.take(world.start());
  const endpoint = new Endpoint({ agentId: 'agent', endpointId: OWN_WEBHOOK }, new Memory());
  const feed = endpoint.addFeed(lane, false);
  if (unread === 'retries') feed.expectRetry(0);
  else feed.leaveUnread(unread);
  const reader = createReader({
    sql: world.sql,
    now: () => NOW,
    remainingMs: remainingMs(DELAYS_MS),
    changed: () => {},
    record: async () => {},
  });
  return { world, lane, endpoint, feed, reader };
}

/** Reads while `meanwhile` runs: the read sees its writes, and nothing later. */
async function readWhile({ world, endpoint, feed, reader }: Stage, meanwhile: (sql: Sql) => unknown): Promise<void> {
  await world.sql.begin(async (sql) => {
    await sql`lock table forward in access exclusive mode`;
    reader.readOn(endpoint);
    assert.ok(feed.isReading);
    await meanwhile(sql);
  });
  await readDone(feed);
}

const readDone = (feed: EndpointFeed) => until(() => !feed.isReading, 'the read to end');

async function write(sql: Sql, lane: TestLane, events: StoredEvent[]): Promise<void> {
  const written = writeTurn(lane, { events: events.map((event) => ({ ...event, forwarded: true })) });
  assert.deepEqual(await commitTurns(sql, [written]), [lane.lane]);
}

/** A first attempt has failed; the second is due in so many seconds. */
async function delay(sql: Sql, seq: number, seconds: number): Promise<void> {
  await sql`update forward set attempts = 1, due_at = ${new Date(NOW + seconds * 1000)} where seq = ${seq}`;
}

/** Events 1 … count, each of its own conversation. */
const largeEvents = (count: number) =>
  Array.from({ length: count }, (_, n) => eventOf('agent', n + 1, { body: `{${'x'.repeat(MEBI - 1)}` }));

const heldSeqs = ({ pending }: EndpointFeed) => pending.map(({ event }) => event.seq);

const skip = notOnCluster(
  'the writes of lanes are handed to their nodes outside of transactions only, and these are within one',
);

describe('a read of what waits', { concurrency: 4 }, () => {
  it('skips a conversation that gets an earlier event meanwhile, and then reads both in order', { skip }, async () => {
    await using world = await startWorld();
    const at = await stage(world, eventOf('agent', 10, { ordinal: 1 }));
    const [late, behind] = [eventOf('agent', 5, { phoneNumber: first }), eventOf('agent', 20, { phoneNumber: first })];
    await readWhile(at, async (sql) => {
      await write(sql, at.lane, [late, behind, eventOf('agent', 21, { phoneNumber: second })]);
      at.feed.leaveUnread(late);
      at.feed.leaveUnread(behind);
    });
    assert.deepEqual(heldSeqs(at.feed), [21]);
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [21, 5, 20]);
    assert.deepEqual(
      [at.endpoint.takeFresh(NOW), at.endpoint.takeFresh(NOW), at.endpoint.takeFresh(NOW)].map((one) => one?.event.seq),
      [21, 5, undefined],
    );
    assert.equal(at.feed.unreadAfter, null);
  });

  it('skips every conversation that is overtaken meanwhile, not only the one with the lowest number', {
    skip,
  }, async () => {
    await using world = await startWorld();
    const at = await stage(world, eventOf('agent', 10, { ordinal: 1 }));
    const lowest = eventOf('agent', 4, { phoneNumber: second });
    const [late, behind] = [eventOf('agent', 5, { phoneNumber: first }), eventOf('agent', 20, { phoneNumber: first })];
    await readWhile(at, async (sql) => {
      await write(sql, at.lane, [lowest, late, behind]);
      for (const event of [lowest, late, behind]) at.feed.leaveUnread(event);
    });
    assert.deepEqual(heldSeqs(at.feed), []);
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [4, 5, 20]);
  });

  it('does not lose a retry whose outcome is recorded while the read waits for its turn', async () => {
    await using world = await startWorld();
    const at = await stage(world, 'retries');
    const event = eventOf('agent', 1);
    await write(world.sql, at.lane, [event]);
    at.feed.add(event, 0, NOW);
    const one = at.endpoint.takeFresh(NOW)!;
    const others: Promise<unknown>[] = [];
    await world.sql.begin(async (sql) => {
      await sql`lock table forward in access exclusive mode`;
      // As many as may be under way at once.
      others.push(...Array.from({ length: 4 }, () => at.reader.findEndpoints(at.lane)));
      at.reader.readOn(at.endpoint);
      assert.ok(at.feed.isReading);
      await sql`update forward set attempts = 1, due_at = ${new Date(NOW)}`;
      at.endpoint.end(one);
      at.feed.release(one);
      at.feed.expectRetry(NOW);
    });
    await Promise.all(others);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [1]);
  });

  it('does not lose an event that is committed after it began, however low its number', async () => {
    await using world = await startWorld();
    const at = await stage(world);
    await write(world.sql, at.lane, [eventOf('agent', 20)]);
    const late = eventOf('agent', 15);
    await readWhile(at, () => at.feed.leaveUnread(late));
    assert.deepEqual(heldSeqs(at.feed), [20]);
    await write(world.sql, at.lane, [late]);
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [20, 15]);
    assert.equal(at.feed.unreadAfter, null);
  });

  it('does not double an event that was done meanwhile', async () => {
    await using world = await startWorld();
    const at = await stage(world);
    const [done, waiting] = [eventOf('agent', 1), eventOf('agent', 2)];
    await write(world.sql, at.lane, [done, waiting]);
    at.feed.add(done, 0, 0);
    const taken = at.endpoint.takeFresh(NOW)!;
    await readWhile(at, () => at.feed.release(taken));
    assert.deepEqual(heldSeqs(at.feed), [2]);
  });

  it('puts nothing in memory when the endpoint went down meanwhile, and forgets nothing', async () => {
    await using world = await startWorld();
    const at = await stage(world, eventOf('agent', 1, { ordinal: 1 }));
    await write(world.sql, at.lane, [eventOf('agent', 1), eventOf('agent', 2)]);
    at.feed.add(eventOf('agent', 1), 0, 0);
    await readWhile(at, () => at.endpoint.letGo());
    assert.deepEqual(heldSeqs(at.feed), []);
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [1, 2]);
  });

  it('reads large events a few at a time, in order, and no more than memory has room for', async () => {
    await using world = await startWorld();
    const at = await stage(world);
    at.endpoint.memory.add(57 * MEBI);
    await write(world.sql, at.lane, largeEvents(10));
    const steps: number[] = [];
    for (at.reader.readOn(at.endpoint); at.feed.isReading; at.reader.readOn(at.endpoint)) {
      await readDone(at.feed);
      steps.push(at.endpoint.heldFresh);
    }
    assert.deepEqual(steps, [4, 8]);
    assert.equal(at.endpoint.memory.length, 65 * MEBI);
    // Events that have left make room for the next ones.
    for (let waiting = at.endpoint.takeFresh(NOW); waiting; waiting = at.endpoint.takeFresh(NOW))
      at.feed.release(waiting);
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    assert.deepEqual(heldSeqs(at.feed), [9, 10]);
    assert.equal(at.feed.unreadAfter, null);
  });

  it('gives an endpoint that has nothing in memory one large event when others fill it', async () => {
    await using world = await startWorld();
    const at = await stage(world);
    at.endpoint.memory.add(64 * MEBI);
    await write(world.sql, at.lane, largeEvents(3));
    at.reader.readOn(at.endpoint);
    await readDone(at.feed);
    at.reader.readOn(at.endpoint);
    assert.deepEqual([at.feed.isReading, heldSeqs(at.feed)], [false, [1]]);
    assert.equal(at.endpoint.hasRoom(NOW), false);
  });

  it('reads large retries a few at a time, each once, and knows when the next is due', async () => {
    await using world = await startWorld();
    const at = await stage(world, 'retries');
    await write(world.sql, at.lane, largeEvents(10));
    for (let seq = 1; seq <= 10; seq++) await delay(world.sql, seq, seq - (seq < 10 ? 20 : 0));
    const steps: number[] = [];
    for (at.reader.readOn(at.endpoint); at.feed.isReading; at.reader.readOn(at.endpoint)) {
      await readDone(at.feed);
      steps.push(at.endpoint.heldRetries);
    }
    assert.deepEqual(steps, [4, 8, 9]);
    assert.deepEqual(heldSeqs(at.feed), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.equal(at.feed.retryAt, NOW + 10_000);
  });

  it('reads what is due, knows when the next is, and keeps a due time that is set meanwhile', async () => {
    await using world = await startWorld();
    const at = await stage(world, 'retries');
    await write(world.sql, at.lane, [eventOf('agent', 1), eventOf('agent', 2)]);
    await delay(world.sql, 1, -1);
    await delay(world.sql, 2, 60);
    await readWhile(at, () => {});
    assert.deepEqual(heldSeqs(at.feed), [1]);
    assert.equal(at.feed.retryAt, NOW + 60_000);
    at.feed.expectRetry(0);
    await readWhile(at, () => at.feed.expectRetry(NOW + 5_000));
    assert.equal(at.feed.retryAt, NOW + 5_000);
  });
});
