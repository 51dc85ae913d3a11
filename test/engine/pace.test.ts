/** Work in the background rests while there are turns, and only then. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cpuMs, createPace } from '../../src/engine/pace.ts';

const turns = new Int32Array(new SharedArrayBuffer(4));

it('rests after some work if there were turns meanwhile', async () => {
  const pace = createPace(turns, cpuMs);
  assert.equal(await rests(pace), false, 'before any work');
  work();
  assert.equal(await rests(pace), false, 'without turns');
  work();
  Atomics.add(turns, 0, 1);
  assert.equal(await rests(pace), true, 'with a turn');
  work();
  assert.equal(await rests(pace), false, 'no turn since');
});

/** More than goes without a rest. */
function work(): void {
  const startedAt = process.threadCpuUsage().user;
  while (process.threadCpuUsage().user - startedAt < 10_000);
}

async function rests(pace: () => Promise<void>): Promise<boolean> {
  let isOver = false;
  const pacing = pace().then(() => {
    isOver = true;
  });
  await setImmediate();
  const rested = !isOver;
  await pacing;
  return rested;
}
