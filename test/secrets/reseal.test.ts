/** The encryption key: replaced while the service is stopped, and reported at once when missing. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../database.ts';
import { createAgent, expectStatus, type Service, startService, startWebhookSink } from '../harness.ts';

const newKey = () => randomBytes(32).toString('base64');

/** The ids of the keys that the secrets in the database are sealed with. */
async function sealedWith({ app }: Service): Promise<string[]> {
  const rows = await app.context.sql<{ key: string }[]>`
    select split_part(private_key_sealed, '.', 2) as key from access_token_key
    union select split_part(token_sealed, '.', 2) from signing_token where token_sealed <> ''
    union select split_part(secrets_sealed, '.', 2) from authentication
    union select split_part(headers_sealed, '.', 2) from endpoint where headers_sealed is not null`;
  return rows.map(({ key }) => key);
}

test('with a new encryption key before the old one every secret is resealed, and then the old one can go', async () => {
  await using database = await createTestDatabase();
  await using sink = await startWebhookSink();
  const [first, second] = [newKey(), newKey()];
  const start = (encryptionKey: string) => startService({ databaseUrl: database.url, encryptionKey });
  let agentId: string;
  let endpointId: string;
  let signingToken: string;
  let before: string[];
  {
    await using service = await start(first);
    agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
    signingToken = expectStatus(await service.call('POST', '/signing-tokens', {}), 201).signingToken;
    const operations = { find: { method: 'GET', path: '/' } };
    const shop = { connectorId: 'shop', baseUrl: sink.url, operations };
    expectStatus(await service.call('POST', '/connectors', shop), 201);
    const secret = { name: 'shop', type: 'bearer', token: 'secret-of-the-shop' };
    expectStatus(await service.call('POST', '/connectors/shop/authentications', secret), 201);
    const further = { url: `${sink.url}?further`, headers: { 'X-Key': 'secret-of-the-lake' } };
    ({ endpointId } = expectStatus(await service.call('POST', `/agents/${agentId}/endpoints`, further), 201));
    await service.call('GET', '/oauth2/jwks');
    before = await sealedWith(service);
    assert.equal(before.length, 1);
  }
  {
    await using service = await start(`${second},${first}`);
    const after = await sealedWith(service);
    assert.equal(after.length, 1);
    assert.notDeepEqual(after, before);
  }
  await using service = await start(second);
  expectStatus(await service.call('POST', `/agents/${agentId}/events/test`, {}), 200);
  const { raw, headers } = await sink.wait(() => true, 'of the test');
  assert.equal(headers['x-service-signature'], createHmac('sha512', signingToken).update(raw).digest('base64'));
  expectStatus(await service.call('POST', `/agents/${agentId}/events/test`, { endpointId }), 200);
  assert.ok(await sink.wait((request) => request.headers['x-key'] === 'secret-of-the-lake', 'of the endpoint'));
});

test('a service whose secrets were sealed with another key does not start, and reports the missing key', async () => {
  await using database = await createTestDatabase();
  {
    await using service = await startService({ databaseUrl: database.url, encryptionKey: newKey() });
    expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  }
  const wrong = newKey();
  await assert.rejects(startService({ databaseUrl: database.url, encryptionKey: wrong }), (error: Error) => {
    assert.match(error.message, /encryption key does not match .* sealed with the key [0-9a-f]{8}/);
    assert.ok(!error.message.includes(wrong));
    return true;
  });
});
