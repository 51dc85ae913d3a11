/** Many tests in one run: its limits, and those of the thread that it runs on. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { MAX_SUITE_STEPS, runSuite } from '../../src/engine/scenario/suite.ts';
import { createWorkThreads } from '../../src/engine/work-threads.ts';

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const render = sandbox.renderFor('account');

const flow = JSON.stringify({ defaultState: 'a', states: { a: { template: { contentMessage: { text: 'x' } } } } });
const job = (tests: object[]) => ({
  flow,
  tests: tests.map((one, index) => ({
    testId: `t${index}`,
    test: JSON.stringify({ format: 1, title: `test ${index}`, steps: [{ writes: 'x' }], ...one }),
  })),
});

test('tests that would begin too late are skipped, and counted', async () => {
  let now = 0;
  const clock = () => {
    now += 8_000;
    return now;
  };
  const { passed, skipped, tests } = await runSuite(render, job([{}, {}, {}, {}]), clock);
  assert.deepEqual([passed, skipped, tests.map(({ testId }) => testId)], [2, 2, ['t0', 't1']]);
});

test('tests that would take too many steps are skipped, and shorter ones still run', async () => {
  const many = { steps: Array.from({ length: MAX_SUITE_STEPS }, () => ({ writes: 'x' })) };
  const { passed, skipped, steps } = await runSuite(render, job([{}, many, {}]), () => 0);
  assert.deepEqual([passed, skipped, steps], [2, 1, 2]);
});

test('a long value that differs is cut in the result', async () => {
  const steps = [{ writes: 'x', expect: { like: { input: { long: 'ü'.repeat(10_000) } } } }];
  const { tests } = await runSuite(render, job([{ steps }]), () => 0);
  assert.match(String(tests[0]?.failure?.faults[0]?.expected), /^"ü{8191}…$/);
});

const never = new URL('data:text/javascript,export const work = () => new Promise(() => setInterval(() => {}, 1000))');
const answers = new URL('data:text/javascript,export const work = async () => 7');

test('a thread is ended when it takes too long, and the next work gets its place', async () => {
  await using threads = createWorkThreads(1);
  const late = assert.rejects(threads.run(never, {}, 50), /it took more than 0.05 s/);
  assert.equal(await threads.run(answers, {}, 60_000), 7);
  await late;
});

test('threads end with the service, and work that waits is refused', async () => {
  const threads = createWorkThreads(1);
  const running = assert.rejects(threads.run(never, {}, 60_000), /the service is stopping/);
  const waiting = assert.rejects(threads.run(answers, {}, 60_000), /the service is stopping/);
  await threads[Symbol.asyncDispose]();
  await Promise.all([running, waiting]);
});
