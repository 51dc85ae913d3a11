import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { JWT } from 'google-auth-library';
import { assertion, type Client, call, exchange, startClient } from './harness.ts';

let client: Client;
before(async () => {
  client = await startClient();
});
after(() => client[Symbol.asyncDispose]());

test("the service account is a key file like the console's", () => {
  const { account, url } = client;
  assert.equal(account.type, 'service_account');
  assert.equal(account.token_uri, `${url}/emulator/token`);
  assert.match(account.client_email, /^[\w-]+@parley-emulator\.iam\.gserviceaccount\.com$/);
  assert.match(account.private_key, /^-----BEGIN PRIVATE KEY-----/);
  for (const name of ['project_id', 'private_key_id']) assert.ok(account[name], name);
});

test('an assertion signed with the key is exchanged for an opaque token of 3599 seconds', async () => {
  const { status, body } = await exchange(client.account.token_uri, await assertion(client.account));
  assert.equal(status, 200);
  assert.deepEqual({ ...body, access_token: '' }, { access_token: '', expires_in: 3599, token_type: 'Bearer' });
});

test('google-auth-library signs in with the key file, although it names the token endpoint of Google', async () => {
  const { account } = client;
  const scopes = ['https://www.googleapis.com/auth/rcsbusinessmessaging'];
  const jwt = new JWT({ email: account.client_email, key: account.private_key, keyId: account.private_key_id, scopes });
  // The library has Google's address built in, and no setting for another.
  jwt.transporter.interceptors.request.add({
    resolved: async (request) => Object.assign(request, { url: new URL(account.token_uri) }),
  });
  const { token } = await jwt.getAccessToken();
  const path = '/v1/phones/+4915550100001/capabilities?requestId=1&agentId=demo';
  assert.equal((await call(`${client.base}${path}`, 'GET', String(token))).status, 200);
});

const now = Math.floor(Date.now() / 1000);
const REFUSED: [string, object][] = [
  ['for another address', { aud: 'https://example.com/token' }],
  ['that has expired', { iat: now - 7200, exp: now - 3600 }],
  ['that lives for more than an hour', { exp: now + 7200 }],
  ['of another issuer', { iss: 'somebody@else.example' }],
  ['without a scope', { scope: undefined }],
  ['with an empty scope', { scope: '' }],
  ['for a scope that does not exist', { scope: 'https://www.googleapis.com/auth/drive' }],
];
for (const [what, changes] of REFUSED) {
  test(`an assertion ${what} is refused with 400 invalid_grant`, async () => {
    const { status, body } = await exchange(client.account.token_uri, await assertion(client.account, changes));
    assert.deepEqual([status, body['error']], [400, 'invalid_grant']);
    assert.ok(body['error_description']);
  });
}

test('an assertion signed with another key is refused with 400 invalid_grant', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = { ...client.account, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  const { status, body } = await exchange(client.account.token_uri, await assertion(forged));
  assert.deepEqual([status, body['error']], [400, 'invalid_grant']);
});

test('another grant type, and no assertion at all, are refused with 400 invalid_grant', async () => {
  const jwt = await assertion(client.account);
  for (const answer of [
    await exchange(client.account.token_uri, jwt, 'client_credentials'),
    await exchange(client.account.token_uri, ''),
  ]) {
    assert.deepEqual([answer.status, answer.body['error']], [400, 'invalid_grant']);
  }
});

test('a missing, an unknown and a malformed bearer token are 401 UNAUTHENTICATED', async () => {
  const path = `${client.base}/v1/phones/+4915550100001/capabilities?requestId=1&agentId=demo`;
  for (const token of [null, 'ya29.unknown', client.account.private_key_id]) {
    const answer = await call(path, 'GET', token);
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.status], [401, 401, 'UNAUTHENTICATED']);
  }
});

test('a token with only the messaging scope does not reach the management API', async () => {
  const jwt = await assertion(client.account, { scope: 'https://www.googleapis.com/auth/rcsbusinessmessaging' });
  const { body } = await exchange(client.account.token_uri, jwt);
  const answer = await call(`${client.base}/v1/testers?agentId=demo`, 'GET', String(body['access_token']));
  assert.deepEqual([answer.status, answer.body.error.status], [403, 'PERMISSION_DENIED']);
});

test('an access token expires after 3599 seconds', async () => {
  const {
    checkToken,
    createTokenIssuer,
    exchange: exchangeAt,
    MESSAGING_SCOPE,
    serviceAccountFile,
  } = await import('../../emulator/google/token.ts');
  let nowMs = Date.now();
  const issuer = createTokenIssuer({ now: () => nowMs });
  const account = await serviceAccountFile(issuer, 'http://127.0.0.1/emulator/token');
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await assertion(account) };
  const { access_token } = await exchangeAt(issuer, form, account.token_uri);
  nowMs += 3_598_000;
  checkToken(issuer, `Bearer ${access_token}`, MESSAGING_SCOPE);
  nowMs += 1_000;
  assert.throws(() => checkToken(issuer, `Bearer ${access_token}`, MESSAGING_SCOPE), { code: 401 });
});
