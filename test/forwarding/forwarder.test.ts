/** Forwarding from the committed event to the webhook and back to its record. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { LaneLost } from '../../src/lanes/lanes.ts';
import { commitTurns, writeTurn } from '../../src/store/turns.ts';
import { until } from '../until.ts';
import {
  addAgent,
  assertOrdered,
  countForwards,
  eventOf,
  listAttempts,
  listFailures,
  type Received,
  startWebhook,
  startWorld,
  type World,
} from './setup.ts';

/** Immediate attempts, so that a test need not wait for the real schedule. */
const AT_ONCE = { delaysMs: [0, 0, 0], random: () => 0.5 };

const settled = (world: World) => until(async () => (await countForwards(world)) === 0, 'every event to be settled');

describe('what the client answers', { concurrency: 4 }, () => {
  it('2xx acknowledges the receipt: the event is done, and its attempt is kept', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook((_request, response) => {
      response.writeHead(204).end();
      return 'by itself';
    });
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    await lane.commit([eventOf('agent', 1)]);
    await settled(world);
    assert.deepEqual(await listAttempts(world), [{ seq: 1, status: 204, error: null, response: null }]);
    assert.deepEqual(await listFailures(world), []);
    assert.equal(webhook.requests.length, 1);
  });

  for (const status of [400, 403, 404, 410, 429]) {
    it(`${status} moves the event to the failure queue without retry`, async () => {
      await using world = await startWorld();
      await using webhook = await startWebhook(() => status);
      addAgent(world, 'agent', webhook.url);
      const lane = await world.take(world.start(AT_ONCE));
      await lane.commit([eventOf('agent', 1)]);
      await settled(world);
      assert.deepEqual(await listFailures(world), [
        { seq: 1, reason: `The endpoint answered ${status}.`, attempts: 1 },
      ]);
      assert.equal(webhook.requests.length, 1);
    });
  }

  it('5xx makes it retried, with the same bytes and the same id, until it is acknowledged', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => (webhook.requests.length < 3 ? 503 : 200));
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start(AT_ONCE));
    const event = eventOf('agent', 1);
    await lane.commit([event]);
    await settled(world);
    assert.equal(webhook.requests.length, 3);
    for (const { raw, headers } of webhook.requests) {
      assert.ok(raw.equals(Buffer.from(event.body)));
      assert.equal(headers['webhook-id'], event.eventId);
    }
    assert.deepEqual(
      (await listAttempts(world)).map(({ status }) => status),
      [503, 503, 200],
    );
    assert.deepEqual(await listFailures(world), []);
  });

  it('5xx to the end of the schedule moves it to the failure queue, with every attempt kept', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => 500);
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start(AT_ONCE));
    await lane.commit([eventOf('agent', 1)]);
    await settled(world);
    const reason = 'None of 3 attempts succeeded; the last: answered 500.';
    assert.deepEqual(await listFailures(world), [{ seq: 1, reason, attempts: 3 }]);
    assert.equal((await listAttempts(world)).length, 3);
  });

  it('the next attempt is due when the schedule says', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => 500);
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start({ random: () => 0.5 }));
    await lane.commit([eventOf('agent', 1)]);
    const row = await until(async () => {
      const [found] = await world.sql<{ attempts: number; seconds: number }[]>`
        select attempts, extract(epoch from due_at - started_at)::float8 as seconds
        from forward join attempt using (lane, seq, ordinal) where attempts > 0`;
      return found;
    }, 'the first attempt to be recorded');
    assert.equal(row.attempts, 1);
    assert.ok(row.seconds >= 5 && row.seconds < 6, `${row.seconds} s`);
  });
});

