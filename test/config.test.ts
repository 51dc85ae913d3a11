/** Which environment settings an operator can use, which are refused, and where the command line looks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readCliConfig, readConfig } from '../src/config.ts';
import { findRunning, tellRunning } from '../src/running.ts';
import { operatorKey } from '../src/secrets/keys.ts';

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

test('tools for models change nothing unless the operator allows it', () => {
  assert.equal(readConfig({}).mcp, 'read');
  assert.throws(() => readConfig({ PARLEY_MCP: 'yes' }), /PARLEY_MCP is "yes"; it must be one of off, read, write/);
});

for (const [key, why] of [
  ['a-short-key-of-21-chr', 'it has fewer than 22 characters'],
  ['changemechangemechangeme', 'it has fewer than 8 different characters'],
  ['a key with spaces of 30 letters', 'it could not be sent as a bearer token'],
] as const) {
  test(`an operator key is refused when ${why}`, async () => {
    const refusal = (where: string) => (error: unknown) =>
      error instanceof ConfigError &&
      error.message.includes(`${where} must be at least 22`) &&
      !error.message.includes(key);
    assert.throws(() => readConfig({ PARLEY_OPERATOR_KEY: key }), refusal('PARLEY_OPERATOR_KEY'));
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-config-'));
    await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
    const file = join(dataDir, 'operator-key');
    await writeFile(file, `${key}\n`);
    assert.throws(() => operatorKey(readConfig({ DATA_DIR: dataDir })), refusal(file));
  });
}

test('an operator key of 128 random bits is taken, in base64 and in hex', () => {
  for (const key of [randomBytes(16).toString('base64url'), randomBytes(16).toString('hex')]) {
    assert.equal(readConfig({ PARLEY_OPERATOR_KEY: key }).operatorKey, key);
  }
});

test('the proxies that are trusted are named by address, network or kind', () => {
  assert.equal(readConfig({}).trustProxy, null);
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.1.2.3,2001:db8::/48' }).trustProxy, [
    'loopback',
    '10.1.2.3',
    '2001:db8::/48',
  ]);
});

for (const [value, why] of [
  ['true', 'it would trust whoever asks'],
  ['1', 'a number of hops says nothing of who asks'],
  ['proxy.example.com', 'names are not looked up'],
  ['10.0.0.0/33', 'there is no such network'],
  ['0.0.0.0/0', 'that is everybody'],
  ['::/0', 'that is everybody'],
  ['10.0.0.1,', 'an empty place is no address'],
] as const) {
  test(`TRUST_PROXY=${value} is refused: ${why}`, () => {
    assert.throws(
      () => readConfig({ TRUST_PROXY: value }),
      (error) => error instanceof ConfigError && /TRUST_PROXY is ".*"; it must be .*10\.0\.0\.0\/8/.test(error.message),
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

test('the command line finds the service that runs on its data folder, unless PORT names another', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'parley-config-'));
  try {
    const url = 'http://127.0.0.1:9001';
    {
      using _running = tellRunning({ dataDir: DATA_DIR, home: null }, url);
      assert.equal(readCliConfig({ DATA_DIR }).url, url);
      assert.equal(readCliConfig({ DATA_DIR, PORT: '0' }).url, url);
      assert.equal(readCliConfig({ DATA_DIR, PORT: '9000' }).url, 'http://127.0.0.1:9000');
    }
    assert.equal(readCliConfig({ DATA_DIR }).url, 'http://127.0.0.1:8080', 'it has stopped');
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const left of [{ url, pid }, { url: 'http://192.0.2.1:9001', pid: process.pid }, { url }, 'nonsense']) {
      await writeFile(join(DATA_DIR, 'running.json'), JSON.stringify(left));
      assert.equal(readCliConfig({ DATA_DIR }).url, 'http://127.0.0.1:8080', JSON.stringify(left));
    }
  } finally {
    await rm(DATA_DIR, { recursive: true });
  }
});

test('a service without a data folder runs all the same', () => {
  using _running = tellRunning({ dataDir: '/dev/null/data', home: '/dev/null/home' }, 'http://127.0.0.1:9001');
  assert.equal(findRunning('/dev/null/data'), null);
});

test('the command line follows PORT, and PUBLIC_URL before it', () => {
  assert.equal(readCliConfig({ PORT: '9000' }).url, 'http://127.0.0.1:9000');
  assert.equal(readCliConfig({ PORT: '9000', PUBLIC_URL: 'https://parley.example/' }).url, 'https://parley.example');
});

test('a provider of OpenID Connect is https, or on the same machine, and has a client', () => {
  const [OIDC_ISSUER, OIDC_CLIENT_ID] = ['https://id.acme.example/realms/acme', 'parley'];
  const { openId } = readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID });
  assert.deepEqual([openId?.issuer, openId?.name, openId?.clientSecret], [OIDC_ISSUER, 'id.acme.example', null]);
  assert.equal(readConfig({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID }).openId?.name, 'localhost:9000');
  assert.equal(readConfig({}).openId, null);
  for (const issuer of ['http://id.acme.example', 'https://id.acme.example/?a', 'id.acme.example', undefined])
    assert.throws(() => readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID }), /OIDC_ISSUER must be/);
  assert.throws(() => readConfig({ OIDC_ISSUER }), /OIDC_CLIENT_ID is missing/);
});
