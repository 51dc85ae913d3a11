/**
 * The story of the OpenAPI document's examples, played on a whole service: each request of `examples.json` in its turn, as the
 * document shows it, and what has to happen outside of the API between two of them.
 */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { request } from 'undici';
import { type Example, readExamples } from '../../src/http/contract/examples.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { OPERATOR_KEY, type Service, startService, startWebhookSink } from '../harness.ts';
import { listenHttp } from '../net/servers.ts';
import { createStandIns, type StandIns } from './stand-ins.ts';
import { type Credentials, createSurroundings, type Webhook } from './story-surroundings.ts';

/** Without an example of their answer, and why. */
export const NO_ANSWER: Record<string, string> = {
  getOpenapi: 'the document itself',
  getAsyncapi: 'the document itself',
  getFlowSchema: 'a schema, which says more than an excerpt of it',
  getFlowTestSchema: 'a schema, which says more than an excerpt of it',
  getMetrics: 'text of hundreds of lines, which docs/operate.md explains',
  readMedium: 'a file',
  lookAtMedium: 'a file',
  streamEvents: 'a stream, which does not end',
};

export type Content = Record<string, { schema: object; examples?: Record<string, { value: JsonValue }> }>;
type Operation = {
  operationId: string;
  tags: string[];
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
export type Place = Operation & { method: string; pathTemplate: string };

/** A request with the values of this run. */
export type Asked = { method: string; url: string; headers: Record<string, string>; body?: string | Buffer };
export type Answered = { status: number; type: string; cookies: string[]; text: string };
/** One request of the story; `told` is its answer with stand-ins, as it is recorded. */
type Step = { example: Example; index: number; told?: JsonValue };
type Send = (example: Example, asked: Asked) => Promise<Answered>;

export type Story = AsyncDisposable & {
  service: Service;
  standIns: StandIns;
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
  document: any;
  /** By operation. */
  places: Map<string, Place>;
  /** Each request in its turn, by `send` where it is not sent as it is. A step that is answered otherwise ends the story. */
  play(send?: Send): AsyncGenerator<Step>;
};

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const answerOrders: RequestListener = (incoming, response) => {
  if (incoming.url === '/shop.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(GIF);
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"on its way"}');
};

/** The first request of each operation that is answered with success: the one that the document shows. */
export const shownExamples = (): Map<string, Example> =>
  new Map(
    readExamples()
      .filter(({ status }) => status < 400)
      .reverse()
      .map((example) => [example.operation, example]),
  );

export async function startStory(): Promise<Story> {
  await using starting = new AsyncDisposableStack();
  const service = starting.use(await startService());
  const webhook: Webhook = { status: 200 };
  const sink = starting.use(await startWebhookSink(() => webhook.status));
  const orders = starting.use(await listenHttp(answerOrders));
  const standIns = createStandIns();
  standIns.set(service.url, 'http://127.0.0.1:8080');
  standIns.set(new URL(sink.url).origin, 'https://shop.example');
  standIns.set(orders.url, 'https://orders.example');
  standIns.set(OPERATOR_KEY, 'operator_example');
  const credentials: Credentials = { operatorKey: { authorization: `Bearer ${OPERATOR_KEY}` } };
  const surroundings = createSurroundings({ service, standIns, webhook, credentials });
  const document = (await service.call('GET', '/openapi.json')).body;
  const places = placesOf(document);
  const running = starting.move();

  async function* play(send: Send = sendAsItIs): AsyncGenerator<Step> {
    for (const [index, example] of readExamples().entries()) {
      if (example.status < 400) await surroundings[example.operation]?.(example);
      const { answer: recorded, ...given } = example;
      standIns.keep(given);
      const answered = await send(example, askedBy(example));
      keepCookie(credentials, answered.cookies);
      const isTold = answered.type.includes('json') && !(example.operation in NO_ANSWER);
      const answer: JsonValue | undefined = isTold ? JSON.parse(answered.text) : undefined;
      assert.equal(answered.status, example.status, `${index} ${example.operation}: ${answered.text}`);
      keepCredentials(credentials, example, answer as never);
      standIns.learn(recorded, answer);
      const place = `${example.operation} ${example.name ?? ''}`;
      const told = answer === undefined ? undefined : standIns.recorded(answer, place, index);
      yield { example, index, ...(told !== undefined && { told }) };
    }
  }

  /** As the document shows it: its examples of parameters and body, with the values of this run. */
  function askedBy(example: Example): Asked {
    const { method, pathTemplate, parameters = [], security, requestBody } = places.get(example.operation)!;
    const given = { path: example.path, query: example.query, header: example.headers };
    const search = new URLSearchParams();
    const headers: Record<string, string> = { ...credentialsFor(credentials, example, security) };
    let path = pathTemplate;
    for (const { name, in: place } of parameters) {
      const value = given[place]?.[name];
      if (value === undefined) continue;
      const actual = standIns.actual(value);
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(actual));
      else if (place === 'query') search.append(name, actual);
      else headers[name] = actual;
    }
    const [type = ''] = Object.keys(requestBody?.content ?? {});
    const body = bodyOf(standIns.actual(example), type);
    if (body !== undefined) headers['content-type'] = type;
    const url = service.url + path + (search.size > 0 ? `?${search}` : '');
    return { method, url, headers, ...(body !== undefined && { body }) };
  }

  return { service, standIns, document, places, play, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function placesOf(document: { paths: Record<string, Record<string, Operation>> }): Map<string, Place> {
  const places = Object.entries(document.paths).flatMap(([pathTemplate, methods]) =>
    Object.entries(methods).map(([method, one]): Place => ({ ...one, method: method.toUpperCase(), pathTemplate })),
  );
  // The emulator's are told of in docs/emulator.md, and not in the openapi.json of the repository.
  const told = places.filter(({ operationId, tags }) => operationId && !tags.includes('Emulator'));
  return new Map(told.map((place) => [place.operationId, place]));
}

export async function sendAsItIs({ operation }: Example, { method, url, headers, body }: Asked): Promise<Answered> {
  const response = await request(url, { method: method as 'GET', headers, ...(body !== undefined && { body }) });
  const cookies = [response.headers['set-cookie'] ?? []].flat();
  const answered = { status: response.statusCode, type: String(response.headers['content-type']), cookies, text: '' };
  if (operation !== 'streamEvents') return { ...answered, text: await response.body.text() };
  response.body.destroy();
  return answered;
}

function bodyOf({ base64, body }: Example, type: string): string | Buffer | undefined {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (body === undefined) return undefined;
  return type === 'application/json' ? JSON.stringify(body) : `${new URLSearchParams(body as Record<string, string>)}`;
}

/** The first scheme that the document names. */
function credentialsFor(known: Credentials, { as }: Example, [first]: Operation['security']): Record<string, string> {
  if (as === 'nobody' || first === undefined) return {};
  const [scheme = ''] = Object.keys(first);
  assert.ok(scheme in known, `nothing is known yet for ${scheme}`);
  return known[scheme]!;
}

function keepCookie(credentials: Credentials, [cookie]: string[]): void {
  if (cookie) credentials['consoleSession'] = { cookie: cookie.split(';')[0]! };
}

/** Credentials are those of the first that the story makes. */
function keepCredentials(credentials: Credentials, { operation }: Example, answer: Record<string, string>): void {
  if (operation === 'createCredential') {
    const pair = Buffer.from(`${answer['clientId']}:${answer['clientSecret']}`).toString('base64');
    credentials['clientBasic'] ??= { authorization: `Basic ${pair}` };
  }
  if (operation === 'createAccessToken')
    credentials['accessToken'] ??= { authorization: `Bearer ${answer['access_token']}` };
}