describe('the webhook of an agent', { concurrency: 4 }, () => {
  it('is looked up at each attempt, so that a PATCH fixes waiting events', async () => {
    await using world = await startWorld();
    await using broken = await startWebhook(() => 500);
    await using repaired = await startWebhook();
    addAgent(world, 'agent', broken.url);
    const lane = await world.take(world.start({ ...AT_ONCE, delaysMs: Array(50).fill(0) }));
    await lane.commit([eventOf('agent', 1)]);
    await until(() => broken.requests.length > 0, 'the first attempt');
    addAgent(world, 'agent', repaired.url);
    await settled(world);
    assert.equal(repaired.requests.length, 1);
    assert.deepEqual(await listFailures(world), []);
  });

  it('may have been removed: waiting events go to the failure queue with that reason', async () => {
    await using world = await startWorld();
    addAgent(world, 'agent');
    const lane = await world.take(world.start());
    await lane.commit([eventOf('agent', 1)]);
    await settled(world);
    assert.deepEqual(await listFailures(world), [{ seq: 1, reason: 'The agent has no eventForwardUrl.', attempts: 0 }]);
    assert.deepEqual(await listAttempts(world), []);
  });

  it('goes with its agent: nothing is kept for a deleted one', async () => {
    await using world = await startWorld();
    const lane = await world.take(world.start());
    await lane.commit([eventOf('deleted', 1)]);
    await settled(world);
    assert.deepEqual(await listFailures(world), []);
  });

  it('receives no event whose day was dropped, and nothing waits for it', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent', webhook.url);
    await world.sql`insert into forward (lane, agent_id, seq, ordinal, phone_number) values (0, 'agent', 1, 0, '+12025550001')`;
    await world.take(world.start());
    await settled(world);
    assert.equal(webhook.requests.length, 0);
  });
});

describe('signatures', { concurrency: 4 }, () => {
  const verifies = ({ raw, headers }: Received, header: string, token: string) =>
    headers[header] === createHmac('sha512', token).update(raw).digest('base64');

  it('are made at send time: a token that was rotated between attempts signs the later ones', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => (webhook.requests.length === 1 ? 503 : 200));
    addAgent(world, 'agent', webhook.url);
    const old = await world.issueToken('current', 'old-token');
    const first = await world.take(world.start({ ...AT_ONCE, delaysMs: [0, 60_000] }));
    await first.commit([eventOf('agent', 1)]);
    await until(async () => (await listAttempts(world)).length === 1, 'the first attempt');
    first.crash();
    await world.sql`update signing_token set stage = 'previous' where signing_token_id = ${old}`;
    await world.issueToken('current', 'new-token');
    await world.sql`update forward set due_at = now()`;
    await world.take(world.start());
    await settled(world);
    const [before, after] = webhook.requests as [Received, Received];
    assert.ok(verifies(before, 'x-service-signature', 'old-token'));
    assert.equal(before.headers['x-service-signature-previous'], undefined);
    assert.ok(verifies(after, 'x-service-signature', 'new-token'));
    assert.ok(verifies(after, 'x-service-signature-previous', 'old-token'));
    assert.ok(before.raw.equals(after.raw));
  });

  it('are absent until a token is issued, and the event is still delivered', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    await lane.commit([eventOf('agent', 1)]);
    await settled(world);
    const names = Object.keys(webhook.requests[0]!.headers).filter((name) => name.includes('signature'));
    assert.deepEqual(names, []);
  });

  it('wait with the events when the key that opens the tokens is missing', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent', webhook.url);
    const id = await world.issueToken('current', 'token');
    const [row] = await world.sql<{ sealed: string }[]>`select token_sealed as sealed from signing_token`;
    await world.sql`update signing_token set token_sealed = 'v1.00000000.AAAA' where signing_token_id = ${id}`;
    let skewMs = 0;
    const lane = await world.take(world.start({}, () => new Date(Date.now() + skewMs)));
    await lane.commit([1, 2, 3].map((seq) => eventOf('agent', seq, { phoneNumber: '+12025550001' })));
    await until(async () => (await world.metrics.breakersOpen.get()).values[0]?.value === 1, 'the events to wait');
    await world.sql`update signing_token set token_sealed = ${row!.sealed}`;
    skewMs += 60_000;
    await settled(world);
    assert.deepEqual(
      webhook.requests.map(({ seq }) => seq),
      [1, 2, 3],
    );
  });
});

describe('the failure queue', { concurrency: 4 }, () => {
  it('returns an event to forwarding on redelivery, with the same bytes and its attempts', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => (webhook.requests.length === 1 ? 404 : 200));
    addAgent(world, 'agent', webhook.url);
    const forwarder = world.start();
    const lane = await world.take(forwarder);
    const event = eventOf('agent', 1);
    await lane.commit([event]);
    await settled(world);
    assert.equal((await listFailures(world)).length, 1);
    await commitTurns(world.sql, [
      writeTurn(lane, { redelivered: { ...event, day: new Date().toISOString().slice(0, 10) } }),
    ]);
    forwarder.committed(lane, [event]);
    await settled(world);
    assert.deepEqual(await listFailures(world), []);
    assert.ok(webhook.requests[0]!.raw.equals(webhook.requests[1]!.raw));
    assert.deepEqual(
      (await listAttempts(world)).map(({ status }) => status),
      [404, 200],
    );
  });
});

