/** The API alone, with its own database: lanes, platform, forwarding and engine are stand-ins. */
import { randomBytes } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { openAgentCache } from '../../src/agent-cache.ts';
import { readConfig } from '../../src/config.ts';
import { createConnectors } from '../../src/connectors/index.ts';
import type { Context } from '../../src/context.ts';
import { createStateChecker } from '../../src/engine/check.ts';
import { createFunnelCounter } from '../../src/engine/funnel.ts';
import { createPreviewer } from '../../src/engine/preview.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { writeTest } from '../../src/engine/scenario/from-turns.ts';
import { createSuiteRunner } from '../../src/engine/scenario/suite.ts';
import { createFlowVerifier } from '../../src/engine/verify/verify.ts';
import { createWorkThreads } from '../../src/engine/work-threads.ts';
import { SCHEMAS } from '../../src/http/contract/schemas.ts';
import type { Server } from '../../src/http/fastify.ts';
import { createServer } from '../../src/http/server.ts';
import type { Lanes } from '../../src/lanes/lanes.ts';
import { createLog } from '../../src/log.ts';
import type { Person } from '../../src/model/person.ts';
import type { Role } from '../../src/model/role.ts';
import { createOutbound } from '../../src/net/outbound.ts';
import { createEncryption } from '../../src/secrets/encryption.ts';
import { findAuthenticationSecrets } from '../../src/store/authentications.ts';
import { findConnector } from '../../src/store/connectors.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createTestDatabase } from '../database.ts';

export const OPERATOR_KEY = 'operator-key-of-the-tests';

export type Api = AsyncDisposable & {
  context: Context;
  server: Server;
  /** One request; a body that is neither text nor bytes is sent as JSON. `as` is a token, the operator's if absent. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
};

type CallOptions = { as?: string | null; body?: unknown; headers?: Record<string, string | string[]> };

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of the body
  body: any;
};

/** A part that a test of the API must not reach. */
function absent<Part extends object>(name: string, known: Partial<Part> = {}): Part {
  return new Proxy(known as Part, {
    get(target, property) {
      if (property in target) return target[property as keyof Part];
      throw new Error(`a test of the API alone used ${name}.${String(property)}`);
    },
  });
}

/** `overrides` are parts of the context. */
export async function startApi(overrides: Partial<Context> = {}): Promise<Api> {
  await using starting = new AsyncDisposableStack();
  const { sql } = starting.use(await createTestDatabase());
  const encryption = createEncryption([randomBytes(32)]);
  const outbound = starting.use(createOutbound({ network: 'any' }));
  const sandbox = starting.use(createSandbox());
  const threads = starting.use(createWorkThreads());
  const context: Context = {
    config: readConfig({ PORT: '0' }),
    log: createLog({ level: 'silent', pretty: false }),
    metrics: createMetrics(),
    tracing: null,
    sql,
    now: () => new Date(),
    databaseNow: () => new Date(),
    encryption,
    catalog: starting.use(await openAgentCache(sql)),
    outbound,
    media: absent('media'),
    connectors: createConnectors({
      outbound,
      log: createLog({ level: 'silent', pretty: false }),
      userAgent: 'Parley/test',
      now: () => new Date(),
      takeTokens: async () => true,
      findConnector: (accountId, connectorId) => findConnector(sql, accountId, connectorId),
      findCredential: (accountId, id) => findAuthenticationSecrets(sql, encryption, accountId, id),
    }),
    transport: absent('transport'),
    lanes: absent<Lanes>('lanes', { processId: 'this', owned: () => [], idle: () => [] }),
    forwarder: absent('forwarder'),
    redeliverer: { wake() {} },
    sandbox,
    consoleFolder: '/nowhere',
    checkState: createStateChecker(sandbox),
    preview: createPreviewer(sandbox),
    runSuite: createSuiteRunner(threads),
    writeTest,
    replay: absent('replay'),
    pace: absent('pace'),
    createFunnelCounter,
    explore: absent('explore'),
    jobs: { wake: () => {} },
    verifyFlow: createFlowVerifier(sandbox),
    installation: '0123456789ab',
    operatorKey: OPERATOR_KEY,
    publicUrl: () => 'http://parley.test',
    ...overrides,
  };
  const server = await createServer(context);
  checkAnswers(server);
  starting.defer(() => server.close());
  await server.ready();
  const running = starting.move();
  return {
    context,
    server,
    call: (method, path, options) => call(server, method, path, options),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The schemas of `schemas.ts`, under the names in its references. */
const REFERENCES = {
  ...Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [`${name}#`, schema])),
  'ContentMessage#': Type.Object({}),
};

/** Every response in every test must match its route's declaration, from which the OpenAPI document is generated. */
function checkAnswers(server: Server): void {
  server.addHook('preSerialization', async (request, reply, payload) => {
    const declared = request.routeOptions.schema?.response as Record<number, TSchema> | undefined;
    const schema = declared?.[reply.statusCode];
    if (schema && !Value.Check(REFERENCES, schema, payload)) {
      const faults = Value.Errors(REFERENCES, schema, payload).map((fault) => `${fault.instancePath} ${fault.message}`);
      throw new Error(`${request.method} ${request.routeOptions.url} does not answer what it declares: ${faults}`);
    }
    return payload;
  });
}

async function call(server: Server, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { as = OPERATOR_KEY, body, headers } = options;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await server.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(as !== null && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
  });
  const isJson = response.payload !== '' && String(response.headers['content-type']).includes('json');
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.payload };
}

/** A new client: its credential and an access token. Of the account `default` unless another is named. */
export async function createClient({ call, server }: Pick<Api, 'call' | 'server'>, accountId = 'default') {
  const { body: credential } = await call('POST', '/credentials', { body: { name: 'a test', accountId } });
  const token = await server.accessTokens.sign(credential.clientId, accountId);
  return { ...credential, token } as { clientId: string; clientSecret: string; token: string };
}

/** A new person who is logged in; `headers` are those of a request that the console makes in their session. */
export async function createPerson({ call }: Pick<Api, 'call'>, role: Role) {
  const email = `${role}-${randomBytes(4).toString('hex')}@acme.example`;
  const { body: person } = await call('POST', '/people', { body: { name: `The ${role}`, email, role } });
  const { body: link } = await call('POST', '/log-in-links', { body: { personId: person.personId } });
  const linkToken = new URL(link.url).hash.slice(1);
  const { headers } = await call('POST', '/session', { as: null, body: { linkToken } });
  const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
  return { ...(person as Person), headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-parley-console': '1' } };
}

/** Makes the API listen on a free port, for what only real HTTP shows. Returns its address. */
export async function listen({ server }: Pick<Api, 'server'>): Promise<string> {
  return server.listen({ host: '127.0.0.1', port: 0 });
}

/** A clock that a test advances: starts at the present, whole second. */
export function testClock(): { now: () => Date; advance: (ms: number) => void } {
  let nowMs = Math.floor(Date.now() / 1000) * 1000;
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
