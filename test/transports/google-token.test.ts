import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import {
  type AccessToken,
  createTokenSource,
  exchangeKey,
  readServiceAccountFile,
} from '../../src/transports/google-token.ts';
import { privateKey, serviceAccountKey, silent, startPlatform } from './platform-stub.ts';

const HOUR_MS = 3_600_000;
const SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';

/** A source with a clock and exchanges that the test controls. */
function tokenSource() {
  const clock = { nowMs: 1_000_000 };
  const exchanges: PromiseWithResolvers<AccessToken>[] = [];
  const source = createTokenSource({
    exchange: () => {
      const exchange = Promise.withResolvers<AccessToken>();
      exchanges.push(exchange);
      return exchange.promise;
    },
    log: silent,
    now: () => clock.nowMs,
  });
  async function getFirst(text = 'first') {
    const got = source.get();
    exchanges.at(-1)?.resolve({ text, lifetimeMs: HOUR_MS });
    assert.equal(await got, text);
  }
  return { clock, exchanges, source, getFirst };
}

test("the assertion is signed for the key's own token_uri and posted there", async () => {
  await using platform = await startPlatform();
  const token = await exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 5000);
  assert.ok(platform.tokens.has(token.text));
  assert.ok(token.lifetimeMs > 3_590_000 && token.lifetimeMs <= 3_599_000, `${token.lifetimeMs}`);
  const [claims] = platform.assertions;
  assert.equal(claims?.iss, 'parley@example.test');
  assert.equal(claims?.aud, platform.tokenUri);
  assert.equal(claims?.['scope'], SCOPE);
  assert.equal(claims?.sub, undefined, 'a subject would be a user in whose name the account asks');
  assert.equal((claims?.exp ?? 0) - (claims?.iat ?? 0), 3600);
});

test('a refused key is an auth failure that keeps no part of the assertion', async () => {
  await using platform = await startPlatform();
  platform.tokenScript.push({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
  });
  await assert.rejects(exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 5000), (error: RemoteFailure) => {
    assert.equal(error.kind, 'auth');
    assert.equal(error.retry, true);
    assert.match(error.message, /invalid_grant/);
    assert.equal(error.httpStatus, null, 'an errorCode is what the platform answers to a message');
    assert.equal(error.cause, undefined);
    return true;
  });
});

test('a token endpoint that fails, or is out of reach, is a transient failure and is called once', async () => {
  await using platform = await startPlatform();
  platform.tokenScript.push({ status: 503, body: {} });
  await assert.rejects(exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 5000), {
    kind: 'transient',
    retry: true,
  });
  assert.equal(platform.assertions.length, 0, 'no second try of its own');
  platform.tokenScript.push({ status: 200, body: null });
  await assert.rejects(exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 5000), { kind: 'transient' });
  platform.tokenScript.push('break');
  await assert.rejects(exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 5000), { kind: 'transient' });
  platform.tokenScript.push('hang');
  await assert.rejects(exchangeKey(serviceAccountKey(platform.tokenUri), SCOPE, 100), { kind: 'transient' });
});

test('a thousand sends at once make one exchange', async () => {
  const { exchanges, source } = tokenSource();
  const all = Array.from({ length: 1000 }, () => source.get());
  assert.equal(exchanges.length, 1);
  exchanges[0]?.resolve({ text: 'one', lifetimeMs: HOUR_MS });
  assert.deepEqual(new Set(await Promise.all(all)), new Set(['one']));
  assert.equal(source.get(), 'one');
  assert.equal(exchanges.length, 1);
});

test('a token is renewed ahead of its expiry while the old one serves', async () => {
  const { clock, exchanges, source, getFirst } = tokenSource();
  await getFirst();
  clock.nowMs += HOUR_MS * 0.89;
  assert.equal(source.get(), 'first');
  assert.equal(exchanges.length, 1);
  clock.nowMs += HOUR_MS * 0.02;
  assert.equal(source.get(), 'first');
  assert.equal(source.get(), 'first');
  assert.equal(exchanges.length, 2, 'one renewal under way');
  exchanges[1]?.resolve({ text: 'second', lifetimeMs: HOUR_MS });
  await exchanges[1]?.promise;
  await Promise.resolve();
  assert.equal(source.get(), 'second');
});

test('a renewal that fails leaves the old token in use until it expires', async () => {
  const { clock, exchanges, source, getFirst } = tokenSource();
  await getFirst();
  clock.nowMs += HOUR_MS * 0.95;
  assert.equal(source.get(), 'first');
  exchanges[1]?.reject(new RemoteFailure('transient', 'down', { retry: true }));
  await assert.rejects(exchanges[1]!.promise);
  assert.equal(source.get(), 'first');
  assert.equal(exchanges.length, 2, 'not again within the same second');
  clock.nowMs += HOUR_MS * 0.06;
  const got = source.get();
  exchanges[2]?.resolve({ text: 'third', lifetimeMs: HOUR_MS });
  assert.equal(await got, 'third');
});

test('while exchanges fail, sends fail with the same reason instead of making an exchange each', async () => {
  const { clock, exchanges, source } = tokenSource();
  const failure = new RemoteFailure('auth', 'refused', { retry: true });
  const got = source.get();
  exchanges[0]?.reject(failure);
  await assert.rejects(async () => got, failure);
  await assert.rejects(async () => source.get(), failure);
  assert.equal(exchanges.length, 1);
  clock.nowMs += 1000;
  source.get();
  assert.equal(exchanges.length, 2);
  exchanges[1]?.resolve({ text: 'late', lifetimeMs: HOUR_MS });
});

test('a refused token is replaced once, however many calls it was refused for', async () => {
  const { clock, exchanges, source, getFirst } = tokenSource();
  await getFirst();
  clock.nowMs += 60_000;
  for (let call = 0; call < 50; call += 1) source.refuse('first');
  const got = source.get();
  source.refuse('first');
  exchanges[1]?.resolve({ text: 'second', lifetimeMs: HOUR_MS });
  assert.equal(await got, 'second');
  source.refuse('first');
  assert.equal(source.get(), 'second');
  source.refuse('second');
  assert.equal(source.get(), 'second', 'a token of this very second is not replaced: the fault is elsewhere');
  assert.equal(exchanges.length, 2);
});

test('a file that is no service-account key is refused by its name, without its content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-key-'));
  try {
    const file = join(folder, 'key.json');
    writeFileSync(file, JSON.stringify(serviceAccountKey('https://oauth2.googleapis.com/token')));
    assert.equal(readServiceAccountFile(file).client_email, 'parley@example.test');
    const secret = privateKey.split('\n')[1] ?? '';
    const cutOff = {
      ...serviceAccountKey('https://oauth2.googleapis.com/token'),
      private_key: privateKey.slice(0, 400),
    };
    const others = [{ private_key: privateKey }, cutOff, [], null].map((value) => JSON.stringify(value));
    for (const text of [`{"private_key":"${secret}`, ...others]) {
      writeFileSync(file, text);
      assert.throws(
        () => readServiceAccountFile(file),
        (error: Error) => error.message.includes(file) && !error.message.includes(secret.slice(0, 12)),
      );
    }
    assert.throws(() => readServiceAccountFile(join(folder, 'absent.json')), /absent\.json.*ENOENT/s);
  } finally {
    await rm(folder, { recursive: true });
  }
});
