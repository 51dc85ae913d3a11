/** Authentication: bearer errors row by row, over real HTTP. Source: RFC 6750 §3. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import * as jose from 'jose';
import { rotateAccessTokenKey } from '../../src/http/auth/access-token.ts';
import { createServer } from '../../src/http/server.ts';
import { until } from '../until.ts';
import { type Api, createClient, listen, OPERATOR_KEY, startApi, testClock } from './context.ts';

describe('a call of the API', () => {
  const clock = testClock();
  let api: Api;
  let url: string;
  let client: { clientId: string; token: string };

  before(async () => {
    api = await startApi({ now: clock.now });
    url = await listen(api);
    client = await createClient(api);
  });
  after(() => api[Symbol.asyncDispose]());

  async function get(headers: Record<string, string>, path = '/brands') {
    const response = await fetch(url + path, { headers });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: (await response.json()) as { code: string; detail: string },
    };
  }

  const bearer = (token: string) => get({ authorization: `Bearer ${token}` });

  function assertInvalid(answer: Awaited<ReturnType<typeof get>>, description: string) {
    assert.equal(answer.status, 401);
    assert.equal(answer.challenge, `Bearer realm="api", error="invalid_token", error_description="${description}"`);
    assert.equal(answer.body.code, 'invalid_token');
  }

  /** A token like ours, with something changed. */
  async function forge(change: { header?: object; claims?: object; key?: jose.CryptoKey }) {
    const claims = { ...jose.decodeJwt(client.token), ...change.claims };
    const header = { ...jose.decodeProtectedHeader(client.token), ...change.header };
    const [row] = await api.context.sql<{ keyId: string; sealed: string }[]>`
      select key_id as "keyId", private_key_sealed as sealed from access_token_key`;
    const ours = await jose.importPKCS8(api.context.encryption.open(row!.sealed, row!.keyId), 'ES256');
    return new jose.SignJWT(claims).setProtectedHeader(header as jose.JWTHeaderParameters).sign(change.key ?? ours);
  }

  it('with a valid token is accepted', async () => {
    assert.equal((await bearer(client.token)).status, 200);
    assert.equal((await bearer(client.token)).status, 200);
  });

  it('with the operator key is accepted', async () => {
    assert.equal((await bearer(OPERATOR_KEY)).status, 200);
  });

  it('accepts the scheme in any case', async () => {
    assert.equal((await get({ authorization: `bearer ${client.token}` })).status, 200);
  });

  it('without Authorization is 401 with a challenge that names no error', async () => {
    const answer = await get({});
    assert.equal(answer.status, 401);
    assert.equal(answer.challenge, 'Bearer realm="api"');
    assert.equal(answer.body.code, 'unauthorized');
  });

  it('with another scheme is answered as one without Authorization', async () => {
    const answer = await get({ authorization: `Basic ${Buffer.from('a:b').toString('base64')}` });
    assert.equal(answer.status, 401);
    assert.equal(answer.challenge, 'Bearer realm="api"');
  });

  for (const authorization of ['Bearer', 'Bearer a b', 'Bearer "quoted"']) {
    it(`with the malformed header "${authorization}" is 400 invalid_request`, async () => {
      const answer = await get({ authorization });
      assert.equal(answer.status, 400);
      assert.match(answer.challenge!, /^Bearer realm="api", error="invalid_request", error_description="[^"\\]+"$/);
      assert.equal(answer.body.code, 'invalid_request');
    });
  }

  it('with a repeated Authorization header is 400 invalid_request, even when the token is cached', async () => {
    const status = await new Promise<{ status: number | undefined; challenge: string | undefined }>(
      (resolve, reject) => {
        const outgoing = httpRequest(`${url}/brands`, {
          headers: ['Host', 'x', 'Authorization', `Bearer ${client.token}`, 'authorization', `Bearer ${client.token}`],
        });
        outgoing.on('error', reject);
        outgoing.on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode, challenge: response.headers['www-authenticate'] });
        });
        outgoing.end();
      },
    );
    assert.equal(status.status, 400);
    assert.match(status.challenge ?? '', /error="invalid_request"/);
  });

  it('with the token in the header and in the query is 400 invalid_request', async () => {
    const answer = await get({ authorization: `Bearer ${client.token}` }, `/brands?access_token=${client.token}`);
    assert.equal(answer.status, 400);
    assert.match(answer.challenge!, /error="invalid_request"/);
  });

  it('with the token only in the query is answered as one without Authorization', async () => {
    const answer = await get({}, `/brands?access_token=${client.token}`);
    assert.equal(answer.status, 401);
    assert.equal(answer.challenge, 'Bearer realm="api"');
  });

  it('with a token that is no JWT is 401 invalid_token', async () => {
    assertInvalid(await bearer('abc'), 'The access token is malformed');
    assertInvalid(await bearer('a.b.c'), 'The access token is malformed');
  });

  it('with a token over 8 KiB is 401 before it is parsed', async () => {
    assertInvalid(await bearer('a'.repeat(8193)), 'The access token is malformed');
  });

  it('with a token of another type is 401', async () => {
    assertInvalid(await bearer(await forge({ header: { typ: 'JWT' } })), 'The access token is malformed');
  });

  it('with a token of the algorithm none, or of a symmetric one, is 401', async () => {
    const [header, payload] = client.token.split('.') as [string, string];
    const parts = JSON.parse(Buffer.from(header, 'base64url').toString());
    const none = Buffer.from(JSON.stringify({ ...parts, alg: 'none' })).toString('base64url');
    assertInvalid(await bearer(`${none}.${payload}.`), 'The access token is malformed');
    const secret = new TextEncoder().encode('x'.repeat(32));
    const symmetric = await new jose.SignJWT(jose.decodeJwt(client.token))
      .setProtectedHeader({ ...parts, alg: 'HS256' })
      .sign(secret);
    assertInvalid(await bearer(symmetric), 'The access token is malformed');
  });

  it('with a token of an unknown key is 401, whatever key the token itself contains', async () => {
    const { privateKey, publicKey } = await jose.generateKeyPair('ES256', { extractable: true });
    const header = { kid: 'key_unknown', jwk: await jose.exportJWK(publicKey), jku: `${url}/oauth2/jwks` };
    assertInvalid(
      await bearer(await forge({ header, key: privateKey })),
      'The access token was signed with an unknown key',
    );
  });

  it('with a bad signature is 401', async () => {
    const { privateKey } = await jose.generateKeyPair('ES256');
    assertInvalid(await bearer(await forge({ key: privateKey })), 'The signature of the access token is invalid');
  });

  it('with a token of another issuer or for another audience is 401', async () => {
    const description = 'The access token is for another service';
    assertInvalid(await bearer(await forge({ claims: { iss: 'https://elsewhere.example' } })), description);
    assertInvalid(await bearer(await forge({ claims: { aud: 'another' } })), description);
  });

  it('with a token that lacks a claim is 401', async () => {
    assertInvalid(await bearer(await forge({ claims: { jti: undefined } })), 'The access token is malformed');
  });

  it('with an expired token is 401 and says so, even when the token was used before', async () => {
    const { token } = await createClient(api);
    assert.equal((await bearer(token)).status, 200);
    clock.advance(3_599_000);
    assert.equal((await bearer(token)).status, 200);
    clock.advance(1_000);
    assertInvalid(await bearer(token), 'The access token has expired');
    client = await createClient(api);
  });

  it('with the token of a client that was deleted here is 401 at once', async () => {
    const gone = await createClient(api);
    assert.equal((await bearer(gone.token)).status, 200);
    await api.call('DELETE', `/credentials/${gone.clientId}`);
    assertInvalid(await bearer(gone.token), 'The access token was revoked');
  });

  it('with the token of a client that was deleted elsewhere is 401 after 30 seconds', async () => {
    const gone = await createClient(api);
    assert.equal((await bearer(gone.token)).status, 200);
    await api.context.sql`delete from credential where client_id = ${gone.clientId}`;
    assert.equal((await bearer(gone.token)).status, 200);
    clock.advance(30_001);
    assertInvalid(await bearer(gone.token), 'The access token was revoked');
  });

  it('is accepted without waiting while its client is looked up again', async () => {
    const { clientId, token } = await createClient(api);
    assert.equal((await bearer(token)).status, 200);
    await api.context.sql`delete from credential where client_id = ${clientId}`;
    clock.advance(16_000);
    assert.equal((await bearer(token)).status, 200, 'known for 16 seconds');
    await until(async () => (await bearer(token)).status === 401, 'the answer of the look-up beside that request');
  });

  it('of an operator’s operation by a client is 403 insufficient_scope', async () => {
    const answer = await get({ authorization: `Bearer ${client.token}` }, '/credentials');
    assert.equal(answer.status, 403);
    assert.match(answer.challenge!, /^Bearer realm="api", error="insufficient_scope", .*scope="operator"$/);
    assert.equal(answer.body.code, 'insufficient_scope');
  });

  it('for a resource of another account is 404, without a challenge', async () => {
    const { body: account } = await api.call('POST', '/accounts', { body: { name: 'Another' } });
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'B', accountId: account.accountId } });
    const { body: agent } = await api.call('POST', '/agents', {
      body: { name: 'A', brandId: brand.brandId, useCase: 'OTP' },
    });
    const answer = await get({ authorization: `Bearer ${client.token}` }, `/agents/${agent.agentId}`);
    assert.equal(answer.status, 404);
    assert.equal(answer.challenge, null);
    assert.equal(answer.body.code, 'agent_not_found');
  });

  it('with a nearly right operator key is 401', async () => {
    assertInvalid(await bearer(`${OPERATOR_KEY}x`), 'The access token is malformed');
    assertInvalid(await bearer(OPERATOR_KEY.slice(0, -1)), 'The access token is malformed');
  });

  it('without a principal is not shown the body’s faults', async () => {
    const response = await fetch(`${url}/brands`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    assert.equal(response.status, 401);
    await response.body?.cancel();
  });
});

