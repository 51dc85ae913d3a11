/**
 * The story of the OpenAPI document's examples, on a whole service: each request goes out as the document shows it, to
 * every operation, and is answered as the document shows. `examples.json` is the story; a new operation gets a request
 * there, in its place, and its answer from a run that renews them.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { type Example, readExamples } from '../../src/http/contract/examples.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { OPERATOR_KEY, type Service, startService, startWebhookSink } from '../harness.ts';
import { listenHttp } from '../net/servers.ts';
import { until } from '../until.ts';
import { createAuthenticator } from './authenticator.ts';
import { shapeOf } from './shape.ts';
import { createStandIns } from './stand-ins.ts';

const FILE = new URL('../../src/http/contract/examples.json', import.meta.url);
const RENEW = 'PARLEY_TEST_RENEW_EXAMPLES';
const HOW = `to record the answers anew: ${RENEW}=1 node test/run.ts test/api/examples.test.ts; then renew openapi.json`;

/** Without an example of their answer, and why. */
const NO_ANSWER: Record<string, string> = {
  getOpenapi: 'the document itself',
  getAsyncapi: 'the document itself',
  getFlowSchema: 'a schema, which says more than an excerpt of it',
  getFlowTestSchema: 'a schema, which says more than an excerpt of it',
  getMetrics: 'text of hundreds of lines, which docs/operate.md explains',
  readMedium: 'a file',
  lookAtMedium: 'a file',
  streamEvents: 'a stream, which does not end',
};
/** Without an example of their body. */
const NO_BODY: Record<string, string> = { uploadMedium: 'a file' };

