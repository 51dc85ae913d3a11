/** A whole service for a test: the real one, on free ports, with its own database and a built-in emulator. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dispatcher, request } from 'undici';
import { requestToken } from '#client';
import { type App, startApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { createTestDatabase } from './database.ts';
import { until } from './until.ts';

export const OPERATOR_KEY = 'operator-key-of-the-tests';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of the body
  body: any;
};

export type Service = AsyncDisposable & {
  app: App;
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** One request with the operator key or the given token; a body is sent as JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
};

const silence = () => createLog({ level: process.env['LOG_LEVEL'] ?? 'silent', pretty: false });

/** Starts a service. `overrides` are fields of its configuration. */
export async function startService(overrides: Partial<Config> = {}, log = silence()): Promise<Service> {
  await using starting = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = overrides.databaseUrl ?? starting.use(await createTestDatabase()).url;
  const config: Config = {
    ...readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PARLEY_OPERATOR_KEY: OPERATOR_KEY }),
    ...overrides,
  };
  const app = starting.use(await startApp(config, log));
  const running = starting.move();
  return {
    app,
    url: app.url,
    dataDir,
    databaseUrl,
    call: (method, path, body, options) => call(app.url, method, path, body, options),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Plain requests, not the client: tests send what no client would send, and examine the raw response. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await request(url + path, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      authorization: `Bearer ${options.token ?? OPERATOR_KEY}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  const headers = new Headers(
    Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  );
  const isJson = headers.get('content-type')?.includes('json');
  return { status: response.statusCode, headers, body: isJson ? JSON.parse(text) : text };
}

/** The body of a response that must have the status. */
export function expectStatus(answer: Answer, status: number): Answer['body'] {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** A client of the default account: its access token, obtained as clients do. */
export async function clientToken(service: Pick<Service, 'url' | 'call'>): Promise<string> {
  return requestToken(service.url, expectStatus(await service.call('POST', '/credentials', { name: 'test' }), 201));
}

/** An agent of a new brand, launched by default. Returns its id. */
export async function createAgent(
  service: Pick<Service, 'call'>,
  options: { accountId?: string; config?: object; useCase?: string; launched?: boolean } = {},
): Promise<string> {
  const { accountId = 'default' } = options;
  const { brandId } = expectStatus(await service.call('POST', '/brands', { name: 'Acme', accountId }), 201);
  const { agentId } = expectStatus(
    await service.call('POST', '/agents', {
      name: 'Acme bot',
      brandId,
      useCase: options.useCase ?? 'TRANSACTIONAL',
      config: options.config ?? {},
    }),
    201,
  );
  if (options.launched !== false) expectStatus(await service.call('POST', `/agents/${agentId}/launch`, {}), 200);
  return agentId;
}

export async function createStates(
  service: Pick<Service, 'call'>,
  agentId: string,
  states: Record<string, object>,
): Promise<void> {
  for (const [stateId, body] of Object.entries(states)) {
    expectStatus(await service.call('POST', `/agents/${agentId}/states/${stateId}`, body), 201);
  }
}

export type ReceivedWebhook = {
  url: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Answer['body'];
  at: number;
};

export type WebhookSink = AsyncDisposable & {
  url: string;
  received: ReceivedWebhook[];
  /** Resolves with the first received webhook that matches, now or later. */
  wait(matches: (webhook: ReceivedWebhook) => boolean, what: string): Promise<ReceivedWebhook>;
};

/** A client's webhook endpoint; `answer` decides the status, 200 without it. */
export async function startWebhookSink(answer: (webhook: ReceivedWebhook) => number = () => 200): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const webhook = {
      url: request.url!,
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString()),
      at: performance.now(),
    };
    received.push(webhook);
    response.writeHead(answer(webhook)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    wait: (matches, what) => until(() => received.find(matches), `the webhook "${what}"`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NUMBERS = 10_000_000;
let lastNumber = randomInt(NUMBERS);

/** A number that no other test uses: counted on, since of some thousand drawn at random two are soon the same. */
export function newPhoneNumber(): string {
  lastNumber = (lastNumber + 1) % NUMBERS;
  return `+1555${String(lastNumber).padStart(7, '0')}`;
}
