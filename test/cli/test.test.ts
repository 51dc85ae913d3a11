/** `parley test`: finds, runs and reports flow tests, without a service. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { follow, makeFolder, run } from './run.ts';

const DEMO = join(import.meta.dirname, '../../demo');

const state = (text: string) => ({ template: { contentMessage: { text } } });
const flow = (text: string) => JSON.stringify({ states: { main: state(text), other: state('x') } });
const expects = (text: string, title: string) =>
  JSON.stringify({ format: 1, title, steps: [{ send: { stateId: 'main' }, expect: { reply: { text } } }] });

const FILES = {
  'flow.json': flow('Hello'),
  'right.test.json': expects('Hello', 'it says hello'),
  'wrong.test.json': expects('Bye', 'it says <bye>'),
};

test('the tests of the demo pass, each with the flow next to it', async () => {
  const { code, stdout } = await run(['test', DEMO]);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /✓ an order number has five digits.*demo\/sample\/tests\/order\.test\.json/);
  assert.match(stdout, /✓ a parcel is found at the second try.*demo\/flow\/tests\/parcel\.test\.json/);
  assert.match(stdout, /\n6 passed \(\d+ steps in \d+ ms\)\n$/);
});

test('a test that fails is exit code 1, with what differs and what happened; the others still run', async () => {
  await using folder = await makeFolder(FILES);
  const { code, stdout } = await run(['test', folder.path, '--coverage']);
  assert.equal(code, 1);
  assert.match(stdout, /✓ it says hello/);
  assert.match(stdout, /✗ it says <bye>/);
  assert.match(stdout, /\/steps\/0\/expect\/reply\/text: differs\n +expected +"Bye"\n +actual +"Hello"/);
  assert.match(stdout, /enters "main": a client sent it/);
  assert.match(stdout, /states +1 of 2 +other/);
});

test('as JSON it is one document, with the coverage of each flow', async () => {
  await using folder = await makeFolder(FILES);
  const { code, stdout } = await run(['test', folder.path, '--coverage', '--json']);
  assert.equal(code, 1);
  const { passed, failed, steps, tests, coverage } = JSON.parse(stdout);
  assert.deepEqual({ passed, failed, steps }, { passed: 1, failed: 1, steps: 2 });
  assert.equal(tests[1].failure.faults[0].path, '/steps/0/expect/reply/text');
  assert.deepEqual(coverage[0].states, { covered: 1, of: 2, missing: ['other'] });
});

test('a report for TAP or JUnit readers has every test, and its failure as text', async () => {
  await using folder = await makeFolder(FILES);
  const [tap, junit] = await Promise.all(
    ['tap', 'junit'].map((reporter) => run(['test', folder.path, '--reporter', reporter])),
  );
  assert.match(tap!.stdout, /^TAP version 14\n1\.\.2\nok 1 - .*it says hello\nnot ok 2 - .*it says <bye>\n {2}---\n/);
  assert.match(junit!.stdout, /<testsuites tests="2" failures="1" time="\d+\.\d{3}">/);
  assert.match(junit!.stdout, /name="it says &lt;bye&gt;".*\n +<failure message="step 1, send &quot;main&quot;">/);
});

test('one file, or those that a filter names', async () => {
  await using folder = await makeFolder(FILES);
  const one = await run(['test', join(folder.path, 'right.test.json')]);
  assert.equal(one.code, 0, one.stdout);
  const some = await run(['test', folder.path, '--filter', 'HELLO']);
  assert.match(some.stdout, /\n1 passed/);
  const none = await run(['test', folder.path, '--filter', 'nothing']);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /No title or file name contains "nothing"/);
});

test('files that cannot be used are all named, and no test is run', async () => {
  await using folder = await makeFolder({
    'flow.json': JSON.stringify({ states: { main: { template: { contentMessage: { txt: 'x' } } } } }),
    'a.test.json': '{',
    'b.test.json': JSON.stringify({ format: 2, title: 'b', steps: [{ writes: 'x', taps: 'y', expect: {} }] }),
  });
  const { code, stdout, stderr } = await run(['test', folder.path]);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /a\.test\.json: it is not valid JSON/);
  assert.match(stderr, /b\.test\.json \/format: must be 1\n/);
  assert.match(stderr, /b\.test\.json \/steps\/0: must have exactly one of send, writes, taps, shares, files, waits\n/);
  assert.match(stderr, /b\.test\.json \/steps\/0\/expect: must have at least one field\n/);
  assert.match(stderr, /flow\.json \/states\/main\/template\/contentMessage\/txt/);
});

test('without a flow, or without tests, it says where it looked', async () => {
  await using folder = await makeFolder();
  const nothing = await run(['test', folder.path]);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /has no \*\.test\.json files/);
  await mkdir(join(folder.path, 'deep/tests'), { recursive: true });
  await writeFile(join(folder.path, 'deep/tests/a.test.json'), expects('Hello', 'it says hello'));
  const flowless = await run(['test', folder.path]);
  assert.match(flowless.stderr, /neither a flow\.json nor a folder of <stateId>\.json/);
});

test('--watch runs again after a change, and survives a file that is broken for a moment', async () => {
  await using folder = await makeFolder(FILES);
  await using watching = follow(['test', folder.path, '--watch', '--filter', 'right'], {});
  await watching.waitFor(/1 passed.*\nWaiting for a change/);
  await writeFile(join(folder.path, 'flow.json'), '{');
  await watching.waitFor(/it is not valid JSON.*\nWaiting for a change/);
  await writeFile(join(folder.path, 'flow.json'), flow('Good day'));
  await watching.waitFor(/1 failed.*\nWaiting for a change/);
});
