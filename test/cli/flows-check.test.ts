/** Flows checked from files: what is found, the exit code, and what is no flow. No service is needed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentedFlow } from '../engine/sample-flows.ts';
import { changed } from '../engine/seeded.ts';
import { makeFolder, run } from './run.ts';

const check = (...args: string[]) => run(['flows', 'check', ...args]);
const FOLDER = join(import.meta.dirname, '../../demo/flow');

test('a folder of states without a mistake is exit code 0', async () => {
  const { code, stdout } = await check(FOLDER);
  assert.equal(code, 0);
  assert.match(stdout, /9 states, nothing found/);
});

test('an error is exit code 1, and findings are grouped by state', async () => {
  const flow = changed(documentedFlow(), { '/states/ask-number/input/nextState': 'find', '/defaultState': 'start' });
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(flow) });
  const { code, stdout } = await check(folder.path);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /\(the flow\)\n {2}error {4}\/defaultState names state "start", which does not exist {2}missing_state\n/,
  );
  assert.match(stdout, /\nask-number\n {2}error {4}\/input\/nextState names state "find"/);
  assert.match(stdout, /4 states, 2 errors, 1 warning\n/);
  const { findings, ...counts } = JSON.parse((await check(join(folder.path, 'flow.json'), '--json')).stdout);
  assert.deepEqual(counts, { path: join(folder.path, 'flow.json'), states: 4, errors: 2, warnings: 1 });
  assert.deepEqual(findings[0], {
    severity: 'error',
    code: 'missing_state',
    path: '/defaultState',
    message: 'names state "start", which does not exist',
  });
});

test('warnings alone are exit code 0, and the use case decides about traffic types', async () => {
  const flow = changed(documentedFlow(), { '/states/welcome/messageTrafficType': 'PROMOTION' });
  await using folder = await makeFolder({ 'flow.json': JSON.stringify(flow) });
  assert.equal((await check(folder.path)).code, 0);
  const { code, stdout } = await check(folder.path, '--use-case', 'OTP');
  assert.equal(code, 1);
  assert.match(stdout, /invalid_traffic_type/);
  assert.equal((await check(folder.path, '--use-case', 'otp')).code, 2);
});

test('what is no flow is refused with its place', async () => {
  await using folder = await makeFolder({ 'welcome.json': '{"template":{"contentMesage":{}}}', 'main.json': '{' });
  const { code, stderr } = await check(folder.path);
  assert.equal(code, 1);
  assert.match(stderr, /welcome\.json \/template\/contentMesage: is not a field of this object/);
  assert.match(stderr, /main\.json: it is not valid JSON/);
  assert.match((await check(join(folder.path, 'none.json'))).stderr, /The flow cannot be read/);
});