describe('a call of the API while the database is away', () => {
  it('is accepted from the cache for 30 seconds, and then 503 instead of a 401', async () => {
    const clock = testClock();
    await using api = await startApi({ now: clock.now });
    const { token } = await createClient(api);
    assert.equal((await api.call('GET', '/brands', { as: token })).status, 200);
    await api.context.sql[Symbol.asyncDispose]();
    // Refused for its scope: the client was identified without the database.
    const known = await api.call('GET', '/credentials', { as: token });
    assert.equal(known.status, 403);
    clock.advance(20_000);
    assert.equal((await api.call('GET', '/credentials', { as: token })).status, 403);
    clock.advance(11_000);
    for (let time = 0; time < 2; time++) {
      const answer = await api.call('GET', '/credentials', { as: token });
      assert.equal(answer.status, 503);
      assert.equal(answer.body.code, 'not_ready');
    }
  });
});

describe('the keys of access tokens', () => {
  it('are created once, when several processes need the first one at the same time', async () => {
    await using api = await startApi();
    const others = await Promise.all([1, 2, 3].map(() => createServer(api.context)));
    const tokens = await Promise.all(others.map((server) => server.accessTokens.sign('client', 'default')));
    const kids = new Set(tokens.map((token) => jose.decodeProtectedHeader(token).kid));
    assert.equal(kids.size, 1);
    await Promise.all(others.map((server) => server.close()));
  });

  it('are replaced by a rotation, while old tokens stay valid', async () => {
    const clock = testClock();
    await using api = await startApi({ now: clock.now });
    const { clientId, token } = await createClient(api);
    const rotated = await api.call('POST', '/access-token-keys');
    assert.equal(rotated.status, 201);
    clock.advance(61_000);
    const after = await api.server.accessTokens.sign(clientId, 'default');
    const [oldKid, newKid] = [token, after].map((each) => jose.decodeProtectedHeader(each).kid);
    assert.notEqual(newKid, oldKid);
    assert.equal(newKid, rotated.body.keyId);
    const { keys } = await api.server.accessTokens.jwks();
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      [newKid, oldKid],
    );
    for (const each of [token, after]) assert.equal((await api.call('GET', '/brands', { as: each })).status, 200);
  });

  it('of another process are loaded as soon as a token signed with them comes', async () => {
    await using api = await startApi();
    const { clientId } = await createClient(api);
    const other = await createServer(api.context);
    await rotateAccessTokenKey(api.context);
    const token = await other.accessTokens.sign(clientId, 'default');
    assert.equal((await api.call('GET', '/brands', { as: token })).status, 200);
    await other.close();
  });

  it('are no longer published when their last token has expired', async () => {
    await using api = await startApi();
    const { token } = await createClient(api);
    await rotateAccessTokenKey(api.context);
    await api.context.sql`update access_token_key set created_at = created_at - interval '3721 seconds'`;
    const other = await createServer(api.context);
    const { keys } = await other.accessTokens.jwks();
    assert.ok(!keys.some(({ kid }) => kid === jose.decodeProtectedHeader(token).kid));
    assert.equal(keys.length, 1);
    await other.close();
  });

  it('are sealed at rest', async () => {
    await using api = await startApi();
    await createClient(api);
    const [row] = await api.context.sql`select * from access_token_key`;
    assert.match(row!['private_key_sealed'], /^v1\./);
    assert.ok(!JSON.stringify(row!['public_jwk']).includes('"d"'));
  });
});
