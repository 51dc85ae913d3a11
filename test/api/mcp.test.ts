/** `/mcp`: a model's story, what is only offered where the operator allows it, and what no tool can be made to do. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createServer } from '../../src/http/server.ts';
import {
  type Answer,
  clientToken,
  createAgent,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
} from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
let token: string;
before(async () => {
  service = await startService({ mcp: 'write' });
  token = await clientToken(service);
});
after(() => service[Symbol.asyncDispose]());

let ids = 0;
async function rpc(method: string, params: object = {}): Promise<Answer['body']> {
  const message = { jsonrpc: '2.0', id: ++ids, method, params };
  const body = expectStatus(await service.call('POST', '/mcp', message, { token }), 200);
  assert.equal(body.id, ids);
  return body;
}

/** The document that a tool answers with, or for a refusal its text. */
async function use(name: string, given: object, isError = false): Promise<Answer['body']> {
  const { result, error } = await rpc('tools/call', { name, arguments: given });
  assert.equal(error, undefined, JSON.stringify(error));
  assert.equal(result.isError, isError, result.content[0].text);
  const [{ text }] = result.content;
  return text.startsWith('{') ? JSON.parse(text) : text;
}

const say = (text: string, more: object = {}) => ({ template: { contentMessage: { text } }, ...more });
const FLOW = {
  defaultState: 'hello',
  states: {
    hello: say('Which order?', { input: { nextState: 'found', assignments: [{ from: 'message.text', to: 'order' }] } }),
    found: say('Order {{ input.order }} is on its way.'),
    bye: say('Goodbye'),
  },
};

test('a model introduces itself, builds a flow of three states, tests it, and explains a turn', async () => {
  const { result } = await rpc('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {} });
  assert.equal(result.protocolVersion, '2025-03-26');
  assert.equal(
    (await service.call('POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, { token })).status,
    202,
  );

  const agentId = await createAgent(service, { launched: false });
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber }), 201);
  assert.ok((await use('list_agents', {})).agents.some((agent: { agentId: string }) => agent.agentId === agentId));
  const broken = { ...FLOW, states: { ...FLOW.states, found: say('{{ input.order') } };
  assert.match(JSON.stringify((await use('check_flow', { agentId, flow: broken })).errors), /\/states\/found/);
  assert.deepEqual((await use('check_flow', { agentId, flow: FLOW })).added, ['bye', 'found', 'hello']);
  assert.deepEqual((await use('get_flow', { agentId })).states, {}, 'a check stores nothing');
  await use('write_draft', { agentId, flow: FLOW });
  assert.deepEqual((await use('get_state', { agentId, stateId: 'bye' })).template, FLOW.states.bye.template);
  assert.deepEqual(await use('list_findings', { agentId }), { errors: 0, warnings: 0, findings: [] });
  const steps = [{ writes: 'hi', expect: { reply: { text: 'Which order?' } } }];
  assert.equal((await use('run_tests', { agentId, tests: [{ format: 1, title: 'greets', steps }] })).failed, 0);
  const { contentMessage } = await use('preview_message', {
    agentId,
    template: FLOW.states.found.template,
    input: { order: '12345' },
  });
  assert.equal(contentMessage.text, 'Order 12345 is on its way.');

  await use('send_to_test_phone', { agentId, stateId: 'hello', phoneNumber });
  const conversation = await until(async () => {
    const { result: shown } = await rpc('tools/call', {
      name: 'explain_conversation',
      arguments: { agentId, phoneNumber },
    });
    return !shown.isError && JSON.parse(shown.content[0].text);
  }, 'the turn');
  assert.equal(conversation.stateId, 'hello');
  assert.ok(conversation.turns[0].trace);
});

test('nothing is written that is live at once, and nothing sent but to test devices', async () => {
  const agentId = await createAgent(service);
  assert.match(await use('write_draft', { agentId, flow: FLOW }, true), /publishing to "explicit"/);
  expectStatus(await service.call('PATCH', `/agents/${agentId}`, { config: { publishing: 'explicit' } }), 200);
  await use('write_draft', { agentId, flow: FLOW });
  const stranger = { agentId, stateId: 'hello', phoneNumber: newPhoneNumber() };
  assert.match(await use('send_to_test_phone', stranger, true), /test devices/);
});

test("tools do what their caller may: another account's agent is not there, and a fault is a result", async () => {
  const { accountId } = expectStatus(await service.call('POST', '/accounts', { name: 'Other' }), 201);
  const foreign = await createAgent(service, { accountId });
  assert.equal((await use('get_flow', { agentId: foreign }, true)).code, 'agent_not_found');
  assert.equal((await use('write_draft', { agentId: foreign, flow: FLOW }, true)).code, 'agent_not_found');
  assert.equal(
    (await service.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { token: 'wrong' })).status,
    401,
  );
});

test('what is not understood has an error of JSON-RPC', async () => {
  const code = async (method: string, params?: object) => (await rpc(method, params)).error?.code;
  assert.equal(await code('resources/list'), -32601);
  assert.equal(await code('tools/call', { name: 'launch_agent' }), -32602);
  assert.equal(await code('tools/call', { name: 'get_flow', arguments: {} }), -32602);
  assert.equal(await code('tools/call', { name: 'get_flow', arguments: { agentId: 'a', path: '/' } }), -32602);
  assert.equal(await code('tools/call', { name: 'get_state', arguments: { agentId: '..', stateId: 'x' } }), -32602);
  const batch = await service.call('POST', '/mcp', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], { token });
  assert.deepEqual([batch.status, batch.body.error.code], [400, -32600]);
  assert.equal((await service.call('GET', '/mcp')).status, 405);
});

test('with read, only tools that change nothing are there, and with off, nothing is', async () => {
  const { context } = service.app;
  for (const [mcp, names] of [
    ['read', 8],
    ['off', null],
  ] as const) {
    const server = await createServer({ ...context, config: { ...context.config, mcp } });
    const ask = (method: string, params: object = {}) =>
      server.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method, params },
      });
    const list = await ask('tools/list');
    if (names === null) assert.equal(list.statusCode, 404);
    else {
      const { tools } = list.json().result;
      assert.equal(tools.length, names);
      assert.ok(tools.every((tool: { annotations: { readOnlyHint: boolean } }) => tool.annotations.readOnlyHint));
      assert.equal((await ask('tools/call', { name: 'write_draft', arguments: {} })).json().error.code, -32602);
    }
    await server.close();
  }
});
