/** OAuth libraries as our clients use them: each gets a token in both ways of client identification, and uses it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { expectStatus, type Service, startService } from '../harness.ts';

let service: Service;
let clientId: string;
let clientSecret: string;

before(async () => {
  service = await startService();
  ({ clientId, clientSecret } = expectStatus(await service.call('POST', '/credentials', { name: 'libraries' }), 201));
});
after(() => service[Symbol.asyncDispose]());

async function assertUsable(accessToken: string): Promise<void> {
  const { brands } = expectStatus(await service.call('GET', '/brands', undefined, { token: accessToken }), 200);
  assert.ok(Array.isArray(brands));
}

/** A local service has no TLS; the libraries require explicit consent to that. */
const insecure = { [oauth.allowInsecureRequests]: true };

for (const [way, authentication] of [
  ['Basic', oauth.ClientSecretBasic],
  ['the body', oauth.ClientSecretPost],
] as const) {
  test(`oauth4webapi finds the endpoint and gets a token, with its credentials in ${way}`, async () => {
    const issuer = new URL(service.url);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const client = { client_id: clientId };
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication(clientSecret),
      new URLSearchParams(),
      insecure,
    );
    const { access_token, expires_in } = await oauth.processClientCredentialsResponse(server, client, answer);
    assert.equal(expires_in, 3600);
    await assertUsable(access_token);
  });
}

for (const [way, authentication] of [
  ['Basic', openid.ClientSecretBasic],
  ['the body', openid.ClientSecretPost],
] as const) {
  test(`openid-client gets a token, with its credentials in ${way}`, async () => {
    const configuration = await openid.discovery(
      new URL(service.url),
      clientId,
      clientSecret,
      authentication(clientSecret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const { access_token } = await openid.clientCredentialsGrant(configuration);
    await assertUsable(access_token);
  });
}

for (const authorizationMethod of ['header', 'body'] as const) {
  test(`simple-oauth2 gets a token, with its credentials in the ${authorizationMethod}`, async () => {
    const client = new ClientCredentials({
      client: { id: clientId, secret: clientSecret },
      auth: { tokenHost: service.url, tokenPath: '/oauth2/token' },
      options: { authorizationMethod },
    });
    const { token } = await client.getToken({});
    await assertUsable(String(token['access_token']));
  });
}

test('oauth4webapi understands why a token is refused', async () => {
  const response = await fetch(`${service.url}/brands`, { headers: { authorization: 'Bearer not.a.token' } });
  assert.equal(response.status, 401);
  const issuer = { issuer: service.url, token_endpoint: `${service.url}/oauth2/token` };
  const wrong = await oauth.clientCredentialsGrantRequest(
    issuer,
    { client_id: clientId },
    oauth.ClientSecretBasic('not the secret'),
    new URLSearchParams(),
    insecure,
  );
  await assert.rejects(
    oauth.processClientCredentialsResponse(issuer, { client_id: clientId }, wrong),
    (error) =>
      error instanceof oauth.WWWAuthenticateChallengeError ||
      (error as oauth.ResponseBodyError).error === 'invalid_client',
  );
});
