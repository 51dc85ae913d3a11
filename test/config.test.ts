/** What of the environment an operator can set about forwarding, and where the command line looks. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readCliConfig, readConfig } from '../src/config.ts';

test('the forward schedule is the default one, or the seconds before each attempt', () => {
  assert.equal(readConfig({}).forwardDelaysSeconds, null);
  assert.deepEqual(readConfig({ FORWARD_DELAYS_SECONDS: '0, 0.5,300' }).forwardDelaysSeconds, [0, 0.5, 300]);
});

for (const [value, why] of [
  ['5,10', 'the first attempt is made at once'],
  ['0,-1', 'nothing waits for less than nothing'],
  ['0,,5', 'an empty place is no number'],
  ['0,5m', 'units are not read'],
  ['0,604801', 'a wait is at most a week'],
  [Array(51).fill(0).join(), 'there are at most 50 attempts'],
] as const) {
  test(`the forward schedule "${value.slice(0, 10)}" is refused: ${why}`, () => {
    assert.throws(
      () => readConfig({ FORWARD_DELAYS_SECONDS: value }),
      (error) => error instanceof ConfigError && /FORWARD_DELAYS_SECONDS/.test(error.message),
    );
  });
}

test('the service is one process, as many as are named, or one for each core', () => {
  assert.equal(readConfig({}).processes, 1);
  assert.equal(readConfig({ PARLEY_PROCESSES: '3' }).processes, 3);
  assert.equal(readConfig({ PARLEY_PROCESSES: 'auto' }).processes, Math.min(availableParallelism(), 64));
});

for (const [name, value] of [
  ['PARLEY_PROCESSES', '0'],
  ['PARLEY_PROCESSES', '65'],
  ['PARLEY_PROCESSES', 'many'],
  ['PARLEY_LANES', '1.5'],
  ['PARLEY_LANES', '257'],
] as const) {
  test(`${name}=${value} is refused, and told what it may be`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) =>
        error instanceof ConfigError &&
        error.message.includes(`${name} is "${value}"; it must be a whole number from 1`),
    );
  });
}

test('the command line looks for the service where it runs by default', () => {
  const { url, emulatorUrl, operatorKey, dataDir } = readCliConfig({});
  assert.deepEqual(
    { url, emulatorUrl, operatorKey },
    { url: 'http://127.0.0.1:8080', emulatorUrl: null, operatorKey: null },
  );
  assert.equal(dataDir, resolve('data'));
});

test('the command line follows PORT, and PUBLIC_URL before it', () => {
  assert.equal(readCliConfig({ PORT: '9000' }).url, 'http://127.0.0.1:9000');
  assert.equal(readCliConfig({ PORT: '9000', PUBLIC_URL: 'https://parley.example/' }).url, 'https://parley.example');
});
