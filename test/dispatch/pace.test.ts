/** How an agent finds out how fast it may call the platform, on the test's own clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../../src/dispatch/pace.ts';
import { LaneLost } from '../../src/lanes/lanes.ts';
import { until } from '../until.ts';

const LANE = 0;
const never = new AbortController().signal;

function paced() {
  let nowMs = 0;
  const pace = new Pace(() => nowMs);
  let begun = 0;
  return {
    pace,
    /** Requests calls that begin when they may. */
    ask(count: number, signal = never) {
      for (let n = 0; n < count; n++) pace.enter(LANE, signal, false).then(() => (begun += 1));
    },
    /** How many calls have begun since the last query. */
    async begun() {
      await new Promise((resolve) => setImmediate(resolve));
      const count = begun;
      begun = 0;
      return count;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a limited number of calls starts at once, and one more after every accepted round', async () => {
  const { pace, ask, begun } = paced();
  ask(100);
  assert.equal(await begun(), 32);
  for (let n = 0; n < 32; n++) pace.leave(null);
  assert.equal(await begun(), 32);
  for (let n = 0; n < 33; n++) pace.leave(null);
  assert.ok((await begun()) > 32);
});

test('calls that were throttled together halve the limit once', async () => {
  const { pace, ask, begun, pass } = paced();
  ask(32);
  for (let n = 0; n < 32; n++) pace.leave({ retryAfterMs: null });
  await begun();
  pass(60_000);
  ask(100);
  assert.equal(await begun(), 16);
});

test('a pause has a lower bound, whatever the platform requests, and is longer when it requests that', () => {
  for (const [retryAfterMs, atLeastMs] of [
    [0, 1_000],
    [null, 1_000],
    [30_000, 30_000],
  ] as const) {
    const { pace, ask, pass } = paced();
    ask(1);
    pace.leave({ retryAfterMs });
    pass(atLeastMs - 1);
    assert.ok(pace.isThrottled(), `after ${retryAfterMs}`);
    pass(atLeastMs * 0.2 + 2);
    assert.ok(!pace.isThrottled(), `after ${retryAfterMs}`);
  }
});

test('the pause doubles while nothing is accepted, and is short again afterwards', () => {
  const { pace, ask, pass } = paced();
  const pauseMs = () => {
    ask(1);
    pace.leave({ retryAfterMs: null });
    let ms = 0;
    for (; pace.isThrottled(); ms += 100) pass(100);
    return ms;
  };
  const pauses = [pauseMs(), pauseMs(), pauseMs()];
  assert.ok(pauses[1]! >= 2_000 && pauses[2]! >= 4_000, pauses.join());
  ask(1);
  pace.leave(null);
  pass(1_000);
  assert.ok(pauseMs() < 2_000);
});

test('throttled calls go before those that were not tried yet', async () => {
  const { pace, ask, pass } = paced();
  ask(1);
  pace.leave({ retryAfterMs: null });
  const order: string[] = [];
  pace.enter(LANE, never, false).then(() => order.push('new'));
  pace.enter(LANE, never, true).then(() => order.push('again'));
  pass(2_000);
  // The end of any call checks again.
  pace.enter(LANE, never, false).then(() => order.push('newest'));
  pace.leave(null);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(order, ['again', 'new', 'newest']);
});

test('a call that comes just as the pause ends is not forgotten', async () => {
  const looks = [0, 0, 0];
  // The pause of a second ends between two readings of the clock.
  const pace = new Pace(() => looks.shift() ?? 10_000);
  await pace.enter(LANE, never, false);
  pace.leave({ retryAfterMs: null });
  looks.push(999);
  let hasBegun = false;
  pace.enter(LANE, never, false).then(() => (hasBegun = true));
  await until(() => hasBegun, 'the call to begin');
});

test('waiting calls are given up when the lane is', async () => {
  const { pace, ask } = paced();
  ask(32);
  const lane = new AbortController();
  const waiting = pace.enter(LANE, lane.signal, false);
  lane.abort();
  await assert.rejects(waiting, LaneLost);
  await assert.rejects(pace.enter(LANE, lane.signal, false), LaneLost);
});
