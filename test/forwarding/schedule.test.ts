import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DELAYS_MS, nextDelayMs, remainingMs } from '../../src/forwarding/schedule.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVENLY = { retryAfterMs: null, random: 0.5 };

describe('the schedule of forwarding', () => {
  it('makes attempts at 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
    assert.deepEqual(
      [0, ...DELAYS_MS.slice(1).map((_, index) => nextDelayMs(DELAYS_MS, index + 1, EVENLY))],
      [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    );
  });

  it('ends in the failure queue after the tenth attempt', () => {
    assert.notEqual(nextDelayMs(DELAYS_MS, 9, EVENLY), null);
    assert.equal(nextDelayMs(DELAYS_MS, 10, EVENLY), null);
  });

  it('spreads each delay by 20 % in both directions', () => {
    assert.equal(nextDelayMs(DELAYS_MS, 2, { retryAfterMs: null, random: 0 }), 4 * MINUTE);
    assert.equal(nextDelayMs(DELAYS_MS, 2, { retryAfterMs: null, random: 1 - Number.EPSILON }), 6 * MINUTE);
  });

  it('honours Retry-After between the scheduled delay and twice that, and never comes sooner than requested', () => {
    const afterMs = (retryAfterMs: number) => nextDelayMs(DELAYS_MS, 2, { retryAfterMs, random: 0 });
    assert.equal(afterMs(1 * SECOND), 4 * MINUTE);
    assert.equal(afterMs(7 * MINUTE), 7 * MINUTE);
    assert.equal(afterMs(10 * MINUTE), 10 * MINUTE);
    assert.equal(afterMs(24 * HOUR), 10 * MINUTE);
  });

  it('knows how long after a due time the schedule would have ended', () => {
    const remaining = remainingMs(DELAYS_MS);
    assert.equal(remaining.length, DELAYS_MS.length);
    assert.equal(
      remaining[0],
      DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0),
    );
    assert.equal(remaining[8], 24 * HOUR);
    assert.equal(remaining[9], 0);
  });
});
