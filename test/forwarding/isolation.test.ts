/** Order within a conversation, and isolation between webhooks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FRESH_PER_SLOT, RETRIES_PER_SLOT } from '../../src/forwarding/endpoint.ts';
import { FAILURES_TO_OPEN, FIRST_SLOTS, MAX_SLOTS } from '../../src/net/breaker.ts';
import { until } from '../until.ts';
import {
  addAgent,
  addEndpoint,
  assertOrdered,
  countForwards,
  eventOf,
  listAttempts,
  listFailures,
  startWebhook,
  startWorld,
  type World,
} from './setup.ts';

const HOUR_MS = 3_600_000;
const hang = () => new Promise<number>(() => {});
const settled = (world: World, agentId?: string) =>
  until(async () => (await countForwards(world, agentId)) === 0, 'every event to be settled');
const held = async ({ metrics }: World) => (await metrics.forwardWaiting.get()).values[0]?.value ?? 0;
const breakersOpen = async ({ metrics }: World) => (await metrics.breakersOpen.get()).values[0]?.value ?? 0;

/** `count` events, spread over this many conversations. */
function eventsOf(agentId: string, count: number, conversations: number, from = 1) {
  return Array.from({ length: count }, (_, index) =>
    eventOf(agentId, from + index, { phoneNumber: `+1202555${String(index % conversations).padStart(4, '0')}` }),
  );
}

describe('the events of one conversation', { concurrency: 2 }, () => {
  it('go out in order, each after the first attempt of the one before', async () => {
    await using world = await startWorld();
    let inFlight = 0;
    let most = 0;
    await using webhook = await startWebhook(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return 200;
    });
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    await lane.commit(eventsOf('agent', 50, 1));
    await settled(world);
    assert.deepEqual(
      webhook.requests.map(({ seq }) => seq),
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    assert.equal(most, 1);
  });

  it('are not held up by one that fails once its first attempt has ended', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(({ seq }) => (seq === 1 ? 500 : 200));
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start({ delaysMs: [0, HOUR_MS] }));
    await lane.commit(eventsOf('agent', 3, 1));
    await until(async () => (await listAttempts(world)).length === 3, 'all first attempts');
    assert.deepEqual(
      webhook.requests.map(({ seq }) => seq),
      [1, 2, 3],
    );
    assert.equal(await countForwards(world), 1);
  });

  it('wait only for each other: other conversations of the agent go on', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(({ seq }) => (seq === 1 ? hang() : 200));
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    await lane.commit(eventsOf('agent', 40, 2));
    await until(async () => (await countForwards(world)) === 20, 'the other conversation');
    assert.deepEqual(
      webhook.requests.filter(({ seq }) => seq % 2 === 1).map(({ seq }) => seq),
      [1],
    );
  });

  it('keep their order when they do not fit in memory, and each arrives once', async () => {
    await using world = await startWorld();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await using webhook = await startWebhook(async () => {
      await gate;
      return 200;
    });
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    const events = eventsOf('agent', 3 * FRESH_PER_SLOT * MAX_SLOTS, 97);
    for (let from = 0; from < events.length; from += 100) {
      await lane.commit(events.slice(from, from + 100));
      // From the middle on they are committed while earlier ones are read from the database.
      if (from >= events.length / 2) open();
    }
    await settled(world);
    assert.equal(webhook.requests.length, events.length);
    assertOrdered(webhook.requests);
  });

  it('keep their order when a conversation commits late, with a lower number than was already read', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start());
    const events = eventsOf('agent', 2_000, 40);
    // Conversations commit independently of each other: the second half of them is always late.
    const isLate = ({ seq }: { seq: number }) => seq % 40 >= 20;
    const chunk = (from: number) => events.slice(from, from + 200);
    for (let from = 0; from < events.length + 200; from += 200) {
      await lane.commit([...chunk(from).filter((event) => !isLate(event)), ...chunk(from - 200).filter(isLate)]);
    }
    await settled(world);
    assert.equal(webhook.requests.length, events.length);
    assertOrdered(webhook.requests);
  });
});