type Content = Record<string, { schema: object; examples?: Record<string, { value: JsonValue }> }>;
type Operation = {
  operationId: string;
  parameters?: {
    name: string;
    in: 'path' | 'query' | 'header';
    required?: boolean;
    schema: { enum?: string[] };
    example?: string;
  }[];
  security: Record<string, string[]>[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Place = Operation & { method: string; pathTemplate: string };

// Named by steps that wait for them.
const MESSAGE = '01a15f90-0000-7000-8000-000000000001';
const REPLAY = 'replay_01a15f90-0000-7000-8000-000000000002';
const EXPLORATION = 'exploration_01a15f90-0000-7000-8000-000000000003';
const PHONE = '+12025550123';
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const examples = readExamples();
const recorded: Example[] = [];
const standIns = createStandIns();
const running = new AsyncDisposableStack();
const places = new Map<string, Place>();
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let document: any;
let service: Service;
/** What callers show, by the name of the security scheme. */
const shown: Record<string, Record<string, string>> = { operatorKey: { authorization: `Bearer ${OPERATOR_KEY}` } };
/** Of the webhook. */
let webhookStatus = 200;

before(async () => {
  service = running.use(await startService());
  const sink = running.use(await startWebhookSink(() => webhookStatus));
  const orders = running.use(await listenHttp(answerOrders));
  standIns.set(service.url, 'http://127.0.0.1:8080');
  standIns.set(new URL(sink.url).origin, 'https://shop.example');
  standIns.set(orders.url, 'https://orders.example');
  standIns.set(OPERATOR_KEY, 'operator_example');
  document = (await service.call('GET', '/openapi.json')).body;
  for (const [pathTemplate, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(methods).filter(([, { operationId }]) => operationId))
      places.set(operation.operationId, { ...operation, method: method.toUpperCase(), pathTemplate });
});
after(() => running.disposeAsync());

const answerOrders: RequestListener = (incoming, response) => {
  if (incoming.url === '/shop.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(GIF);
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"on its way"}');
};

const agentPath = (rest: string) => standIns.actual(`/agents/agent_cornershop0000000001${rest}`);
const body = async (path: string) => (await service.call('GET', path)).body;
const writes = (text: string) =>
  service.call('POST', `/emulator/handsets/${PHONE}/messages`, { agentId: agentPath('').slice(8), text });
const isForwarded = ({ status }: { status: string }) => status === 'FORWARDED';
/** Those of the sent message, of the user's and of the answer. */
const allForwarded = () =>
  until(async () => {
    const { events } = await body(agentPath('/events'));
    return events.length === 5 && events.every(isForwarded);
  }, 'five forwarded events');
const jobEnds = (path: string) =>
  until(async () => (await body(agentPath(path))).status === 'done', `the end of ${path}`);

/** Nothing gives up on an item for a test to see it: such rows are written. */
const addDeadLetters = (numbers: string[]) => service.app.context.sql`
  insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
  select 0, seq, ${agentPath('').slice(8)}, ${PHONE}, '{"kind":"send"}', 5, 'the connector never answered'
  from unnest(${numbers}::bigint[]) as seq`;

/** What happens outside of the API before a step. */
const BEFORE: Record<string, (example: Example) => Promise<unknown>> = {
  getMessage: () =>
    until(async () => {
      const { status, events } = await body(agentPath(`/messages/${MESSAGE}`));
      return status === 'DELIVERED' && events.length === 2 && events.every(isForwarded);
    }, 'the delivery, and its events'),
  async listConversations() {
    await writes('4711');
    await allForwarded();
  },
  /** Only a device can answer: it does, and its answer is known by the story's. */
  async createPasskey({ body: told }) {
    const headers = shown['consoleSession']!;
    const asked = await request(`${service.url}/session/passkeys/options`, { headers });
    const { id, response } = createAuthenticator(service.url).create((await asked.body.json()) as never);
    const { credential } = told as { credential: { id: string; response: Record<keyof typeof response, string> } };
    standIns.set(id, credential.id);
    standIns.set(response.clientDataJSON, credential.response.clientDataJSON);
    standIns.set(response.attestationObject, credential.response.attestationObject);
  },
  getReplay: () => jobEnds(`/replays/${REPLAY}`),
  getExploration: () => jobEnds(`/explorations/${EXPLORATION}`),
  /** The webhook refuses from here on. */
  async getFailureSummary() {
    await allForwarded();
    webhookStatus = 401;
    await writes('4712');
    await until(async () => {
      const { total, endpoints } = await body(agentPath('/failures/summary'));
      return total === 3 && endpoints[0].lastAcceptedAt !== null && endpoints[0].lastFailedAt !== null;
    }, 'the events of the message and of its answer');
  },
  listConsentChanges: ({ path }) =>
    until(
      async () => (await body(agentPath(`/conversations/${path!['phoneNumber']}/consent`))).changes.length > 0,
      'the change',
    ),
  async sendState({ name }) {
    if (name === 'ownId') await service.call('PUT', '/emulator/handsets/+12025550124', { online: false });
  },
  revokeMessage: ({ path }) =>
    until(async () => (await body(agentPath(`/messages/${path!['messageId']}`))).status === 'SENT', 'SENT'),
  /** The webhook accepts again. */
  async createRedelivery() {
    webhookStatus = 200;
  },
  listRedeliveries: () =>
    until(async () => (await body(agentPath('/redeliveries'))).redeliveries[0].state === 'DONE', 'the redelivery'),
  listDeadLetters: () => addDeadLetters(['1000001', '1000002']),
};

/** As the document shows it: its examples of parameters and body, with the ids of this run. */
async function send(example: Example): Promise<{ status: number; answer: JsonValue | undefined }> {
  const { method, pathTemplate, parameters = [], security } = places.get(example.operation)!;
  const given = { path: example.path, query: example.query, header: example.headers };
  const search = new URLSearchParams();
  const headers: Record<string, string> = { ...credentialsFor(example, security) };
  let path = pathTemplate;
  for (const { name, in: place } of parameters) {
    const value = given[place]?.[name];
    if (value === undefined) continue;
    const actual = standIns.actual(value);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(actual));
    else if (place === 'query') search.append(name, actual);
    else headers[name] = actual;
  }
  const [type] = Object.keys(places.get(example.operation)!.requestBody?.content ?? {});
  const sent = bodyOf(example, type);
  const query = search.size > 0 ? `?${search}` : '';
  const response = await request(service.url + path + query, {
    method: method as 'GET',
    headers: { ...headers, ...(sent !== undefined && { 'content-type': type! }) },
    ...(sent !== undefined && { body: sent }),
  });
  keepCookie(response.headers['set-cookie']);
  if (example.operation === 'streamEvents') {
    response.body.destroy();
    return { status: response.statusCode, answer: undefined };
  }
  const text = await response.body.text();
  const isJson = String(response.headers['content-type']).includes('json') && !(example.operation in NO_ANSWER);
  return { status: response.statusCode, answer: isJson ? JSON.parse(text) : undefined };
}

function bodyOf({ base64, body: given }: Example, type: string | undefined): string | Buffer | undefined {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (given === undefined) return undefined;
  const actual = standIns.actual(given);
  return type === 'application/json'
    ? JSON.stringify(actual)
    : `${new URLSearchParams(actual as Record<string, string>)}`;
}

/** The first scheme that the document names. */
function credentialsFor({ as }: Example, [first]: Operation['security']): Record<string, string> {
  if (as === 'nobody' || first === undefined) return {};
  const [scheme = ''] = Object.keys(first);
  assert.ok(scheme in shown, `nothing is known yet for ${scheme}`);
  return shown[scheme]!;
}

function keepCookie(set: string | string[] | undefined): void {
  const [cookie] = [set ?? []].flat();
  if (cookie) shown['consoleSession'] = { cookie: cookie.split(';')[0]! };
}

/** Credentials are those of the first that the story makes. */
function keepCredentials({ operation }: Example, answer: Record<string, string>): void {
  if (operation === 'createCredential') {
    const pair = Buffer.from(`${answer['clientId']}:${answer['clientSecret']}`).toString('base64');
    shown['clientBasic'] ??= { authorization: `Basic ${pair}` };
  }
  if (operation === 'createAccessToken') shown['accessToken'] ??= { authorization: `Bearer ${answer['access_token']}` };
}

describe('the examples', () => {
  it(`are answered as they were recorded (${HOW})`, async () => {
    const faults: string[] = [];
    for (const [index, example] of examples.entries()) {
      if (example.status < 400) await BEFORE[example.operation]?.(example);
      const { answer: _, ...asked } = example;
      standIns.keep(asked);
      const { status, answer } = await send(example);
      const step = `${index} ${example.operation}`;
      assert.equal(status, example.status, `${step}: ${JSON.stringify(answer)}`);
      keepCredentials(example, answer as never);
      standIns.learn(example.answer, answer);
      const place = `${example.operation} ${example.name ?? ''}`;
      const told = answer === undefined ? undefined : standIns.recorded(answer, place, index);
      recorded.push({ ...asked, ...(told !== undefined && { answer: told }) });
      const [was, is] = [example.answer, told].map((one) => JSON.stringify(shapeOf(one)));
      if (was !== is) faults.push(`${step}: recorded ${was}, now ${is}`);
    }
    if (process.env[RENEW]) await writeFile(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    else assert.deepEqual(faults, []);
  });

  it('are those of the document, with everything that a request needs', () => {
    const successes = examples.filter(({ status }) => status < 400).reverse();
    const first = new Map(successes.map((one): [string, Example] => [one.operation, one]));
    for (const { operationId, parameters = [], requestBody } of places.values()) {
      const example = first.get(operationId);
      assert.ok(
        example,
        `examples.json has no request of ${operationId}: add one where it fits into the story. ${HOW}`,
      );
      const given = { path: example.path, query: example.query, header: example.headers };
      for (const { name, in: place, required, example: shownExample } of parameters) {
        const value = given[place]?.[name];
        assert.ok(value !== undefined || !required, `${operationId} has no ${name}`);
        if (value !== undefined) assert.equal(String(shownExample), value, `${operationId} ${name}`);
      }
      const bodies = Object.values(requestBody?.content ?? {}).flatMap((media) => Object.values(media.examples ?? {}));
      assert.equal(bodies.length > 0, requestBody !== undefined && !(operationId in NO_BODY), `${operationId}: body`);
      if (bodies[0]) assert.deepEqual(bodies[0].value, example.body, operationId);
    }
  });

  it('are all that readers put into the commands they print: no filter is made up', () => {
    const successes = examples.filter(({ status }) => status < 400).reverse();
    const first = new Map(successes.map((one): [string, Example] => [one.operation, one]));
    for (const { operationId, parameters = [] } of places.values())
      for (const { name, in: place, schema, example = schema.enum?.[0] } of parameters)
        if (place === 'query' && example !== undefined)
          assert.equal(String(example), first.get(operationId)!.query?.[name], `${operationId} ${name}`);
  });

  it('show an answer of every operation', () => {
    for (const { operationId, responses } of places.values()) {
      const contents = Object.entries(responses).filter(([status]) => status < '300');
      const shown = contents.flatMap(([, { content = {} }]) => Object.values(content).map(({ examples }) => examples));
      const isExpected = contents.some(([, { content }]) => content) && !(operationId in NO_ANSWER);
      assert.equal(shown.length > 0 && shown.every((one) => one !== undefined), isExpected, `${operationId}. ${HOW}`);
    }
  });

  it('fit their schemas, and problems those of problems', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
    ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } });
    let fitted = 0;
    const fits = (schema: object, value: JsonValue, what: string) => {
      const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
      assert.ok(ajv.validate(inDocument, value), `${what}: ${ajv.errorsText()}`);
      fitted += 1;
    };
    for (const { operationId, requestBody, responses } of places.values())
      for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)] as { content?: Content }[])
        for (const { schema, examples = {} } of Object.values(content))
          for (const { value } of Object.values(examples)) if (value !== undefined) fits(schema, value, operationId);
    assert.ok(fitted > 100, String(fitted));
  });
});
