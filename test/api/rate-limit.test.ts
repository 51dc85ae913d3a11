/** Guesses at the operator key: counted over all endpoints, by client address, without ever locking out the key. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { type Api, createClient, OPERATOR_KEY, startApi, testClock } from './context.ts';

const clock = testClock();
let api: Api;
before(async () => {
  const config = readConfig({ PORT: '0', TRUST_PROXY: '10.0.0.0/8' });
  api = await startApi({ now: clock.now, config });
});
after(() => api[Symbol.asyncDispose]());
beforeEach(() => clock.advance(60_000));

type From = { remoteAddress?: string; forwardedFor?: string };

async function ask(bearer: string | null, { remoteAddress = '127.0.0.1', forwardedFor }: From = {}) {
  const headers = {
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
  };
  return api.server.inject({ url: '/brands', headers, remoteAddress });
}

async function guess(from: From = {}): Promise<number> {
  return (await ask('a-wrong-operator-key', from)).statusCode;
}

async function guessUntilRefused(from: From = {}): Promise<void> {
  for (let time = 0; time < 10; time++) assert.equal(await guess(from), 401);
  assert.equal(await guess(from), 429);
}

describe('wrong operator keys in the Authorization header', () => {
  it('are throttled after ten a minute from one address', async () => {
    await guessUntilRefused();
    const refused = await ask('a-wrong-operator-key');
    assert.equal(refused.json().code, 'too_many_requests');
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal(await guess({ remoteAddress: '192.0.2.1' }), 401, 'another address is not concerned');
    clock.advance(60_000);
    assert.equal(await guess(), 401);
  });

  it('count whatever characters they have', async () => {
    for (let time = 0; time < 10; time++) assert.equal((await ask('wrong!key?')).statusCode, 400);
    assert.equal((await ask('wrong!key?')).statusCode, 429);
  });

  it('are counted together with those at the log-in', async () => {
    for (let time = 0; time < 10; time++) await guess();
    const logIn = (operatorKey: string) =>
      api.server.inject({ method: 'POST', url: '/session', payload: { operatorKey } });
    assert.equal((await logIn('a-wrong-operator-key')).statusCode, 429);
    assert.equal((await logIn(OPERATOR_KEY)).statusCode, 204);
  });

  it('never lock out the right one, and do not affect tokens', async () => {
    const { token, clientId } = await createClient(api);
    const gone = await createClient(api);
    await api.call('DELETE', `/credentials/${gone.clientId}`);
    await guessUntilRefused();
    assert.equal((await ask(OPERATOR_KEY)).statusCode, 200);
    assert.equal((await ask(token)).statusCode, 200, clientId);
    assert.equal((await ask(null)).statusCode, 401);
    for (const refused of [gone.token, `${token.slice(0, -4)}AAAA`]) {
      const answer = await ask(refused);
      assert.equal(answer.json().code, 'invalid_token', 'its client must learn that it needs another');
    }
  });
});

describe('behind a proxy that is trusted', () => {
  const proxy = '10.1.1.1';

  it('each caller is counted separately', async () => {
    await guessUntilRefused({ remoteAddress: proxy, forwardedFor: '192.0.2.7' });
    assert.equal(await guess({ remoteAddress: proxy, forwardedFor: '192.0.2.8' }), 401);
  });

  it('a caller who claims another address is counted by the one that the proxy saw', async () => {
    for (let time = 0; time < 10; time++) {
      await guess({ remoteAddress: proxy, forwardedFor: `198.51.100.${time}, 192.0.2.9` });
    }
    assert.equal(await guess({ remoteAddress: proxy, forwardedFor: '192.0.2.9' }), 429);
  });

  it('the IPv6 addresses of one network are counted together', async () => {
    for (let time = 0; time < 10; time++) {
      await guess({ remoteAddress: proxy, forwardedFor: `2001:db8:1:2:${time}::1` });
    }
    assert.equal(await guess({ remoteAddress: proxy, forwardedFor: '2001:db8:1:2:ffff::1' }), 429);
    assert.equal(await guess({ remoteAddress: proxy, forwardedFor: '2001:db8:1:3::1' }), 401);
  });

  it('anything that is not an address is counted as one', async () => {
    for (let time = 0; time < 10; time++) await guess({ remoteAddress: proxy, forwardedFor: `nobody-${time}` });
    assert.equal(await guess({ remoteAddress: proxy, forwardedFor: 'nobody-else' }), 429);
  });
});

it('a caller that is not a trusted proxy cannot claim another address', async () => {
  for (let time = 0; time < 10; time++) {
    await guess({ remoteAddress: '192.0.2.10', forwardedFor: `198.51.100.${time}` });
  }
  assert.equal(await guess({ remoteAddress: '192.0.2.10', forwardedFor: '198.51.100.99' }), 429);
});
