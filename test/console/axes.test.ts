import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelled, roundedUp } from '../../console/src/start/axes.ts';

test('an axis ends at a number whose half is whole, and no bar is cut off', () => {
  for (const [most, top] of [
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 10],
    [10, 10],
    [11, 20],
    [99, 100],
    [250, 400],
    [400_001, 1_000_000],
  ] as const) {
    assert.equal(roundedUp(most), top);
  }
});

test('the times below the bars are few, and where a part of the day begins', () => {
  const steps = (count: number, stepMs: number) =>
    Array.from({ length: count }, (_step, index) => new Date(Date.UTC(2026, 0, 5) + index * stepMs).toISOString());
  assert.equal(labelled(steps(60, 60_000), 'hour').length, 3);
  assert.equal(labelled(steps(24, 3_600_000), 'day').length, 3);
  assert.ok([6, 7].includes(labelled(steps(56, 3 * 3_600_000), 'week').length));
});