describe('a webhook that hangs', { concurrency: 2 }, () => {
  it('and gets half of all events does not delay a single event of the others', async () => {
    await using world = await startWorld();
    await using hanging = await startWebhook(hang);
    await using good = await startWebhook();
    addAgent(world, 'hanging', hanging.url);
    const others = Array.from({ length: 19 }, (_, index) => `good-${index}`);
    for (const agentId of others) addAgent(world, agentId, good.url);
    const lane = await world.take(world.start({ maxInFlight: 2 * FIRST_SLOTS }));
    const events = others.flatMap((agentId, index) => [
      ...eventsOf(agentId, 50, 5, 1 + index * 1_000),
      ...eventsOf('hanging', 50, 50, 501 + index * 1_000),
    ]);
    await lane.commit(events);
    await until(() => good.requests.length === 19 * 50, 'every event of the others');
    // It was called at the very beginning, has not answered yet, and held no more than its own slots.
    assert.equal(hanging.requests.length, FIRST_SLOTS);
    assert.equal(hanging.waiting, FIRST_SLOTS);
    assertOrdered(good.requests);
  });

  it('when it is retried takes no more than its share of the slots: fresh events keep flowing', async () => {
    await using world = await startWorld();
    const failedOnce = new Set<number>();
    await using webhook = await startWebhook(({ seq }) => {
      if (seq > 100) return 200;
      if (failedOnce.has(seq)) return hang();
      failedOnce.add(seq);
      // Never ten in a row, which would open the breaker: on a busy machine the answers come in another order.
      return seq % 2 === 0 ? 200 : 500;
    });
    addAgent(world, 'agent', webhook.url);
    const lane = await world.take(world.start({ delaysMs: [0, 1, HOUR_MS] }));
    await lane.commit(eventsOf('agent', 100, 100));
    await until(() => failedOnce.size === 100 && webhook.waiting > 0, 'retries in flight');
    await lane.commit(eventsOf('agent', 500, 500, 101));
    await until(() => webhook.requests.filter(({ seq }) => seq > 100).length === 500, 'the fresh events');
    assert.ok(webhook.waiting > 0 && webhook.waiting <= 0.3 * MAX_SLOTS, `${webhook.waiting} retries in flight`);
  });
});

describe('a webhook that is down', { concurrency: 2 }, () => {
  it('is not called once its breaker is open; its events wait in the database, not in memory', async () => {
    await using world = await startWorld();
    await using down = await startWebhook(() => 503);
    await using good = await startWebhook();
    addAgent(world, 'down', down.url);
    addAgent(world, 'good', good.url);
    const before = await world.take(world.start());
    before.crash();
    for (let from = 0; from < 5_000; from += 500) {
      await before.commit(eventsOf('down', 500, 500, 1 + from), { tell: false });
    }
    const lane = await world.take(world.start());
    await until(async () => (await breakersOpen(world)) === 1, 'the breaker to open');
    await until(async () => (await held(world)) === 0, 'memory to be given back');
    const asked = down.requests.length;
    assert.ok(asked >= FAILURES_TO_OPEN && asked <= FAILURES_TO_OPEN + FIRST_SLOTS, `${asked} attempts`);

    await lane.commit([...eventsOf('down', 100, 100, 10_001), ...eventsOf('good', 100, 100, 20_001)]);
    await settled(world, 'good');
    // Memory may be freed a moment after the row is gone from the database.
    await until(async () => (await held(world)) === 0, 'memory to be given back again');
    assert.equal(down.requests.length, asked);
    assert.equal(await countForwards(world, 'down'), 5_100);
    assert.deepEqual(await listFailures(world), []);
  });

  it('gets everything in order when it answers again, with never more than its share in memory', async () => {
    await using world = await startWorld();
    let isDown = true;
    let most = 0;
    await using webhook = await startWebhook(async () => {
      most = Math.max(most, await held(world));
      return isDown ? 503 : 200;
    });
    addAgent(world, 'agent', webhook.url);
    let skewMs = 0;
    const lane = await world.take(world.start({}, () => new Date(Date.now() + skewMs)));
    const events = eventsOf('agent', 5_000, 250);
    for (let from = 0; from < events.length; from += 500) await lane.commit(events.slice(from, from + 500));
    await until(async () => (await breakersOpen(world)) === 1, 'the breaker to open');
    const firstTries = new Set(webhook.requests.map(({ seq }) => seq));
    isDown = false;
    webhook.requests.length = 0;
    skewMs += HOUR_MS;
    await settled(world);
    // Retries come when they are due, the rest in order, and all of it once.
    assert.equal(webhook.requests.length, events.length);
    assertOrdered(webhook.requests.filter(({ seq }) => !firstTries.has(seq)));
    assert.ok(most <= (FRESH_PER_SLOT + RETRIES_PER_SLOT) * MAX_SLOTS, `${most} events in memory`);
    assert.equal(await breakersOpen(world), 0);
  });

  it('for three days still gets every event, and none is given up before its schedule is over', async () => {
    await using world = await startWorld();
    let isDown = true;
    await using webhook = await startWebhook(() => (isDown ? 503 : 200));
    addAgent(world, 'agent', webhook.url);
    let skewMs = 0;
    const lane = await world.take(world.start({}, () => new Date(Date.now() + skewMs)));
    await lane.commit(eventsOf('agent', 100, 100));
    await until(async () => (await breakersOpen(world)) === 1, 'the breaker to open');
    await until(async () => (await held(world)) === 0, 'what is in flight to end');
    const asked = webhook.requests.length;
    skewMs = 72 * HOUR_MS;
    await until(() => webhook.requests.length > asked, 'the probe after three days');
    await until(async () => (await held(world)) === 0, 'its end');
    assert.equal(await countForwards(world), 100);
    assert.deepEqual(await listFailures(world), []);
    isDown = false;
    skewMs += HOUR_MS;
    await settled(world);
    assert.deepEqual(await listFailures(world), []);
  });

  it('for longer than the schedule has its events moved to the failure queue', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook(() => 503);
    addAgent(world, 'agent', webhook.url);
    let skewMs = 0;
    const lane = await world.take(world.start({}, () => new Date(Date.now() + skewMs)));
    await lane.commit(eventsOf('agent', 1_500, 1_500));
    await until(async () => (await breakersOpen(world)) === 1, 'the breaker to open');
    await until(async () => (await held(world)) === 0, 'what is in flight to end');
    skewMs = 76 * HOUR_MS;
    await settled(world);
    const failures = await listFailures(world);
    assert.equal(failures.length, 1_500);
    assert.ok(failures.every(({ attempts }) => attempts <= 3));
    assert.ok(failures.every(({ reason }) => reason === 'The endpoint was down until the schedule ended.'));
  });
});

