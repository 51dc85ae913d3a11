/**
 * Random requests to every operation of the OpenAPI document: the response is never a 5xx, has a status that the
 * document declares, and the declared shape. `PARLEY_TEST_FUZZ_CASES` sets how many are tried (3,000 otherwise),
 * `PARLEY_TEST_FUZZ_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type Dispatcher, request } from 'undici';
import { createAgent, createStates, OPERATOR_KEY, type Service, startService } from '../harness.ts';
import { SEED } from './seed.ts';

const CASES = Number(process.env['PARLEY_TEST_FUZZ_CASES'] ?? 3_000);
/** A slower response counts as none. */
const PATIENCE_MS = 30_000;
/** Concurrent requests. */
const WIDTH = 32;
const PHONE = '+15550100001';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Schema = Record<string, unknown>;
type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
  answers: Map<string, Schema | null>;
};
type Case = { operation: Operation; url: string; headers: Record<string, string>; body: string | undefined };

let service: Service;
let operations: Operation[];
let document: { components: { schemas: Record<string, Schema> } };
const ids: Record<string, string> = {};

/** Endless responses, and operations that would remove what the other cases need. */
const LEFT_OUT = /\/stream$/;
const KEEPS = /^DELETE \/(agents\/\{agentId\}|brands\/\{brandId\}|credentials\/\{clientId\})$/;

before(async () => {
  service = await startService();
  ids['agentId'] = await createAgent(service);
  ids['phoneNumber'] = PHONE;
  ids['stateId'] = 'hello';
  await createStates(service, ids['agentId'], { hello: { template: { contentMessage: { text: 'Hello' } } } });
  document = (await service.call('GET', '/openapi.json')).body;
  operations = readOperations(document as never);
});
after(() => service[Symbol.asyncDispose]());

function readOperations({ paths }: { paths: Record<string, Record<string, Schema>> }): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, found]) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), found }))
      .filter(({ name }) => !LEFT_OUT.test(name) && !KEEPS.test(name))
      .map(({ method, found }): Operation => {
        const {
          parameters = [],
          requestBody,
          responses,
        } = found as {
          parameters?: Operation['parameters'];
          requestBody?: { content: Record<string, { schema: Schema }> };
          responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
        };
        return {
          method,
          path,
          parameters,
          body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
          answers: new Map(
            Object.entries(responses).map(([status, { content }]) => [
              status,
              Object.values(content ?? {})[0]?.schema ?? null,
            ]),
          ),
        };
      }),
  );
}

/** Any except a lone surrogate. fast-check's own `unit: 'binary'` lists them all first, which takes a second. */
const character = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** Strings that break things, and ordinary ones. */
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.array(character, { maxLength: 20 }).map((characters) => characters.join('')),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../..',
    '%00',
    '{{ x',
    '{% for i in (1..99999999) %}x{% endfor %}',
    "'; drop table agent; --",
    '__proto__',
    '💥'.repeat(50),
    PHONE,
    '$..*',
    'a'.repeat(5000),
    '1e999',
    'NaN',
    '-0',
  ),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}) },
) as fc.Arbitrary<Json>;

/** As in an address; an object with its own `toString` has no other text. */
const asText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Values that usually fit a schema, with an occasional fault. */
function fitting(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const {
    $ref,
    type,
    enum: values,
    properties,
    items,
    anyOf,
    oneOf,
    required = [],
    additionalProperties,
  } = schema as {
    $ref?: string;
    type?: string;
    enum?: Json[];
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    oneOf?: Schema[];
    required?: string[];
    additionalProperties?: Schema | boolean;
  };
  const wrongNowAndThen = (right: fc.Arbitrary<Json>) =>
    fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything });
  if (depth > 6) return anything;
  if ($ref) return fitting(document.components.schemas[$ref.split('/').at(-1)!]!, depth);
  if (values) return wrongNowAndThen(fc.constantFrom(...values));
  const choices = anyOf ?? oneOf;
  if (choices && properties) {
    // Fields of which an object needs one: those of other choices are left out where only one is allowed.
    const chosen = choices.map(({ required: [field] = [] }: { required?: string[] }) => {
      const others = oneOf ? choices.flatMap((other) => (other as { required: string[] }).required) : [];
      const left = Object.entries(properties).filter(([name]) => name === field || !others.includes(name));
      return {
        ...schema,
        anyOf: undefined,
        oneOf: undefined,
        properties: Object.fromEntries(left),
        required: [...required, field!],
      };
    });
    return wrongNowAndThen(fc.oneof(...chosen.map((choice) => fitting(choice, depth))));
  }
  if (choices) return wrongNowAndThen(fc.oneof(...choices.map((choice) => fitting({ ...choice }, depth + 1))));
  if (properties) {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, fitting(field, depth + 1)]),
    );
    const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) as fc.Arbitrary<Json>;
    const more = fc
      .tuple(whole, fc.dictionary(text, anything, { maxKeys: 1 }))
      .map(([object, extra]) => ({ ...(object as object), ...extra }) as Json);
    return wrongNowAndThen(fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: more }));
  }
  if (type === 'array')
    return wrongNowAndThen(fc.array(items ? fitting(items, depth + 1) : anything, { maxLength: 4 }));
  if (type === 'integer' || type === 'number')
    return wrongNowAndThen(fc.oneof(fc.integer(), fc.double({ noNaN: true })));
  if (type === 'boolean') return wrongNowAndThen(fc.boolean());
  if (type === 'object') {
    const field = typeof additionalProperties === 'object' ? fitting(additionalProperties, depth + 1) : anything;
    return wrongNowAndThen(fc.dictionary(text, field, { maxKeys: 3 }));
  }
  if (type === 'string')
    return wrongNowAndThen(
      fc.oneof(text, fc.constantFrom('hello', 'a.b', 'https://example.com/x', '600s', '2026-01-02T03:04:05Z', PHONE)),
    );
  return anything;
}

