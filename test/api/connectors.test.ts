/** Connectors and their credentials. Source: docs/spec-choices.md §7; docs/hostile-input.md, "Secrets". */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findAuthenticationSecrets } from '../../src/store/authentications.ts';
import { listenHttp } from '../net/servers.ts';
import { type Answer, type Api, createClient, startApi } from './context.ts';

let api: Api;
let accountId: string;
let as: string;
let agentId: string;
before(async () => {
  api = await startApi();
});
beforeEach(async () => {
  const name = `Account ${Math.random()}`;
  accountId = (await api.call('POST', '/accounts', { body: { name } })).body.accountId;
  as = (await createClient(api, accountId)).token;
  const { body: brand } = await api.call('POST', '/brands', { body: { name: 'Acme', accountId } });
  const agent = { name: 'Bot', brandId: brand.brandId, useCase: 'OTP' };
  agentId = (await api.call('POST', '/agents', { as, body: agent })).body.agentId;
});
after(() => api[Symbol.asyncDispose]());

const definition = { baseUrl: 'http://127.0.0.1:9/v2', operations: { find: { method: 'GET', path: '/orders/{id}' } } };
const define = (connectorId = 'crm') => api.call('POST', '/connectors', { as, body: { connectorId, ...definition } });
const authenticate = (body: object, connectorId = 'crm') =>
  api.call('POST', `/connectors/${connectorId}/authentications`, { as, body });
const bearer = { name: 'Main', type: 'bearer', token: 'canary-token-1234' };

function assertProblem(answer: Answer, status: number, code: string, ...paths: string[]) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.deepEqual(
    (answer.body.errors ?? []).map((error: { path: string }) => error.path),
    paths,
  );
}

function useIn(stateId: string, authenticationId: string) {
  const operation = { connectorId: 'crm', authenticationId, operation: 'find', contextKey: 'order', data: { id: '1' } };
  return api.call('POST', `/agents/${agentId}/states/${stateId}`, { as, body: { operations: [operation] } });
}

describe('a connector', () => {
  it('is defined with 201, read back, listed, replaced and deleted', async () => {
    const made = await define();
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...shown } = made.body;
    assert.deepEqual(shown, { connectorId: 'crm', ...definition });
    assert.deepEqual((await api.call('GET', '/connectors/crm', { as })).body, made.body);
    assert.deepEqual((await api.call('GET', '/connectors', { as })).body, { connectors: [made.body] });
    const body = { ...definition, baseUrl: 'http://127.0.0.1:9/v3' };
    const mistyped = await api.call('PUT', '/connectors/crm', { as, body: { ...body, basUrl: 'x' } });
    assert.deepEqual([mistyped.status, mistyped.body.errors[0].path], [400, '/basUrl']);
    const replaced = await api.call('PUT', '/connectors/crm', { as, body });
    assert.equal(replaced.body.baseUrl, body.baseUrl);
    assert.equal((await api.call('DELETE', '/connectors/crm', { as })).status, 204);
    assertProblem(await api.call('GET', '/connectors/crm', { as }), 404, 'connector_not_found');
  });

  it('is unique by id within an account', async () => {
    await define();
    assertProblem(await define(), 409, 'connector_exists');
  });

  it('cannot take the id of a built-in one', async () => {
    assertProblem(await define('http'), 400, 'validation_failed', '/connectorId');
  });

  it('is visible to its account only', async () => {
    await define();
    const other = await createClient(api);
    assertProblem(await api.call('GET', '/connectors/crm', { as: other.token }), 404, 'connector_not_found');
    assert.deepEqual((await api.call('GET', '/connectors', { as: other.token })).body, { connectors: [] });
    const seen = await api.call('GET', `/connectors/crm?accountId=${accountId}`);
    assert.equal(seen.status, 200, 'the operator names the account');
  });

  it('that lacks a field is 400 and names it', async () => {
    const answer = await api.call('POST', '/connectors', {
      as,
      body: { connectorId: 'crm', baseUrl: 'http://x.example', operations: { find: { path: '/' } } },
    });
    assertProblem(answer, 400, 'validation_failed', '/operations/find/method');
  });

  it('is not deleted while a state names it', async () => {
    await define();
    await useIn('a', 'none');
    const answer = await api.call('DELETE', '/connectors/crm', { as });
    assertProblem(answer, 409, 'connector_in_use');
    assert.match(answer.body.detail, new RegExp(`state a of agent ${agentId}`));
    await api.call('DELETE', `/agents/${agentId}/states/a`, { as });
    assert.equal((await api.call('DELETE', '/connectors/crm', { as })).status, 204);
  });
});

