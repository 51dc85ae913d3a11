/** The first chapters: from a token to an agent with a flow, and the service's refusals on the way. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Client } from '#client';
import { check } from './check.ts';
import { caller, refusal, requestToken } from './client.ts';
import { aside, chapter } from './narrator.ts';
import { OPERATOR_KEY } from './service.ts';
import type { Stage } from './stage.ts';
import type { Webhook } from './webhook.ts';

/** The flow of the story; every file is a state, ready for `parley states push`. Its tests are in a folder of it. */
const FLOW = join(import.meta.dirname, 'flow');

/** Calls the API as a client, with a token obtained as clients do. */
export async function getToken(url: string): Promise<{ operator: Client; client: Client }> {
  chapter('A client gets an access token');
  const operator = caller(url, OPERATOR_KEY);
  const credential = await operator.POST('/credentials', { body: { name: 'Acme backend' } });
  for (const way of ['basic', 'form'] as const) {
    const { access_token, token_type, expires_in } = await requestToken(url, credential, way);
    check(`Client id and secret (${way}) give a bearer token, a JWT, for 3600 seconds`, () => {
      assert.deepEqual({ token_type, expires_in }, { token_type: 'Bearer', expires_in: 3600 });
      assert.equal(access_token.split('.').length, 3);
    });
  }
  const { access_token } = await requestToken(url, credential, 'basic');
  const stranger = await refusal(caller(url).GET('/brands'));
  check('Without a token every request is 401', () => assert.equal(stranger.status, 401));
  return { operator, client: caller(url, access_token) };
}

export async function createAgent(operator: Client, client: Client, webhook: Webhook): Promise<string> {
  chapter('The agent of a brand');
  const { brandId } = await operator.POST('/brands', { body: { name: 'Acme' } });
  const { brands } = await client.GET('/brands');
  check('The client sees its brand', () =>
    assert.deepEqual(
      brands.map((brand) => brand.brandId),
      [brandId],
    ),
  );
  const agent = await client.POST('/agents', { body: { name: 'Acme Parcels', brandId, useCase: 'MULTI_USE' } });
  check('A new agent is in test mode', () => assert.equal(agent.mode, 'TEST'));
  const params = { path: { agentId: agent.agentId } };
  const keywords = [
    { keyword: 'hours', stateId: 'hours' },
    { keyword: 'stop', stateId: 'goodbye' },
    { keyword: 'start', stateId: 'welcome' },
  ];
  await client.PATCH('/agents/{agentId}', { params, body: { config: { defaultState: 'lost', keywords } } });
  const forwarding = { config: { eventForwardUrl: webhook.url } };
  const { config } = await client.PATCH('/agents/{agentId}', { params, body: forwarding });
  check('PATCH changes the fields that are sent, and no others', () =>
    assert.deepEqual(config, { defaultState: 'lost', keywords, eventForwardUrl: webhook.url }),
  );
  const { signingToken } = await operator.POST('/signing-tokens', { body: {} });
  webhook.signingToken ||= signingToken;
  aside('The operator issues a signing token. From now on the webhook refuses with 403 what is not signed with it.');
  return agent.agentId;
}

export async function saveFlow({ client, agentId }: Stage): Promise<void> {
  chapter('A flow of states (demo/flow)');
  const files = (await readdir(FLOW)).filter((name) => name.endsWith('.json'));
  for (const file of files.sort()) {
    const stateId = basename(file, '.json');
    const body = JSON.parse(await readFile(join(FLOW, file), 'utf8'));
    await client.POST('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId } }, body });
  }
  const { states } = await client.GET('/agents/{agentId}/states', { params: { path: { agentId } } });
  aside(`Saved: ${states.map((state) => state.stateId).join(', ')}.`);

  const operation = {
    connectorId: 'http',
    operation: 'request',
    contextKey: 'x',
    data: { method: 'GET', url: 'http://localhost/' },
  };
  const save = (stateId: string, body: object) =>
    refusal(client.call('post', `/agents/${agentId}/states/${encodeURIComponent(stateId)}`, { body }));
  const careless = await save('careless', { operations: [operation] });
  check('An operation without authenticationId is a validation error that names it', () => {
    assert.equal(careless.code, 'validation_failed');
    assert.equal(careless.errors[0]?.path, '/operations/0/authenticationId');
  });
  const spaced = await save('two words', { template: { contentMessage: { text: 'x' } } });
  check('A stateId contains no spaces', () => assert.equal(spaced.status, 400));
  const params = { path: { agentId, stateId: 'welcome' } };
  const deletion = await refusal(client.DELETE('/agents/{agentId}/states/{stateId}', { params }));
  check('A state that is the flow entry of others cannot be deleted: 403', () => assert.equal(deletion.status, 403));
}
