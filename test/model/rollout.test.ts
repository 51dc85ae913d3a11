/** Who gets which version: evenly, and always the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activated, liveVersion, type Rollout, withdrawn } from '../../src/model/rollout.ts';

const NUMBERS = Array.from({ length: 10_000 }, (_, index) => `+1555${String(index).padStart(7, '0')}`);
const keep = (version: number, percent = 100) => ({ version, percent, sessions: 'keep' }) as const;
const FIRST = activated(undefined, keep(1));

function who(rollout: Rollout, version: number): Set<string> {
  return new Set(NUMBERS.filter((phoneNumber) => liveVersion('agent', rollout, phoneNumber) === version));
}

test('a share is that part of the numbers, even of consecutive ones, and another part for each agent', () => {
  for (const percent of [1, 10, 50, 99]) {
    const { size } = who(activated(FIRST, keep(2, percent)), 2);
    assert.ok(Math.abs(size - percent * 100) < 150, `${size} of 10,000 for ${percent} %`);
  }
  const rollout = activated(FIRST, keep(2, 50));
  const both = NUMBERS.filter((number) => liveVersion('a', rollout, number) === liveVersion('b', rollout, number));
  assert.ok(Math.abs(both.length - 5_000) < 200, `${both.length} have the same at two agents`);
});

test('who has a version at ten percent still has it at fifty', () => {
  const [few, more] = [activated(FIRST, keep(2, 10)), activated(activated(FIRST, keep(2, 10)), keep(2, 50))];
  assert.ok(who(few, 2).isSubsetOf(who(more, 2)));
});

test('the rest goes to the version with the largest share; without another one all goes to the activated', () => {
  const two = activated(FIRST, keep(2, 30));
  assert.deepEqual(two.shares, [
    { version: 2, percent: 30 },
    { version: 1, percent: 70 },
  ]);
  assert.deepEqual(activated(two, keep(3, 20)).shares, [
    { version: 3, percent: 20 },
    { version: 1, percent: 80 },
  ]);
  assert.deepEqual(activated(FIRST, keep(1, 50)).shares, [{ version: 1, percent: 100 }]);
});

test('activations are counted, so that sessions of earlier ones can be told apart', () => {
  const moved = activated(activated(FIRST, keep(2)), { version: 1, percent: 100, sessions: 'move' });
  assert.deepEqual([moved.activation, moved.movedBefore], [3, 3]);
  assert.deepEqual(activated(moved, keep(2)).movedBefore, 3);
  assert.deepEqual(withdrawn(moved), { shares: [], activation: 4, movedBefore: 4 });
});