function caseOf(operation: Operation): fc.Arbitrary<Case> {
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const inQuery = operation.parameters.filter(({ in: place }) => place === 'query');
  const known = (name: string, schema: Schema) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(ids[name] ?? 'hello') },
      { weight: 1, arbitrary: fitting(schema).map(asText) },
      { weight: 1, arbitrary: text },
    );
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, fc.oneof(fitting(schema).map(asText), text)])),
    { requiredKeys: [] },
  );
  const body = operation.body
    ? fc.oneof(
        { weight: 20, arbitrary: fitting(operation.body).map((value) => JSON.stringify(value)) },
        { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: text },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value)) },
      );
  const type = fc.oneof(
    { weight: 30, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'multipart/form-data',
        'x',
      ),
    },
  );
  const authorization = fc.oneof(
    { weight: 30, arbitrary: fc.constant(`Bearer ${OPERATOR_KEY}`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Bearer', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'x'.repeat(9000)}`) },
  );
  return fc
    .record({
      path: fc.tuple(...inPath.map(({ name, schema }) => known(name, schema))),
      query,
      body,
      type,
      authorization,
    })
    .map(({ path, query: asked, body: sent, type: contentType, authorization: shown }): Case => {
      let place = operation.path;
      for (const [index, { name }] of inPath.entries()) place = place.replace(`{${name}}`, encode(path[index]!));
      const search = Object.entries(asked)
        .map(([name, value]) => `${name}=${encode(String(value))}`)
        .join('&');
      return {
        operation,
        url: search ? `${place}?${search}` : place,
        headers: { ...(shown && { authorization: shown }), ...(sent !== undefined && { 'content-type': contentType }) },
        body: operation.method === 'GET' ? undefined : sent,
      };
    });
}

/** An address cannot hold lone surrogates; anything else it can. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

const shortened = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

/** Statuses allowed everywhere, on top of those that the operation declares. */
const ANYWHERE = new Set(['400', '404', '405', '413', '415', '431']);

test('each operation, of the emulator as well, has an id of its own, and says who may call it', () => {
  const { paths } = document as never as { paths: Record<string, Record<string, Schema>> };
  const found = Object.values(paths).flatMap((methods) => Object.values(methods)) as Schema[];
  const operationIds = found.map(({ operationId }) => operationId);
  assert.ok(operationIds.includes('writeAsUser'));
  assert.ok(!operationIds.includes(undefined));
  assert.equal(new Set(operationIds).size, operationIds.length);
  for (const { operationId, security } of found) assert.ok(Array.isArray(security), String(operationId));
});

test(`${CASES.toLocaleString('en')} random requests get a declared answer, and never a 5xx`, async (context) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: document.components } as Schema);
  // Most operations fail in the same shapes.
  const checks = new Map<string, (value: unknown) => boolean>();
  const texts = new Map<Schema, string>();
  const fits = (schema: Schema, value: unknown) => {
    const text = texts.get(schema) ?? JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    texts.set(schema, text);
    const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
    checks.set(text, check);
    return check(value);
  };
  const statuses = new Map<number, number>();
  const faults: string[] = [];

  async function judge({ operation, url, headers, body }: Case): Promise<void> {
    const response = await request(service.url + url, {
      method: operation.method as Dispatcher.HttpMethod,
      headers,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
      ...(body !== undefined && { body }),
    });
    const answered = await response.body.text();
    const status = response.statusCode;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fault = (what: string) =>
      faults.push(
        `${what}: ${operation.method} ${shortened(url)} ${shortened(JSON.stringify(headers))} ${shortened(body ?? '')} → ${status} ${shortened(answered)}`,
      );
    if (status >= 500) fault('a 5xx');
    const declared = [String(status), `${String(status)[0]}XX`].find((key) => operation.answers.has(key));
    if (status < 500 && !declared && !ANYWHERE.has(String(status))) fault('an undeclared status');
    const schema = declared && operation.answers.get(declared);
    const isJson = String(response.headers['content-type']).includes('json');
    if (schema && isJson && !fits(schema, JSON.parse(answered))) fault('an undeclared shape');
    if (status >= 400 && !isJson) fault('a refusal that is no problem document');
  }

  const each = Math.ceil(CASES / operations.length);
  const cases = operations.flatMap((operation, index) =>
    fc.sample(caseOf(operation), { numRuns: each, seed: SEED + index }),
  );
  let next = 0;
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      while (next < cases.length && faults.length < 5) await judge(cases[next++]!);
    }),
  );
  context.diagnostic(
    `seed ${SEED}; ${operations.length} operations; answers ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
  );
  assert.deepEqual(faults, [], `with PARLEY_TEST_FUZZ_SEED=${SEED}`);
});