describe('a test event', { concurrency: 4 }, () => {
  it('is signed, returns the response, and is not stored', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook((_request, response) => {
      response.writeHead(418).end('short and stout');
      return 'by itself';
    });
    const agent = addAgent(world, 'agent', webhook.url);
    await world.issueToken('current', 'token');
    const { requestHeaders, requestBody, ...result } = await world
      .start()
      .test(agent, { url: webhook.url }, 'UserMessage');
    assert.deepEqual([result.outcome, result.status, result.response], ['refused', 418, 'short and stout']);
    const [request] = webhook.requests;
    assert.equal(request!.raw.toString(), requestBody);
    assert.equal(request!.headers['x-service-eventclass'], 'UserMessage');
    const signature = createHmac('sha512', 'token').update(request!.raw).digest('base64');
    assert.equal(request!.headers['x-service-signature'], signature);
    assert.equal(requestHeaders['X-Service-Signature'], signature);
    assert.deepEqual([await listAttempts(world), await listFailures(world), await countForwards(world)], [[], [], 0]);
  });
});

describe('a lane', { concurrency: 4 }, () => {
  it('that is given back lets attempts in flight end, records them, and starts nothing new', async () => {
    await using world = await startWorld();
    const held: (() => void)[] = [];
    await using webhook = await startWebhook(() => new Promise<number>((resolve) => held.push(() => resolve(200))));
    addAgent(world, 'agent', webhook.url);
    const forwarder = world.start();
    const lane = await world.take(forwarder);
    const phoneNumber = '+12025550001';
    await lane.commit([eventOf('agent', 1, { phoneNumber }), eventOf('agent', 2, { phoneNumber })]);
    await until(() => held.length === 1, 'the first attempt');
    const drained = forwarder.drain(lane);
    await lane.commit([eventOf('agent', 3)]);
    held[0]!();
    await drained;
    assert.deepEqual(
      (await listAttempts(world)).map(({ seq }) => seq),
      [1],
    );
    assert.equal(await countForwards(world), 2);
    lane.crash();
    assert.equal(webhook.requests.length, 1);
  });

  it('that has another owner by now is not written to, and is lost', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    await lane.commit([eventOf('agent', 1)], { tell: false });
    const stalled = world.start();
    const before = await world.take(stalled);
    await world.sql`update lane_fence set owner = 'another', epoch = epoch + 1 where lane = 0`;
    await until(() => before.lost.length > 0, 'the lane to be lost');
    assert.ok(before.lost[0] instanceof LaneLost);
    assert.equal(await countForwards(world), 1);
    assert.deepEqual(await listAttempts(world), []);
  });

  it('that is taken over is resumed: everything arrives, in order', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent-1', webhook.url);
    addAgent(world, 'agent-2', webhook.url);
    const lane = await world.take(world.start());
    const phoneNumbers = ['+12025550001', '+12025550002', '+12025550003'];
    const events = Array.from({ length: 600 }, (_, index) =>
      eventOf(`agent-${(index % 2) + 1}`, index + 1, { phoneNumber: phoneNumbers[index % 3]! }),
    );
    lane.crash();
    const next = await world.take(world.start());
    await next.commit(events.slice(0, 300), { tell: false });
    next.crash();
    const last = await world.take(world.start());
    // These are committed while the new owner is still reading what waits.
    await last.commit(events.slice(300));
    await settled(world);
    assert.equal(webhook.requests.length, events.length);
    assertOrdered(webhook.requests);
  });

  it('that was lost during attempts still delivers every event, by its next owner', async () => {
    await using world = await startWorld();
    let hang = true;
    await using webhook = await startWebhook(() => (hang ? new Promise<number>(() => {}) : 200));
    addAgent(world, 'agent', webhook.url);
    const first = await world.take(world.start());
    await first.commit(Array.from({ length: 50 }, (_, index) => eventOf('agent', index + 1)));
    await until(() => webhook.requests.length > 0, 'attempts in flight');
    first.crash();
    hang = false;
    webhook.requests.length = 0;
    await world.take(world.start());
    await settled(world);
    assert.deepEqual(new Set(webhook.requests.map(({ seq }) => seq)).size, 50);
  });
});
