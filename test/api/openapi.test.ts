/** The OpenAPI document is true, complete, the one in the repository, and the source of the clients and of AsyncAPI's. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTypes, { astToString } from 'openapi-typescript';
import { pythonOf } from '../../sdk/python/generate.ts';
import { invalidSchemas } from '../invalid-schemas.ts';
import { type Api, startApi } from './context.ts';

const SNAPSHOT = new URL('../../openapi.json', import.meta.url);
const TYPES = new URL('../../client/schema.d.ts', import.meta.url);
const PYTHON = new URL('../../sdk/python/parley/operations.py', import.meta.url);
const RENEW = 'PARLEY_TEST_RENEW_OPENAPI';
const HOW = `to renew all: ${RENEW}=1 node test/run.ts test/api/openapi.test.ts`;

type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: { $ref?: string }; examples?: object }> }
  >;
};

let api: Api;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let document: any;
let operations: [string, Operation][];
before(async () => {
  api = await startApi();
  document = (await api.call('GET', '/openapi.json', { as: null })).body;
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
});
after(() => api[Symbol.asyncDispose]());

describe('the OpenAPI document', () => {
  it(`is the one in openapi.json (${HOW})`, async () => {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env[RENEW]) await writeFile(SNAPSHOT, text);
    assert.equal(await readFile(SNAPSHOT, 'utf8'), text);
  });

  it(`is what client/schema.d.ts was made of (${HOW})`, async () => {
    // Next to a type, `anyOf` narrows values, and would make the type unknown.
    const typed = JSON.parse(JSON.stringify(document), (_, schema) => {
      if (schema?.type !== undefined) delete schema.anyOf;
      return schema;
    });
    const types = await openapiTypes(typed, { emptyObjectsUnknown: true });
    const text = await formatted(
      `/** Made of openapi.json; test/api/openapi.test.ts renews both. */\n\n${astToString(types)}`,
    );
    if (process.env[RENEW]) await writeFile(TYPES, text);
    assert.ok((await readFile(TYPES, 'utf8')) === text, `client/schema.d.ts is of another openapi.json; ${HOW}`);
  });

  it(`is what the Python client was made of (${HOW})`, async () => {
    const text = pythonOf(document);
    if (process.env[RENEW]) await writeFile(PYTHON, text);
    assert.ok((await readFile(PYTHON, 'utf8')) === text, `operations.py is of another openapi.json; ${HOW}`);
  });

  it('is OpenAPI 3.1', () => {
    assert.match(document.openapi, /^3\.1\./);
    assert.equal(document.info.title, 'Parley');
  });

  it('has a unique id, a summary, a description and a tag for every operation', () => {
    const tags = new Set(document.tags.map((tag: { name: string }) => tag.name));
    const ids = new Set<string>();
    for (const [name, { operationId, summary, description, tags: used = [] }] of operations) {
      assert.ok(operationId && summary && description, name);
      assert.ok(used.length > 0 && used.every((tag) => tags.has(tag)), `${name}: ${used}`);
      ids.add(operationId);
    }
    assert.equal(ids.size, operations.length);
  });

  it('states for every operation who may call it', () => {
    for (const [name, { security }] of operations) assert.ok(Array.isArray(security), name);
  });

  it('describes every operation’s success, and how every guarded one fails', () => {
    for (const [name, { security = [], responses }] of operations) {
      const statuses = Object.keys(responses);
      assert.ok(
        statuses.some((status) => status.startsWith('2')),
        name,
      );
      const isGuarded = security.some((scheme) => 'accessToken' in scheme || 'operatorKey' in scheme);
      if (!isGuarded) continue;
      for (const status of ['400', '401', '500', '503']) assert.ok(statuses.includes(status), `${name} ${status}`);
      for (const status of statuses.filter((each) => each >= '400')) {
        const { schema } = responses[status]!.content!['application/problem+json']!;
        assert.equal(schema.$ref, '#/components/schemas/Problem', `${name} ${status}`);
        const { description, content } = responses[status]!;
        const codes = [...description.matchAll(/`(\w+)`: /g)].map(([, code]) => code);
        assert.deepEqual(Object.keys(content!['application/problem+json']!.examples ?? {}), codes, `${name} ${status}`);
      }
    }
  });

  it('resolves every reference', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    assert.ok(references.length > 50);
    for (const reference of new Set(references)) {
      const [, kind = '', name = ''] = /"#\/components\/(schemas|examples)\/([^"/]+)"/.exec(reference) ?? [];
      assert.ok(name in (document.components[kind] ?? {}), reference);
    }
  });

  it('has only valid schemas', () => assert.deepEqual(invalidSchemas(document), []));

  it('has an example of every problem, which fits the schema', () => {
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(document.components.schemas.Problem);
    const examples = Object.entries(document.components.examples as Record<string, { value: { code: string } }>);
    assert.ok(examples.length > 30);
    for (const [code, { value }] of examples) {
      assert.equal(value.code, code);
      assert.ok(fits(value), `${code}: ${JSON.stringify(fits.errors)}`);
    }
  });

  it('describes the three webhooks with their headers', () => {
    assert.deepEqual(Object.keys(document.webhooks), ['UserMessage', 'UserEvent', 'ServerEvent']);
    for (const [name, { post }] of Object.entries(document.webhooks as Record<string, { post: never }>)) {
      const { parameters, requestBody } = post as {
        parameters: { name: string; schema: { const?: string } }[];
        requestBody: { content: Record<string, { schema: { $ref: string } }> };
      };
      const headers = parameters.map((parameter) => parameter.name);
      for (const header of ['User-Agent', 'X-Service-Eventclass', 'X-Service-Signature'])
        assert.ok(headers.includes(header));
      assert.equal(headers.includes('X-Service-Response'), name === 'UserMessage');
      assert.equal(parameters[0]!.schema.const, name);
      assert.equal(requestBody.content['application/json']!.schema.$ref, `#/components/schemas/${name}`);
    }
  });

  it('has every path of the specification', () => {
    const paths = operations.map(([name]) => name);
    for (const path of [
      'post /oauth2/token',
      'get /brands',
      'post /agents',
      'patch /agents/{agentId}',
      'post /agents/{agentId}/states/{stateId}',
      'post /agents/{agentId}/states/{stateId}/send/{phoneNumber}',
    ]) {
      assert.ok(paths.includes(path), path);
    }
  });

  it('declares what is checked: the service accepts what a schema accepts, and nothing else', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { brandId } = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body;
    const agent = { name: 'Bot', brandId, useCase: 'OTP' };
    const { agentId } = (await api.call('POST', '/agents', { body: agent })).body;
    const isDeclared = (name: string, body: object) =>
      ajv.validate({ $ref: `#/components/schemas/${name}`, components: document.components }, body);
    const states = `/agents/${agentId}/states`;
    for (const [name, path, body, isTaken] of [
      ['StateBody', `${states}/a`, {}, false],
      ['StateBody', `${states}/a`, { flowEntryStateId: 'a' }, false],
      ['StateBody', `${states}/a`, { transitions: [], operations: [] }, false],
      ['StateBody', `${states}/b`, { input: { nextState: 'a' } }, true],
      ['StateBody', `${states}/c`, { transitions: [{ condition: 'true', nextState: 'a' }], operations: [] }, true],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '1296001s' }, false],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '1300000s' }, false],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '9999999s' }, false],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '0s' }, false],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '1296000s' }, true],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '1289999s' }, true],
      ['SendRequest', `${states}/b/send/+15550100001`, { ttl: '999999s' }, true],
    ] as const) {
      assert.equal(isDeclared(name, body), isTaken, JSON.stringify(body));
      const { status } = await api.call('POST', path, { body });
      assert.equal(status === 400, !isTaken, `${JSON.stringify(body)}: ${status}`);
    }
  });

  it('names the type of each answer', async () => {
    for (const path of ['/flow.schema.json', '/flow-test.schema.json', '/metrics', '/openapi.json']) {
      const { headers } = await api.call('GET', path);
      const declared = Object.keys(document.paths[path].get.responses[200].content);
      assert.deepEqual(declared, [String(headers['content-type']).split(';')[0]], path);
    }
  });

  it('has the errors of OAuth where they are', () => {
    const { responses } = document.paths['/oauth2/token'].post;
    for (const status of ['400', '401']) assert.deepEqual(Object.keys(responses[status].content), ['application/json']);
  });

  it('has a body for no 204', () => {
    const empty = operations.flatMap(([, { responses }]) => responses['204'] ?? []);
    assert.ok(empty.length > 5);
    for (const answer of empty) assert.equal(answer.content, undefined);
  });

  it('has the whole content message', () => {
    assert.ok(document.components.schemas.ContentMessage.properties.suggestions);
  });
});

