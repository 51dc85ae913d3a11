/** The first chapters: from a token to an agent with a flow, and what the service refuses on the way. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { check, expectStatus } from './check.ts';
import { type Call, caller, requestToken } from './client.ts';
import { aside, chapter } from './narrator.ts';
import { OPERATOR_KEY } from './service.ts';
import type { Stage } from './stage.ts';
import type { Webhook } from './webhook.ts';

/** The flow of the story; every file is a state, and can be pushed with `parley states push` as it is. */
const FLOW = join(import.meta.dirname, 'flow');

/** A client's call of the API, with a token that it got as clients do. */
export async function getToken(url: string): Promise<{ operator: Call; client: Call }> {
  chapter('A client gets an access token');
  const operator = caller(url, OPERATOR_KEY);
  const credential = expectStatus(await operator('POST', '/credentials', { name: 'Acme backend' }), 201);
  for (const way of ['basic', 'form'] as const) {
    const { access_token, token_type, expires_in } = expectStatus(await requestToken(url, credential, way), 200);
    check(`Client id and secret (${way}) give a bearer token, a JWT, for 3600 seconds`, () => {
      assert.deepEqual({ token_type, expires_in }, { token_type: 'Bearer', expires_in: 3600 });
      assert.equal(access_token.split('.').length, 3);
    });
  }
  const { access_token } = expectStatus(await requestToken(url, credential, 'basic'), 200);
  const stranger = await caller(url, null)('GET', '/brands');
  check('Without a token every request is 401', () => assert.equal(stranger.status, 401));
  return { operator, client: caller(url, access_token) };
}

export async function createAgent(operator: Call, client: Call, webhook: Webhook): Promise<string> {
  chapter('The agent of a brand');
  const { brandId } = expectStatus(await operator('POST', '/brands', { name: 'Acme' }), 201);
  const { brands } = expectStatus(await client('GET', '/brands'), 200);
  check('The client sees its brand', () =>
    assert.deepEqual(
      brands.map((brand: { brandId: string }) => brand.brandId),
      [brandId],
    ),
  );
  const agent = expectStatus(
    await client('POST', '/agents', { name: 'Acme Parcels', brandId, useCase: 'MULTI_USE' }),
    201,
  );
  check('A new agent is in test mode', () => assert.equal(agent.mode, 'TEST'));
  const path = `/agents/${agent.agentId}`;
  const keywords = [
    { keyword: 'hours', stateId: 'hours' },
    { keyword: 'stop', stateId: 'goodbye' },
    { keyword: 'start', stateId: 'welcome' },
  ];
  expectStatus(await client('PATCH', path, { config: { defaultState: 'lost', keywords } }), 200);
  const { config } = expectStatus(await client('PATCH', path, { config: { eventForwardUrl: webhook.url } }), 200);
  check('PATCH changes the fields that are sent, and no others', () =>
    assert.deepEqual(config, { defaultState: 'lost', keywords, eventForwardUrl: webhook.url }),
  );
  const { signingToken } = expectStatus(await operator('POST', '/signing-tokens', {}), 201);
  webhook.signingToken ||= signingToken;
  aside('The operator issues a signing token. From now on the webhook refuses with 403 what is not signed with it.');
  return agent.agentId;
}

export async function saveFlow({ client, agentId }: Stage): Promise<void> {
  chapter('A flow of states (demo/flow)');
  for (const file of (await readdir(FLOW)).sort()) {
    const stateId = basename(file, '.json');
    const body = JSON.parse(await readFile(join(FLOW, file), 'utf8'));
    expectStatus(await client('POST', `/agents/${agentId}/states/${stateId}`, body), 201);
  }
  const { states } = expectStatus(await client('GET', `/agents/${agentId}/states`), 200);
  aside(`Saved: ${states.map((state: { stateId: string }) => state.stateId).join(', ')}.`);

  const operation = {
    connectorId: 'http',
    operation: 'request',
    contextKey: 'x',
    data: { method: 'GET', url: 'http://localhost/' },
  };
  const careless = await client('POST', `/agents/${agentId}/states/careless`, { operations: [operation] });
  check('An operation without authenticationId is a validation error that names it', () => {
    assert.equal(careless.body.code, 'validation_failed');
    assert.equal(careless.body.errors[0].path, '/operations/0/authenticationId');
  });
  const spaced = await client('POST', `/agents/${agentId}/states/two%20words`, {
    template: { contentMessage: { text: 'x' } },
  });
  check('A stateId contains no spaces', () => assert.equal(spaced.status, 400));
  const deletion = await client('DELETE', `/agents/${agentId}/states/welcome`);
  check('A state that is the flow entry of others cannot be deleted: 403', () => assert.equal(deletion.status, 403));
}
