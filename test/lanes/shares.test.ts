/** What all lanes of a process hold in memory together, and which of them reads next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shares } from '../../src/lanes/shares.ts';

/** Lanes that note when they are woken. */
function lanesOf(shares: Shares, count: number) {
  const woken: number[] = [];
  const lanes = Array.from({ length: count }, (_, n) => () => void woken.push(n));
  for (const lane of lanes) shares.join(lane);
  return { lanes, woken };
}

/** One after the other takes an item, until there is no room for any of them. */
function fill(shares: Shares, ...agentIds: string[]) {
  const all = agentIds.map((agentId) => shares.claim(agentId));
  for (let some = all; some.length > 0; some = some.filter((share) => shares.roomOf(share) > 0)) {
    for (const share of some) shares.add(share, 100);
  }
  return all[0]!;
}

test('an agent alone has three quarters of the room, two leave a seventh, and each further one has its minimum', () => {
  assert.equal(fill(new Shares(), 'alone').items, 3_000);
  const shares = new Shares();
  fill(shares, 'one', 'two');
  assert.ok(Math.abs(shares.items - (4_000 * 6) / 7) < 10, `${shares.items}`);
  for (let n = 0; n < 20; n++) fill(shares, `busy ${n}`);
  assert.equal(shares.roomOf(shares.claim('late')), 200);
});

test('an item is taken by an agent that has none, however large, and then no other until it is done', () => {
  const shares = new Shares();
  const share = shares.claim('agent');
  shares.add(share, 100 * 1024 * 1024);
  assert.equal(shares.roomOf(share), 0);
  const other = shares.claim('other');
  assert.ok(shares.roomOf(other) > 0);
  shares.remove(share, 1, 100 * 1024 * 1024);
  assert.equal(shares.roomOf(share), 3_000);
});

test('lanes that hold nothing of an agent are woken in turn when its items in another lane are done', () => {
  const shares = new Shares();
  const { lanes, woken } = lanesOf(shares, 3);
  const share = fill(shares, 'agent');
  shares.spill(share, lanes[1]!);
  shares.spill(share, lanes[2]!);
  while (woken.length === 0) shares.remove(share, 1, 100);
  assert.ok(shares.roomOf(share) >= share.items / 2, 'a read is worthwhile');
  shares.remove(share, 1, 100);
  shares.remove(share, 1, 100);
  assert.deepEqual(woken, [1, 2, 1]);
});

test('while one lane reads for an agent no other one reads for the same room, and the next one follows', () => {
  const shares = new Shares();
  const { lanes, woken } = lanesOf(shares, 2);
  const share = shares.claim('agent');
  for (const lane of lanes) shares.spill(share, lane);
  assert.equal(shares.beginRead(share), 1_500, 'half of the room, for two lanes');
  assert.ok(!shares.isRefillable(share));
  shares.unspill(share, lanes[0]!);
  shares.endRead(share);
  assert.deepEqual(woken, [1]);
});

test('room for anything at all wakes every lane once', () => {
  const shares = new Shares();
  const { woken } = lanesOf(shares, 3);
  const large = shares.claim('large');
  shares.add(large, 200 * 1024 * 1024);
  assert.ok(!shares.hasRoom);
  assert.equal(shares.roomOf(shares.claim('small')), 0);
  shares.remove(large, 1, 200 * 1024 * 1024);
  assert.deepEqual(woken, [0, 1, 2]);
});
