/** A tool of an MCP server as an operation. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { OperationCall } from '../../src/connectors/index.ts';
import type { NewConnector } from '../../src/model/connector.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { ACCOUNT, listenAndKeep, setUp } from './setup.ts';

function connector(baseUrl: string): NewConnector {
  const operation = {
    tool: 'find_order',
    arguments: { id: '{id}', filter: { open: '{open}' } },
    placeholders: { id: { required: true }, open: { type: 'boolean' as const } },
  };
  return { connectorId: 'tools', baseUrl, operations: { find: operation } };
}

const call = (data: JsonObject = { id: 'A 1', open: 'true' }): OperationCall => ({
  ...{ accountId: ACCOUNT, connectorId: 'tools', authenticationId: 'none', operation: 'find' },
  data,
});

const json = (response: ServerResponse, message: object, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
const text = (...texts: string[]) => ({ content: texts.map((each) => ({ type: 'text', text: each })) });

describe('a tool', () => {
  it('is called with its arguments filled in, by one request without a session', async () => {
    await using server = await listenAndKeep((_seen, response) =>
      json(response, { jsonrpc: '2.0', id: 1, result: text('hi') }),
    );
    await using parley = setUp({ connectors: [connector(`${server.url}/mcp`)] });
    assert.deepEqual(await parley.connectors.run(call()), { ok: true, result: 'hi' });
    const [seen] = server.seen;
    assert.equal(seen?.url, '/mcp');
    assert.equal(seen?.headers['accept'], 'application/json, text/event-stream');
    assert.equal(seen?.headers['mcp-protocol-version'], '2025-06-18');
    assert.equal(server.seen.length, 1);
    assert.deepEqual(JSON.parse(seen?.body ?? ''), {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_order', arguments: { id: 'A 1', filter: { open: true } } },
    });
  });

  for (const [what, result, expected] of [
    ['structured content', { ...text('{"a":2}'), structuredContent: { a: 1 } }, { a: 1 }],
    ['text that is JSON', text('{"a":1}'), { a: 1 }],
    ['several texts', text('a', 'b'), 'a\nb'],
    ['text that only begins like JSON', text('[sic]'), '[sic]'],
    ['an image', { content: [{ type: 'image', data: 'AAAA' }] }, null],
  ] as [string, object, unknown][]) {
    it(`that gives ${what} has it for its result`, async () => {
      await using server = await listenAndKeep((_seen, response) => json(response, { jsonrpc: '2.0', id: 1, result }));
      await using parley = setUp({ connectors: [connector(server.url)] });
      assert.deepEqual(await parley.connectors.run(call()), { ok: true, result: expected });
    });
  }

  it('may answer with a stream of events, of which one is the response', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
    const events = [note, { jsonrpc: '2.0', id: 1, result: text('done') }].map(
      (each) => `event: message\ndata: ${JSON.stringify(each)}\n\n`,
    );
    await using server = await listenAndKeep(
      (_seen, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`: hello\n\n${events.join('')}`),
    );
    await using parley = setUp({ connectors: [connector(server.url)] });
    assert.deepEqual(await parley.connectors.run(call()), { ok: true, result: 'done' });
  });

  for (const [what, answer, code] of [
    ['fails', (response) => json(response, { id: 1, result: { ...text('EVIL'), isError: true } }), 'tool_failed'],
    [
      'does not exist',
      (response) => json(response, { id: 1, error: { code: -32602, message: 'EVIL' } }),
      'tool_failed',
    ],
    ['answers somebody else', (response) => json(response, { id: 2, result: text('EVIL') }), 'not_json'],
    ['answers with a page', (response) => void response.end('EVIL'), 'not_json'],
    ['needs a session', (response) => json(response, { message: 'EVIL' }, 400), 'http_400'],
    [
      'never ends its stream',
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n'),
      'timeout',
    ],
  ] as [string, (response: ServerResponse) => void, string][]) {
    it(`that ${what} makes the operation fail with ${code}, and none of its words are in the reason`, async () => {
      await using server = await listenAndKeep((_seen, response) => answer(response));
      await using parley = setUp({ connectors: [connector(server.url)], deadlineMs: 600 });
      const outcome = await parley.connectors.run(call());
      assert.ok(!outcome.ok);
      assert.equal(outcome.error.code, code);
      assert.doesNotMatch(outcome.error.message, /EVIL/);
    });
  }

  it('is checked when a state and when the connector is saved', async () => {
    await using parley = setUp({ connectors: [connector('https://tools.example/mcp')] });
    const faults = await parley.connectors.check(call({ open: 'maybe', extra: 1 }));
    assert.deepEqual(faults.map(({ path }) => path).sort(), ['/data/extra', '/data/id', '/data/open']);
    const unused = {
      ...connector('https://tools.example/mcp'),
      operations: { find: { tool: 't', placeholders: { id: {} } } },
    };
    assert.deepEqual(
      (await parley.connectors.checkConnector(unused)).map(({ path }) => path),
      ['/operations/find/placeholders/id'],
    );
  });
});
