/** `POST /oauth2/token` row by row, over real HTTP. Source: RFC 6749 §2.3.1, §3.2, §4.4, §5. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { SCOPES } from '../../src/model/scope.ts';
import { secretDigest } from '../../src/secrets/digest.ts';
import { insertCredential } from '../../src/store/credentials.ts';
import { type Api, createClient, listen, startApi, testClock } from './context.ts';

const FORM = 'application/x-www-form-urlencoded';
const CHALLENGE = 'Basic realm="oauth2", charset="UTF-8"';

describe('the token endpoint', () => {
  const clock = testClock();
  let api: Api;
  let url: string;
  let client: { clientId: string; clientSecret: string };

  before(async () => {
    api = await startApi({ now: clock.now });
    url = await listen(api);
    client = await createClient(api);
  });
  after(() => api[Symbol.asyncDispose]());

  type Request = { method?: string; query?: string; headers?: Record<string, string>; body?: string | null };

  async function request({ method = 'POST', query = '', headers = {}, body = null }: Request) {
    const response = await fetch(`${url}/oauth2/token${query}`, {
      method,
      headers: { ...(body !== null && { 'content-type': FORM }), ...headers },
      body,
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const grant = 'grant_type=client_credentials';
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const secretInBody = () => form({ client_id: client.clientId, client_secret: client.clientSecret });
  const right = () => basic(client.clientId, client.clientSecret);

  function assertRefused(answer: Awaited<ReturnType<typeof request>>, status: number, error: string) {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.error, error);
    assert.match(answer.body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    assert.deepEqual(Object.keys(answer.body), ['error', 'error_description']);
    assert.equal(answer.headers.get('content-type'), 'application/json;charset=UTF-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('pragma'), 'no-cache');
    assert.equal(answer.headers.get('www-authenticate'), status === 401 ? CHALLENGE : null);
    assert.ok(!JSON.stringify(answer.body).includes(client.clientSecret), 'the secret is never echoed');
  }

  it('answers a token for HTTP Basic', async () => {
    const answer = await request({ headers: { authorization: right() }, body: grant });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'expires_in', 'token_type']);
    assert.equal(answer.body.token_type, 'Bearer');
    assert.equal(answer.body.expires_in, 3600);
    assert.equal(answer.headers.get('content-type'), 'application/json;charset=UTF-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('pragma'), 'no-cache');
  });

  it('answers a token for client_id and client_secret in the body', async () => {
    const answer = await request({ body: `${grant}&${secretInBody()}` });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.token_type, 'Bearer');
  });

  it('issues no refresh token, and no scope where none was asked for', async () => {
    const { body } = await request({ headers: { authorization: right() }, body: grant });
    assert.ok(!('refresh_token' in body) && !('scope' in body));
  });

  it('issues a JWT that the published keys verify, with every claim of RFC 9068', async () => {
    const { body } = await request({ headers: { authorization: right() }, body: grant });
    const keys = (await (await fetch(`${url}/oauth2/jwks`)).json()) as Parameters<typeof createLocalJWKSet>[0];
    const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(keys), {
      typ: 'at+jwt',
      algorithms: ['ES256'],
      currentDate: clock.now(),
    });
    assert.equal(protectedHeader.kid, keys.keys[0]?.kid);
    assert.equal(payload.iss, 'http://parley.test');
    assert.equal(payload.aud, 'urn:parley:api');
    assert.equal(payload.sub, client.clientId);
    assert.equal(payload['client_id'], client.clientId);
    assert.equal(payload['account_id'], 'default');
    assert.equal(payload.exp! - payload.iat!, 3600);
    assert.match(payload.jti!, /./);
  });

  it('publishes no private part of a key', async () => {
    const { keys } = (await (await fetch(`${url}/oauth2/jwks`)).json()) as { keys: object[] };
    assert.equal(keys.length, 1);
    assert.deepEqual(Object.keys(keys[0]!).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('gives every token a unique id', async () => {
    const ask = async () => (await request({ headers: { authorization: right() }, body: grant })).body.access_token;
    assert.notEqual(decodeJwt(await ask()).jti, decodeJwt(await ask()).jti);
  });

  it('decodes Basic credentials that were form-encoded', async () => {
    const encode = (text: string) => text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    const authorization = basic(encode(client.clientId), encode(client.clientSecret));
    assert.equal((await request({ headers: { authorization }, body: grant })).status, 200);
  });

  it('takes the scheme Basic in any case', async () => {
    const authorization = right().replace('Basic', 'bAsIc');
    assert.equal((await request({ headers: { authorization }, body: grant })).status, 200);
  });

  it('issues client ids and secrets that form-encoding does not change, so that every client sends the same', () => {
    for (const text of [client.clientId, client.clientSecret]) assert.equal(form({ text }), `text=${text}`);
    assert.match(client.clientSecret, /^secret_[A-Za-z0-9]{43}$/);
  });

  it('accepts a secret of the older form, without an underscore', async () => {
    const clientId = 'clientofanolderday';
    const secret = `secret${'a1B2'.repeat(11)}`;
    await insertCredential(api.context.sql, {
      clientId,
      accountId: 'default',
      name: 'older',
      secretDigest: secretDigest(secret),
    });
    const headers = { authorization: basic(clientId, secret) };
    assert.equal((await request({ headers, body: grant })).status, 200);
  });

  it('refuses a wrong secret in Basic with 401 invalid_client', async () => {
    const authorization = basic(client.clientId, 'wrong');
    assertRefused(await request({ headers: { authorization }, body: grant }), 401, 'invalid_client');
  });

  it('refuses an unknown client exactly as it refuses a wrong secret', async () => {
    const unknown = await request({ headers: { authorization: basic('nobody', 'x') }, body: grant });
    const wrong = await request({ headers: { authorization: basic(client.clientId, 'x') }, body: grant });
    assertRefused(unknown, 401, 'invalid_client');
    assert.deepEqual(unknown.body, wrong.body);
  });

  for (const [what, authorization] of [
    ['not base64', 'Basic !!!'],
    ['without a colon', `Basic ${Buffer.from('nocolon').toString('base64')}`],
    ['empty', 'Basic'],
    ['badly form-encoded', `Basic ${Buffer.from('a%zz:b').toString('base64')}`],
  ] as const) {
    it(`refuses Basic credentials that are ${what} with 401 invalid_client`, async () => {
      assertRefused(await request({ headers: { authorization }, body: grant }), 401, 'invalid_client');
    });
  }

  it('refuses a wrong secret in the body with 401 invalid_client', async () => {
    const body = `${grant}&${form({ client_id: client.clientId, client_secret: 'wrong' })}`;
    assertRefused(await request({ body }), 401, 'invalid_client');
  });

  it('refuses a request without client authentication with 401 invalid_client', async () => {
    assertRefused(await request({ body: grant }), 401, 'invalid_client');
  });

  it('refuses a client_id without a secret with 401 invalid_client', async () => {
    assertRefused(await request({ body: `${grant}&client_id=${client.clientId}` }), 401, 'invalid_client');
  });

  it('refuses Basic together with a secret in the body with 400 invalid_request', async () => {
    const answer = await request({ headers: { authorization: right() }, body: `${grant}&${secretInBody()}` });
    assertRefused(answer, 400, 'invalid_request');
    assert.match(answer.body.error_description, /more than one method/);
  });

  it('accepts Basic with the same client_id in the body', async () => {
    const body = `${grant}&client_id=${client.clientId}`;
    assert.equal((await request({ headers: { authorization: right() }, body })).status, 200);
  });

  it('refuses Basic with another client_id in the body with 400 invalid_request', async () => {
    const answer = await request({ headers: { authorization: right() }, body: `${grant}&client_id=another` });
    assertRefused(answer, 400, 'invalid_request');
  });

  for (const authorization of ['Bearer abc', 'Digest username="a"']) {
    it(`refuses the scheme ${authorization.split(' ')[0]} with 401 invalid_client`, async () => {
      assertRefused(await request({ headers: { authorization }, body: grant }), 401, 'invalid_client');
    });
  }

  it('refuses a missing grant_type with 400 invalid_request', async () => {
    assertRefused(await request({ headers: { authorization: right() }, body: 'a=b' }), 400, 'invalid_request');
  });

  it('treats a parameter without a value as absent', async () => {
    assertRefused(await request({ headers: { authorization: right() }, body: 'grant_type=' }), 400, 'invalid_request');
    const body = `${grant}&scope=&client_secret=`;
    assert.equal((await request({ headers: { authorization: right() }, body })).status, 200);
  });

  for (const grantType of ['refresh_token', 'password', 'authorization_code', 'CLIENT_CREDENTIALS']) {
    it(`refuses the grant type ${grantType} with 400 unsupported_grant_type`, async () => {
      const answer = await request({ headers: { authorization: right() }, body: `grant_type=${grantType}` });
      assertRefused(answer, 400, 'unsupported_grant_type');
    });
  }

  it('refuses a deleted client with 401 invalid_client', async () => {
    const gone = await createClient(api);
    await api.call('DELETE', `/credentials/${gone.clientId}`);
    const authorization = basic(gone.clientId, gone.clientSecret);
    assertRefused(await request({ headers: { authorization }, body: grant }), 401, 'invalid_client');
  });

  it('refuses an unknown scope with 400 invalid_scope', async () => {
    const answer = await request({ headers: { authorization: right() }, body: `${grant}&scope=everything` });
    assertRefused(answer, 400, 'invalid_scope');
  });

  it('refuses a repeated parameter with 400 invalid_request', async () => {
    const answer = await request({ headers: { authorization: right() }, body: `${grant}&${grant}` });
    assertRefused(answer, 400, 'invalid_request');
  });

  it('ignores an unknown parameter', async () => {
    const answer = await request({ headers: { authorization: right() }, body: `${grant}&resource=x&foo=bar` });
    assert.equal(answer.status, 200);
  });

  it('refuses credentials in the query string with 400 invalid_request', async () => {
    assertRefused(await request({ query: `?${secretInBody()}`, body: grant }), 400, 'invalid_request');
  });

  it('refuses a JSON body with 400 invalid_request', async () => {
    const headers = { authorization: right(), 'content-type': 'application/json' };
    assertRefused(await request({ headers, body: '{"grant_type":"client_credentials"}' }), 400, 'invalid_request');
  });

  it('refuses a body that is not UTF-8 with 400 invalid_request', async () => {
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: right(), 'content-type': FORM },
      body: new Uint8Array([0x61, 0x3d, 0xff]),
    });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
  });

  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    it(`answers ${method} with 405 and Allow: POST`, async () => {
      const answer = await request({ method });
      assertRefused(answer, 405, 'invalid_request');
      assert.equal(answer.headers.get('allow'), 'POST');
    });
  }

  it('refuses a body over its limit with 413', async () => {
    const body = `${grant}&padding=${'x'.repeat(20_000)}`;
    assertRefused(await request({ headers: { authorization: right() }, body }), 413, 'invalid_request');
  });

  it('answers 429 with Retry-After after many wrong secrets, but never to the right one', async () => {
    const victim = await createClient(api);
    const wrong = () => request({ headers: { authorization: basic(victim.clientId, 'wrong') }, body: grant });
    let answer = await wrong();
    for (let attempt = 0; attempt < 30 && answer.status === 401; attempt++) answer = await wrong();
    assertRefused(answer, 429, 'temporarily_unavailable');
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, `Retry-After is ${seconds}`);
    const authorization = basic(victim.clientId, victim.clientSecret);
    assert.equal((await request({ headers: { authorization }, body: grant })).status, 200);
    assert.equal((await wrong()).status, 429);
    clock.advance(seconds * 1000);
    assert.equal((await wrong()).status, 401);
  });

  it('never slows down a client whose secret is right', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count++) {
      statuses.add((await request({ headers: { authorization: right() }, body: grant })).status);
    }
    assert.deepEqual([...statuses], [200]);
  });

  it('records the use of a credential at most once a minute', async () => {
    const used = await createClient(api);
    const authorization = basic(used.clientId, used.clientSecret);
    const lastUsedAt = async () => {
      const { body } = await api.call('GET', '/credentials');
      return body.credentials.find((row: { clientId: string }) => row.clientId === used.clientId).lastUsedAt;
    };
    assert.equal(await lastUsedAt(), null);
    await request({ headers: { authorization }, body: grant });
    const first = await lastUsedAt();
    assert.match(first, /^\d{4}-/);
    await request({ headers: { authorization }, body: grant });
    assert.equal(await lastUsedAt(), first);
  });

  it('publishes metadata by which OAuth clients find it (RFC 8414)', async () => {
    const metadata = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as object;
    assert.deepEqual(metadata, {
      issuer: 'http://parley.test',
      token_endpoint: 'http://parley.test/oauth2/token',
      jwks_uri: 'http://parley.test/oauth2/jwks',
      scopes_supported: Object.keys(SCOPES),
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      response_types_supported: [],
      service_documentation: 'http://parley.test/docs',
    });
  });

  it('signs with ES256 and says so', async () => {
    const { body } = await request({ headers: { authorization: right() }, body: grant });
    const header = decodeProtectedHeader(body.access_token);
    assert.equal(header.alg, 'ES256');
    assert.equal(header.typ, 'at+jwt');
  });
});

describe('the token endpoint in trouble', () => {
  it('answers 503 temporarily_unavailable with Retry-After while the database is away', async () => {
    await using api = await startApi();
    const { clientId, clientSecret } = await createClient(api);
    await api.context.sql[Symbol.asyncDispose]();
    const answer = await api.call('POST', '/oauth2/token', {
      as: null,
      headers: { 'content-type': FORM },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    });
    assert.equal(answer.status, 503);
    assert.equal(answer.body.error, 'temporarily_unavailable');
    assert.match(String(answer.headers['retry-after']), /^\d+$/);
  });

  it('answers 500 server_error for its own faults, without details', async () => {
    const broken = () => {
      throw new Error('a detail that must stay inside');
    };
    await using api = await startApi({ publicUrl: broken });
    const { body: credential } = await api.call('POST', '/credentials', { body: { name: 'x' } });
    const answer = await api.call('POST', '/oauth2/token', {
      as: null,
      headers: { 'content-type': FORM },
      body: `grant_type=client_credentials&client_id=${credential.clientId}&client_secret=${credential.clientSecret}`,
    });
    assert.equal(answer.status, 500);
    assert.equal(answer.body.error, 'server_error');
    assert.ok(!JSON.stringify(answer.body).includes('detail that'));
  });
});