/** As `npm run format` would leave it. */
async function formatted(text: string): Promise<string> {
  const running = promisify(execFile)('biome', ['format', `--stdin-file-path=${TYPES.pathname}`], { maxBuffer: 8e6 });
  running.child.stdin!.end(text);
  return (await running).stdout;
}

describe('the AsyncAPI document', () => {
  let events: typeof document;
  before(async () => {
    events = (await api.call('GET', '/asyncapi.json', { as: null })).body;
  });

  it('is AsyncAPI 3.0, by its published schema', async () => {
    const { default: schema } = await import('@asyncapi/specs/schemas/3.0.0-without-$id.json', {
      with: { type: 'json' },
    });
    const isAsyncapi = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    assert.ok(isAsyncapi(events), JSON.stringify(isAsyncapi.errors));
    assert.ok(!isAsyncapi({ ...events, channels: { webhook: { adress: null } } }));
  });

  it('resolves every reference', () => {
    const references = JSON.stringify(events).match(/(?<="\$ref":"#\/)[^"]+/g) ?? [];
    assert.ok(references.length > 10);
    for (const reference of references) {
      // biome-ignore lint/suspicious/noExplicitAny: an AsyncAPI document
      const found = reference.split('/').reduce<any>((inside, name) => inside?.[name], events);
      assert.ok(found, reference);
    }
  });

  it('has the webhooks of the OpenAPI document, with their headers and schemas', () => {
    const { messages, schemas } = events.components;
    for (const [name, { post }] of Object.entries<{ post: { parameters: { name: string }[] } }>(document.webhooks)) {
      assert.deepEqual(
        Object.keys(messages[name].headers.properties),
        post.parameters.map((parameter) => parameter.name),
      );
      assert.deepEqual(schemas[name], document.components.schemas[name]);
      assert.ok(name in events.channels.webhook.messages);
    }
  });
});

describe('the page that shows it', () => {
  it('loads its scripts from this service and may load nothing from elsewhere', async () => {
    const page = await api.call('GET', '/docs', { as: null });
    assert.equal(page.status, 200);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.ok(!/https?:|\*/.test(policy), policy);
    const scripts = [...page.body.matchAll(/<script src="([^"]+)"><\/script>/g)].map((match) => match[1]);
    assert.equal(scripts.length, 2);
    assert.ok(!/https?:\/\//.test(page.body));
    for (const script of scripts) {
      const answer = await api.call('GET', script, { as: null });
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/javascript/);
    }
  });

  it('gets its reader compressed where the browser accepts that', async () => {
    const answer = await api.server.inject({ url: '/docs/reader.js', headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.ok(answer.rawPayload.length < 2_000_000);
  });

  it('sends nothing home: no telemetry, no fonts, no proxy', async () => {
    const { body } = await api.call('GET', '/docs/start.js', { as: null });
    assert.match(body, /"telemetry":false/);
    assert.match(body, /"withDefaultFonts":false/);
    assert.ok(!body.includes('proxy'));
  });
});
