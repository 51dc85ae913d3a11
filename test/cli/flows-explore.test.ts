/** A flow explored from a file: what is shown, what is written, and the exit code. No service is needed. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentedFlow } from '../engine/sample-flows.ts';
import { changed } from '../engine/seeded.ts';
import { makeFolder, run } from './run.ts';

const explore = (...args: string[]) => run(['flows', 'explore', ...args]);

test('a sound folder of states is exit code 0', async () => {
  const { code, stdout } = await explore(join(import.meta.dirname, '../../demo/flow'), '--conversations', '20');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /nothing found in 20 conversations of \d+ steps \(seed 1\); \d of 9 states reached/);
});

test('what is found is exit code 1, and a test beside the flow that fails', async () => {
  const flow = changed(documentedFlow(), {
    '/states/trouble/template/contentMessage/text': '{{ data.order.body.why }}',
  });
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(flow) });
  const args = [folder.path, '--conversations', '100', '--seed', '3', '--out', join(folder.path, 'tests')];
  const { code, stdout } = await explore(...args);
  assert.equal(code, 1, stdout);
  assert.match(
    stdout,
    /invalid_message {2}state "trouble": .*\n {4}(send "ask-number"|writes "order")\n {4}writes "x"\n/,
  );
  assert.deepEqual(await readdir(join(folder.path, 'tests')), ['invalid_message-trouble.test.json']);
  const tested = await run(['test', folder.path]);
  assert.equal(tested.code, 1);
  assert.match(tested.stdout, /1 failed/);
  const { discoveries, seed } = JSON.parse((await explore(...args, '--json')).stdout);
  assert.deepEqual([seed, discoveries.length, discoveries[0].code], [3, 1, 'invalid_message']);
});

test('a number of conversations must be one', async () => {
  const { code, stderr } = await explore('demo/flow', '--conversations', 'many');
  assert.equal(code, 2);
  assert.match(stderr, /--conversations must be a whole number from 1 to 100000/);
});