describe('a credential of a connector', () => {
  beforeEach(() => define());

  for (const credential of [
    { name: 'n', type: 'basic', username: 'me', password: 'canary-1' },
    bearer,
    { name: 'n', type: 'apiKey', in: 'header', parameter: 'X-Key', key: 'canary-2' },
    {
      name: 'n',
      type: 'oauth2ClientCredentials',
      tokenUrl: 'http://127.0.0.1:9/t',
      clientId: 'me',
      clientSecret: 'canary-3',
    },
  ]) {
    it(`of the type ${credential.type} is stored, sealed, and never returned`, async () => {
      const made = await authenticate(credential);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.deepEqual(Object.keys(made.body).sort(), ['authenticationId', 'connectorId', 'createdAt', 'name', 'type']);
      const list = await api.call('GET', '/connectors/crm/authentications', { as });
      assert.deepEqual(list.body, { authentications: [made.body] });
      const { sql, encryption } = api.context;
      const rows = await sql`select * from authentication where account_id = ${accountId}`;
      assert.ok(!JSON.stringify([made.body, list.body, rows]).includes('canary'));
      const opened = await findAuthenticationSecrets(sql, encryption, accountId, made.body.authenticationId);
      assert.deepEqual(opened?.credential, credential);
    });
  }

  it('of an unknown type is 400, and the valid types are listed', async () => {
    const answer = await authenticate({ name: 'n', type: 'magic' });
    assertProblem(answer, 400, 'validation_failed', '/type');
    assert.match(answer.body.detail, /basic, bearer, apiKey, oauth2ClientCredentials/);
  });

  it('is checked by the rules of its type only', async () => {
    assertProblem(await authenticate({ name: 'n', type: 'bearer' }), 400, 'validation_failed', '/token');
    assertProblem(await authenticate({ ...bearer, username: 'x' }), 400, 'validation_failed', '/username');
    assertProblem(await authenticate({ name: 'n', token: 'x' }), 400, 'validation_failed', '/type');
  });

  it('is never echoed by an error', async () => {
    const answer = await authenticate({ ...bearer, token: 'canary with spaces' });
    assertProblem(answer, 400, 'validation_failed', '/token');
    assert.ok(!JSON.stringify(answer.body).includes('canary'));
  });

  it('of a connector that does not exist is 404', async () => {
    assertProblem(await authenticate(bearer, 'nowhere'), 404, 'connector_not_found');
    const list = await api.call('GET', '/connectors/nowhere/authentications', { as });
    assertProblem(list, 404, 'connector_not_found');
  });

  it('is not deleted while a state names it', async () => {
    const { authenticationId } = (await authenticate(bearer)).body;
    assert.equal((await useIn('a', authenticationId)).status, 201);
    const path = `/connectors/crm/authentications/${authenticationId}`;
    assertProblem(await api.call('DELETE', path, { as }), 409, 'authentication_in_use');
    await api.call('DELETE', `/agents/${agentId}/states/a`, { as });
    assert.equal((await api.call('DELETE', path, { as })).status, 204);
    assertProblem(await api.call('DELETE', path, { as }), 404, 'authentication_not_found');
    assertProblem(await useIn('a', authenticationId), 400, 'validation_failed', '/operations/0/authenticationId');
  });

  it('cannot be named by another account', async () => {
    const { authenticationId } = (await authenticate(bearer)).body;
    const other = await createClient(api);
    const path = `/connectors/crm/authentications/${authenticationId}`;
    assertProblem(await api.call('DELETE', path, { as: other.token }), 404, 'authentication_not_found');
  });

  it('cannot be removed while a state that names it is saved', async () => {
    for (let round = 0; round < 10; round++) {
      const { authenticationId } = (await authenticate(bearer)).body;
      const path = `/connectors/crm/authentications/${authenticationId}`;
      const [deleted, saved] = await Promise.all([
        api.call('DELETE', path, { as }),
        useIn(`race${round}`, authenticationId),
      ]);
      assert.equal(saved.status === 201, deleted.status === 409, `${saved.status} beside ${deleted.status}`);
    }
  });
});

describe('an operation that is run by hand', () => {
  const run = (operation: string, body: object, connectorId = 'crm') =>
    api.call('POST', `/connectors/${connectorId}/operations/${operation}/runs`, { as, body });

  it('answers what a state would get, without the credential that the API repeats', async () => {
    await using server = await listenHttp((request, response) => {
      const { authorization = 'none' } = request.headers;
      response.end(JSON.stringify({ path: request.url, sent: authorization, [authorization]: [authorization] }));
    });
    const operations = { find: { method: 'GET', path: '/orders/{id}' } };
    await api.call('POST', '/connectors', { as, body: { connectorId: 'crm', baseUrl: server.url, operations } });
    const { authenticationId } = (await authenticate(bearer)).body;
    const { status, body } = await run('find', { authenticationId, data: { id: '1/2' } });
    assert.equal(status, 200);
    assert.equal(body.ok, true);
    const hidden = 'Bearer •••';
    assert.deepEqual(body.result, { path: '/orders/1%2F2', sent: hidden, [hidden]: [hidden] });
  });

  it('answers why it failed, and belongs to its account', async () => {
    assert.equal((await define()).status, 201);
    assert.equal((await run('find', { data: { id: '1' } })).body.error.code, 'unreachable');
    assert.equal((await run('find', {})).body.error.code, 'invalid_data');
    assert.equal((await run('gone', {})).body.error.code, 'unknown_operation');
    const stored = (await authenticate(bearer)).body.authenticationId;
    as = (await createClient(api)).token;
    assertProblem(await run('find', { authenticationId: stored }), 404, 'connector_not_found');
  });
});
