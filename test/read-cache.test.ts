/** Which slow answers are cached, for how long, and which are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadCache } from '../src/read-cache.ts';

/** Answers `1`, `2`, … in order of reading. */
function setUp(options: { maxEntries?: number; maxLength?: number; lengthOf?: (answer: number) => number } = {}) {
  const clock = { ms: 1 };
  const cache = createReadCache<number>({ maxEntries: 10, keptMs: () => 100, now: () => clock.ms, ...options });
  let reads = 0;
  return { cache, clock, get: (key = 'key') => cache.get(key, async () => ++reads) };
}

test('an answer is shared while it is read and cached until it expires', async () => {
  const { clock, get } = setUp();
  assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
  clock.ms += 100;
  assert.equal(await get(), 1);
  clock.ms += 1;
  assert.equal(await get(), 2);
});

test('a failure reaches all who wait for it, and is not cached', async () => {
  const { cache, get } = setUp();
  const fail = () => cache.get('key', () => Promise.reject(new Error('away')));
  const both = await Promise.allSettled([fail(), fail()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await get(), 1);
});

test('an answer forgotten while it is read is returned but not cached, and a later one is', async () => {
  const { cache, get } = setUp();
  const early = get('agent state');
  cache.forgetAll('agent ');
  const late = get('agent state');
  assert.deepEqual(await Promise.all([early, late]), [1, 2]);
  cache.forget('agent state', early);
  assert.equal(await get('agent state'), 2);
  cache.forget('agent state', late);
  assert.equal(await get('agent state'), 3);
});

test('the least recently used answers are evicted, by number and by length', async () => {
  const { get } = setUp({ maxEntries: 2 });
  for (const key of ['a', 'b', 'a', 'c']) await get(key);
  assert.deepEqual([await get('a'), await get('c'), await get('b')], [1, 3, 4]);
  const long = setUp({ maxLength: 100, lengthOf: () => 40 });
  for (const key of ['a', 'b', 'c']) await long.get(key);
  assert.deepEqual([await long.get('b'), await long.get('c'), await long.get('a')], [2, 3, 4]);
});
