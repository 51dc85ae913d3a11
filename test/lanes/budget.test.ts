/** Bytes that agents share: waiters resume when there is room, and nobody waits only for others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Budget, type Charge, createBudget } from '../../src/lanes/budget.ts';
import { LaneLost } from '../../src/lanes/lanes.ts';

const LARGE = 256 * 1024;
const MAX = 16 * 1024 * 1024;
/** A quarter. */
const OF_AGENT = MAX / 4 / LARGE;

const never = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Charges of an agent, as far as there is room; the rest follow as others end. */
async function ask(budget: Budget, agentId: string, count: number, bytes = LARGE): Promise<Charge[]> {
  const charges: Charge[] = [];
  for (let n = 0; n < count; n++) {
    void budget.wait(agentId, bytes, 0, never).then((charge) => charges.push(charge));
  }
  await tick();
  return charges;
}

test('an agent has a quarter at most, and continues as soon as some of it is freed', async () => {
  const budget = createBudget(MAX);
  const charges = await ask(budget, 'busy', 100);
  assert.equal(charges.length, OF_AGENT);
  charges[0]!.end();
  charges[0]!.end();
  await tick();
  assert.equal(charges.length, OF_AGENT + 1);
  for (let n = 1; n < charges.length; n++) {
    charges[n]!.end();
    await tick();
  }
  assert.equal(charges.length, 100);
  assert.equal((await ask(budget, 'busy', 100)).length, OF_AGENT);
});

test('when all of it is in use every other agent may still have a little', async () => {
  const budget = createBudget(MAX);
  for (const agentId of ['a', 'b', 'c', 'd']) assert.equal((await ask(budget, agentId, 20)).length, OF_AGENT);
  for (let n = 0; n < 10; n++) {
    assert.equal((await ask(budget, `late ${n}`, 20)).length, 1);
  }
  assert.equal((await ask(budget, 'small', 500, 500)).length, 500);
});

test('an agent with little waits for nobody and gets it at once', () => {
  const budget = createBudget(MAX);
  for (let n = 0; n < 5_000; n++) assert.ok(budget.take('small', 500));
});

test('a charge that is reduced makes room', async () => {
  const budget = createBudget(MAX);
  const charges = await ask(budget, 'agent', 1_000);
  assert.equal(charges.length, OF_AGENT);
  for (let n = 0; n < charges.length; n++) {
    charges[n]!.change(500);
    await tick();
  }
  assert.equal(charges.length, 1_000);
});

test('those that wait for others get their turns one after the other', async () => {
  const budget = createBudget(MAX);
  const held = await Promise.all(['a', 'b', 'c', 'd'].map((agentId) => ask(budget, agentId, OF_AGENT)));
  const first = await ask(budget, 'first', 10);
  const second = await ask(budget, 'second', 10);
  assert.deepEqual([first.length, second.length], [1, 1]);
  for (const charge of held[0]!.slice(0, 8)) charge.end();
  await tick();
  assert.ok(Math.abs(first.length - second.length) <= 1 && first.length > 2, `${first.length} and ${second.length}`);
});

test('a waiter is left to the next owner when the lane is given back, and takes no room', async () => {
  const budget = createBudget(MAX);
  const charges = await ask(budget, 'busy', OF_AGENT);
  const abort = new AbortController();
  const waiting = budget.wait('busy', LARGE, 0, abort.signal);
  abort.abort();
  await assert.rejects(waiting, LaneLost);
  await assert.rejects(budget.wait('busy', LARGE, 0, abort.signal), LaneLost);
  for (const charge of charges) charge.end();
  assert.equal((await ask(budget, 'busy', 100)).length, OF_AGENT);
});
