/** The findings of an agent's flow, and those of a document before it is saved. The verifier has its own tests. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { documentedFlow } from '../engine/sample-flows.ts';
import { changed } from '../engine/seeded.ts';
import { type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let flow: string;
before(async () => {
  api = await startApi();
  as = (await createClient(api)).token;
  const brand = await api.call('POST', '/brands', { body: { name: 'Acme' } });
  const { brandId } = brand.body;
  const { body } = await api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'MULTI_USE' } });
  flow = `/agents/${body.agentId}/flow`;
});
after(() => api[Symbol.asyncDispose]());

const put = (body: unknown, query = '') => api.call('PUT', `${flow}${query}`, { as, body });
const find = () => api.call('GET', `${flow}/findings`, { as });
const SLIP = {
  severity: 'error',
  code: 'missing_state',
  path: '/states/ask-number/input/nextState',
  message: 'names state "find", which does not exist',
  stateId: 'ask-number',
};

test('a sound flow has no findings', async () => {
  assert.equal((await put(documentedFlow())).status, 200);
  const answer = await find();
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body, { errors: 0, warnings: 0, findings: [] });
});

test('a dry run says what would be found, and a flow with findings can be saved', async () => {
  const broken = changed(documentedFlow(), { '/states/ask-number/input/nextState': 'find' });
  const dry = await put(broken, '?dryRun=true');
  assert.equal(dry.status, 200, JSON.stringify(dry.body));
  assert.deepEqual(dry.body.findings[0], SLIP);
  assert.equal((await find()).body.errors, 0);
  assert.equal((await put(broken)).body.findings, undefined);
  const { body } = await find();
  assert.deepEqual([body.errors, body.warnings, body.findings[0]], [1, 1, SLIP]);
});

test('a flow with an error is not published, unless it is forced', async () => {
  await put(changed(documentedFlow(), { '/states/ask-number/input/nextState': 'find' }));
  const versions = flow.replace(/flow$/, 'versions');
  const refused = await api.call('POST', versions, { as, body: {} });
  assert.equal(refused.body.code, 'flow_invalid', JSON.stringify(refused.body));
  assert.deepEqual(refused.body.errors, [{ path: SLIP.path, message: SLIP.message }]);
  assert.equal((await api.call('POST', versions, { as, body: { force: true } })).status, 201);
  await put(documentedFlow());
  assert.equal((await api.call('POST', versions, { as, body: {} })).status, 201);
});

test("the account's connectors and the agent's opt-out words are known", async () => {
  const connector = { connectorId: 'shop', baseUrl: 'https://shop.example.com', operations: {} };
  const operations = { findOrder: { method: 'GET', path: '/orders/{number}' } };
  assert.equal((await api.call('POST', '/connectors', { as, body: { ...connector, operations } })).status, 201);
  const operation = { connectorId: 'shop', operation: 'findOrder', data: { number: '{{ input.number }}' } };
  const sound = changed(documentedFlow(), {
    '/states/look-up/operations/0': { authenticationId: 'none', contextKey: 'order', ...operation },
    '/keywords/-': { keyword: 'Cancel', stateId: 'welcome' },
  });
  assert.equal((await put(sound)).status, 200);
  assert.deepEqual(
    (await find()).body.findings.map(({ code }: { code: string }) => code),
    ['opt_out_keyword'],
  );
  const agent = flow.replace(/\/flow$/, '');
  await api.call('PATCH', agent, { as, body: { config: { optOut: { words: ['unsubscribe'] } } } });
  assert.deepEqual((await find()).body.findings, []);
});
