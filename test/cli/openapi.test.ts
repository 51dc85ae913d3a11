/** From an OpenAPI document to a connector: what is carried over, under which names, and what is said to be left out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandFailure } from '../../src/cli/failure.ts';
import { readDocument } from '../../src/cli/openapi/document.ts';
import { type Choice, importDocument } from '../../src/cli/openapi/import.ts';
import { NewConnector } from '../../src/model/connector.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { createDocumentCheck } from '../../src/validation/validation.ts';
import { listenAndKeep } from '../connectors/setup.ts';
import { makeFolder } from './run.ts';

const ALL: Choice = { tags: [], operations: [], server: undefined, connectorId: undefined };
const OK = { responses: { 200: { description: 'ok', content: { 'application/json': {} } } } };
const isConnector = createDocumentCheck(NewConnector);

function document(paths: JsonObject, more: JsonObject = {}) {
  const root = {
    openapi: '3.1.0',
    info: { title: 'Corner Shop API (v2)', version: '1' },
    servers: [{ url: 'https://api.shop.example/v2/' }],
    paths,
    ...more,
  };
  return { root, url: null };
}

function imported(paths: JsonObject, more: JsonObject = {}, choice: Partial<Choice> = {}) {
  const result = importDocument(document(paths, more), { ...ALL, ...choice });
  if (Object.keys(result.connector.operations).length > 0) assert.deepEqual(isConnector(result.connector), []);
  return result;
}

/** The only operation, and what is said about it. */
function one(operation: JsonObject, { path = '/orders', method = 'post', more = {} } = {}) {
  const { connector, notes, schemes } = imported(
    { [path]: { [method]: { operationId: 'it', ...OK, ...operation } } },
    more,
  );
  return { operation: connector.operations['it'], says: notes.map(({ says }) => says), notes, schemes, connector };
}

