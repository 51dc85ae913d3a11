/** Looks that are asked for many times a second. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eased } from '../../console/src/events/eased.ts';

test('many askings make two looks: at once, and after the pause, never two at a time', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const looks: PromiseWithResolvers<void>[] = [];
  const ask = eased(() => {
    looks.push(Promise.withResolvers<void>());
    return looks.at(-1)!.promise;
  }, 1000);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 9; count += 1) ask();
  mock.timers.tick(5000);
  assert.equal(looks.length, 1, 'the first is still under way');
  looks[0]!.resolve();
  await turn();
  mock.timers.tick(999);
  assert.equal(looks.length, 1);
  mock.timers.tick(1);
  assert.equal(looks.length, 2);
  looks[1]!.reject(new Error('no answer'));
  await turn();
  mock.timers.tick(5000);
  assert.equal(looks.length, 2, 'nobody asked again');
  ask();
  assert.equal(looks.length, 3);
});
