import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answered,
  type Breaker,
  FAILURES_TO_OPEN,
  FIRST_SLOTS,
  failed,
  MAX_SLOTS,
  NEW_BREAKER,
  opened,
  PAUSE,
  slotsAt,
} from '../../src/net/breaker.ts';

const NOW = 1_000_000;

function repeat(breaker: Breaker, times: number, step: (breaker: Breaker) => Breaker): Breaker {
  return times === 0 ? breaker : repeat(step(breaker), times - 1, step);
}

const fail = (breaker: Breaker) => failed(breaker, NOW);

describe('the breaker of an endpoint', () => {
  it('opens on consecutive failures, not before', () => {
    const almost = repeat(NEW_BREAKER, FAILURES_TO_OPEN - 1, fail);
    assert.equal(slotsAt(almost, NOW), FIRST_SLOTS);
    const open = fail(almost);
    assert.equal(slotsAt(open, NOW), 0);
    assert.equal(open.openUntil, NOW + PAUSE.firstMs);
  });

  it('stays closed for an endpoint that answers now and then', () => {
    const flapping = repeat(NEW_BREAKER, 100, (breaker) => answered(repeat(breaker, FAILURES_TO_OPEN - 1, fail)));
    assert.equal(flapping.openUntil, null);
  });

  it('lets one probe through when the pause is over', () => {
    const open = repeat(NEW_BREAKER, FAILURES_TO_OPEN, fail);
    assert.equal(slotsAt(open, NOW + PAUSE.firstMs - 1), 0);
    assert.equal(slotsAt(open, NOW + PAUSE.firstMs), 1);
  });

  it('doubles the pause with each failed probe, up to two minutes', () => {
    let breaker = repeat(NEW_BREAKER, FAILURES_TO_OPEN, fail);
    const pauses: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const probedAt = breaker.openUntil!;
      breaker = failed(breaker, probedAt);
      pauses.push(breaker.openUntil! - probedAt);
    }
    assert.deepEqual(pauses, [10_000, 20_000, 40_000, 80_000, PAUSE.maxMs, PAUSE.maxMs, PAUSE.maxMs]);
  });

  it('ramps 2, 4, 8 … up to the limit as answers come', () => {
    let breaker = answered(repeat(NEW_BREAKER, FAILURES_TO_OPEN, fail));
    const ramp = [slotsAt(breaker, NOW)];
    for (let answers = 0; answers < 200; answers += 1) {
      breaker = answered(breaker);
      if (slotsAt(breaker, NOW) !== ramp.at(-1)) ramp.push(slotsAt(breaker, NOW));
    }
    assert.deepEqual(ramp, [2, 4, 8, 16, 32, 64]);
    assert.equal(ramp.at(-1), MAX_SLOTS);
  });

  it('opens again at once when the ramp fails, and for longer', () => {
    const ramping = answered(repeat(NEW_BREAKER, FAILURES_TO_OPEN, fail));
    const open = repeat(ramping, 2, fail);
    assert.equal(open.openUntil, NOW + 2 * PAUSE.firstMs);
  });

  it('resets the pause of an endpoint that bears the full load again', () => {
    const healed = repeat(repeat(NEW_BREAKER, FAILURES_TO_OPEN, fail), 200, answered);
    assert.equal(healed.slots, MAX_SLOTS);
    assert.equal(repeat(healed, FAILURES_TO_OPEN, fail).openUntil, NOW + PAUSE.firstMs);
  });

  it('is not changed by late failures of attempts from before the opening', () => {
    const open = opened(NEW_BREAKER, NOW);
    assert.equal(failed(open, NOW + 1), open);
    assert.equal(opened(open, NOW + 1), open);
  });
});