describe('an OpenAPI document', () => {
  it('becomes a connector with path, query, header and body values as placeholders, and what is known about them', () => {
    const body = {
      type: 'object',
      required: ['text', 'kind'],
      properties: {
        text: { type: 'string', description: 'What is\nnoted' },
        kind: { const: 'note' },
        count: { type: ['integer', 'null'] },
        customer: { $ref: '#/components/schemas/Customer' },
        id: { type: 'string', readOnly: true },
      },
    };
    const { connector, notes } = imported(
      {
        '/orders/{order-id}/notes': {
          parameters: [{ name: 'order-id', in: 'path', required: true, schema: { type: 'integer' } }],
          post: {
            operationId: 'add note!',
            summary: 'Adds a note',
            parameters: [
              { name: 'lang', in: 'query', schema: { type: 'string', enum: ['de', 'en'] } },
              { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } },
              { name: 'Accept', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: { required: true, content: { 'application/json': { schema: body } } },
            ...OK,
          },
        },
      },
      { components: { schemas: { Customer: { type: 'object', properties: { name: { type: 'string' } } } } } },
    );
    assert.deepEqual(connector, {
      connectorId: 'corner-shop-api-v2',
      baseUrl: 'https://api.shop.example/v2',
      operations: {
        'add-note': {
          description: 'Adds a note',
          method: 'POST',
          path: '/orders/{order_id}/notes',
          query: { lang: '{lang}' },
          headers: { 'X-Shop': '{X_Shop}' },
          body: { text: '{text}', kind: 'note', count: '{count}', customer: '{customer}' },
          placeholders: {
            order_id: { type: 'integer', required: true },
            lang: { type: 'string', enum: ['de', 'en'] },
            X_Shop: { type: 'string', required: true },
            text: { type: 'string', required: true, description: 'What is noted' },
            count: { type: 'integer' },
            customer: { type: 'object' },
          },
        },
      },
    });
    assert.deepEqual(
      notes.map(({ says }) => says),
      ['the path value "order-id" is data.order_id', 'the header value "X-Shop" is data.X_Shop'],
    );
  });

  it('gives values of the same name in several places several names', () => {
    const { operation } = one(
      {
        parameters: [{ name: 'id', in: 'query', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { properties: { id: { type: 'string' } } } } } },
      },
      { path: '/orders/{id}' },
    );
    assert.equal(operation?.path, '/orders/{id}');
    assert.deepEqual(operation?.query, { id: '{query_id}' });
    assert.deepEqual(operation?.body, { id: '{body_id}' });
  });

  it('collects the fields of allOf, and takes a body without fields as a whole', () => {
    const schemas = { Base: { properties: { a: { type: 'number' } }, required: ['a'] } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { b: {} } }] };
    const whole = { type: 'array', items: { type: 'string' } };
    const of = (body: JsonObject) =>
      one(
        { requestBody: { content: { 'application/json': { schema: body } } } },
        { more: { components: { schemas } } },
      );
    assert.deepEqual(of(schema).operation?.body, { a: '{a}', b: '{b}' });
    assert.equal(of(schema).operation?.placeholders?.['a']?.required, true);
    assert.equal(of(whole).operation?.body, '{body}');
    assert.deepEqual(of(whole).says, ['its body is data.body as a whole']);
  });

  it('ends for schemas that contain themselves', () => {
    const schemas: JsonObject = { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } };
    schemas['Circle'] = { $ref: '#/components/schemas/Circle' };
    const of = (name: string) => {
      const schema = { $ref: `#/components/schemas/${name}` };
      return one(
        { requestBody: { content: { 'application/json': { schema } } } },
        { more: { components: { schemas } } },
      );
    };
    assert.equal(of('Loop').operation?.body, '{body}');
    assert.deepEqual(of('Circle').says, ['refers to itself']);
  });

  for (const [what, given, says] of [
    ['a needed cookie', { parameters: [{ name: 's', in: 'cookie', required: true }] }, /would be in a cookie/],
    ['a needed form', { requestBody: { required: true, content: { 'multipart/form-data': {} } } }, /only JSON is sent/],
    ['a server of its own', { servers: [{ url: 'https://other.example' }] }, /a connector has one/],
    ['a reference to another file', { parameters: [{ $ref: './shared.yaml#/Id' }] }, /bundle the document/],
    ['a reference to nothing', { parameters: [{ $ref: '#/components/parameters/Id' }] }, /does not exist/],
  ] as [string, JsonObject, RegExp][]) {
    it(`leaves an operation out, and says so, for ${what}`, () => {
      const { operation, notes } = one(given);
      assert.equal(operation, undefined);
      assert.deepEqual(
        notes.map(({ at, isLeftOut }) => ({ at, isLeftOut })),
        [{ at: 'POST /orders', isLeftOut: true }],
      );
      assert.match(notes[0]!.says, says);
    });
  }

  for (const [what, given, says] of [
    ['a cookie', { parameters: [{ name: 's', in: 'cookie' }] }, /the cookie value "s" is left out/],
    ['an object in the query', { parameters: [{ name: 'f', in: 'query', style: 'deepObject' }] }, /is an object/],
    ['a header of the connection', { parameters: [{ name: 'Host', in: 'header' }] }, /cannot be set/],
    ['a list in the query', { parameters: [{ name: 'f', in: 'query', schema: { type: 'array' } }] }, /one value only/],
    ['a form', { requestBody: { content: { 'multipart/form-data': {} } } }, /without its body/],
    ['an answer that is no JSON', { responses: { 200: { content: { 'text/csv': {} } } } }, /fails with not_json/],
    ['a retired operation', { deprecated: true }, /is deprecated/],
  ] as [string, JsonObject, RegExp][]) {
    it(`carries an operation over, and says what is missing, for ${what}`, () => {
      const { operation, says: told } = one(given);
      assert.equal(operation?.method, 'POST');
      assert.equal(told.length, 1);
      assert.match(told[0]!, says);
    });
  }

  it('chooses operations by tag, by operationId, and by method and path', () => {
    const paths = {
      '/orders': { get: { operationId: 'list', tags: ['orders'], ...OK }, post: { tags: ['orders', 'write'], ...OK } },
      '/users': { get: { operationId: 'users', tags: ['users'], ...OK } },
    };
    const names = (choice: Partial<Choice>) => Object.keys(imported(paths, {}, choice).connector.operations);
    assert.deepEqual(names({}), ['list', 'post-orders', 'users']);
    assert.deepEqual(names({ tags: ['write', 'users'] }), ['post-orders', 'users']);
    assert.deepEqual(names({ operations: ['list', 'POST /orders'] }), ['list', 'post-orders']);
    assert.deepEqual(names({ tags: ['orders'], operations: ['list'] }), ['list']);
    assert.throws(() => names({ tags: ['nothing'] }), /orders\nwrite\nusers/);
  });

  it('turns security schemes into credentials without their secrets, and says which cannot be any', () => {
    const securitySchemes = {
      basic: { type: 'http', scheme: 'Basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } },
      person: { type: 'oauth2', flows: { authorizationCode: {} } },
    };
    const of = (security: JsonObject[]) => one({ security }, { more: { components: { securitySchemes } } });
    assert.deepEqual(of([{ basic: [] }, { bearer: [] }, { key: [] }, { machine: ['read', 'write'] }]).schemes, [
      { name: 'basic', type: 'basic', given: {}, asked: ['username', 'password'] },
      { name: 'bearer', type: 'bearer', given: {}, asked: ['token'] },
      { name: 'key', type: 'apiKey', given: { in: 'header', parameter: 'X-Key' }, asked: ['key'] },
      {
        name: 'machine',
        type: 'oauth2ClientCredentials',
        given: { tokenUrl: 'https://a.example/t', scope: 'read write' },
        asked: ['clientId', 'clientSecret'],
      },
    ]);
    assert.match(of([{ cookie: [] }]).says[0]!, /a key in a cookie/);
    assert.match(of([{ person: [] }]).says[0]!, /it needs a person/);
    assert.match(of([{ basic: [], key: [] }]).says[0]!, /basic and key together/);
    assert.deepEqual(of([{ cookie: [] }, {}]).says, []);
  });

  it('finds the address in the document, beside the document, or as it is given', () => {
    const paths = { '/a': { get: OK } };
    const server = (url: string, variables: JsonObject = {}) => ({ servers: [{ url, variables }] });
    const base = (more: JsonObject, given?: string) => imported(paths, more, { server: given }).connector.baseUrl;
    assert.equal(
      base(server('https://{region}.shop.example/', { region: { default: 'eu' } })),
      'https://eu.shop.example',
    );
    assert.equal(base({}, 'https://test.example/'), 'https://test.example');
    assert.throws(() => base(server('/v1')), /"\/v1" is no complete address/);
    assert.throws(() => base({ servers: [] }), /names no server/);
    const beside = { ...document(paths, server('/v1')), url: 'https://docs.example/openapi.json' };
    assert.equal(importDocument(beside, ALL).connector.baseUrl, 'https://docs.example/v1');
  });

  it('is read as JSON or YAML, from a file or a URL', async () => {
    const yaml = 'openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\npaths: {}\n';
    await using folder = await makeFolder({ 'a.yaml': yaml, 'b.json': JSON.stringify(document({}).root) });
    await using server = await listenAndKeep((_seen, response) => void response.end(yaml));
    assert.equal((await readDocument(`${folder.path}/a.yaml`)).root['openapi'], '3.0.3');
    assert.equal((await readDocument(`${folder.path}/b.json`)).root['openapi'], '3.1.0');
    assert.equal((await readDocument(server.url)).url, server.url);
  });

  for (const [what, text, says] of [
    ['Swagger 2', 'swagger: "2.0"', /convert it to OpenAPI 3/],
    ['something else', 'a: 1', /OpenAPI 3\.0 or 3\.1 is needed/],
    ['neither JSON nor YAML', '{"a', /neither/],
    ['a bomb of aliases', `a: &a [x,x]\n${bomb()}`, /neither/],
  ] as [string, string, RegExp][]) {
    it(`is refused when it is ${what}`, async () => {
      await using folder = await makeFolder({ document: text });
      await assert.rejects(readDocument(`${folder.path}/document`), (failure: CommandFailure) => {
        assert.match(`${failure.title} ${failure.message}`, says);
        return true;
      });
    });
  }
});

/** A list of lists of lists, each ten times the one before. */
function bomb(): string {
  const letters = 'abcdefghij';
  return [...letters.slice(1)]
    .map((letter, index) => `${letter}: &${letter} [${Array(10).fill(`*${letters[index]}`).join(',')}]`)
    .join('\n');
}