describe('the endpoints of one agent', { concurrency: 2 }, () => {
  it('each get every event in order, whatever another does, and also after a crash', async () => {
    await using world = await startWorld();
    await using own = await startWebhook();
    await using good = await startWebhook();
    await using dead = await startWebhook(hang);
    await using failing = await startWebhook(() => 500);
    addAgent(world, 'agent', own.url);
    const further = ['dead', 'failing', 'good'];
    addEndpoint(world, 'agent', 'dead', { url: dead.url });
    addEndpoint(world, 'agent', 'failing', { url: failing.url });
    addEndpoint(world, 'agent', 'good', { url: good.url });
    const events = eventsOf('agent', 400, 20);
    const options = { delaysMs: [0, HOUR_MS] };
    const first = await world.take(world.start(options));
    await first.commit(events.slice(0, 200), { further });
    await until(() => good.requests.length >= 50, 'some of them');
    first.crash();
    const second = await world.take(world.start(options));
    await second.commit(events.slice(200), { further });
    const waiting = async () => {
      const rows = await world.sql<{ endpointId: string; count: number }[]>`
        select endpoint_id as "endpointId", count(*)::int as count from forward group by endpoint_id order by endpoint_id`;
      return rows.map(({ endpointId, count }) => [endpointId, count]);
    };
    await until(async () => (await waiting()).length === 2, 'those that answer to have everything');
    assert.deepEqual(await waiting(), [
      ['dead', 400],
      ['failing', 400],
    ]);
    for (const { requests } of [own, good]) {
      // After the crash some come again.
      const once = [...new Map(requests.toReversed().map((request) => [request.seq, request])).values()].toReversed();
      assert.equal(once.length, 400);
      assertOrdered(once);
    }
    assert.equal(await breakersOpen(world), 1);
  });

  it('are paused one by one, and what waited comes in order when one is resumed', async () => {
    await using world = await startWorld();
    await using own = await startWebhook();
    await using held = await startWebhook();
    addAgent(world, 'agent', own.url);
    const pausedAt = '2026-01-01T00:00:00.000Z';
    addEndpoint(world, 'agent', 'held', { url: held.url });
    const lane = await world.take(world.start());
    await lane.commit(eventsOf('agent', 20, 2), { further: ['held'] });
    await settled(world);
    const agent = world.agents.get('agent')!;
    const [endpoint] = agent.endpoints!;
    world.agents.set('agent', { ...agent, endpoints: [{ ...endpoint!, pausedAt }] });
    await lane.commit(eventsOf('agent', 200, 2, 21), { further: ['held'] });
    await until(async () => (await countForwards(world)) === 200, 'the other endpoint to have everything');
    assert.equal(own.requests.length, 220);
    assert.equal(held.requests.length, 20);
    world.agents.set('agent', agent);
    await settled(world);
    assert.equal(held.requests.length, 220);
    assertOrdered(held.requests);
  });

  it('get no more requests a second than they may, and lose nothing by it', async () => {
    await using world = await startWorld();
    await using webhook = await startWebhook();
    addAgent(world, 'agent');
    addEndpoint(world, 'agent', 'slow', { url: webhook.url, perSecond: 50 });
    const lane = await world.take(world.start());
    const begun = performance.now();
    await lane.commit(eventsOf('agent', 80, 40), { further: ['slow'], own: false });
    await settled(world);
    // One at once, and 50 in each second after.
    assert.ok(performance.now() - begun >= 1_500, `${performance.now() - begun} ms`);
    assert.equal(webhook.requests.length, 80);
    assertOrdered(webhook.requests);
  });
});
