/** Traces: one from the request to the webhook, over a kill in the middle of a turn; and nothing at all while they are off. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { freePort } from '../../src/postgres/free-port.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { openTracing } from '../../src/telemetry/otlp.ts';
import { readTracing } from '../../src/telemetry/tracing-settings.ts';
import { parseTraceparent } from '../../src/traced.ts';
import { createTestDatabase } from '../database.ts';
import {
  call,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type ReceivedWebhook,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { startPlatform, startServiceProcess } from '../proof/service-process.ts';
import { until } from '../until.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`;

/** What OTLP's JSON says of a span, as far as it is asserted. */
type ReceivedSpan = { name: string; traceId: string; spanId: string; parentSpanId?: string };

/** A server on a free port; `answer` gets the headers and the body of each request. */
async function startServer(
  answer: (headers: Record<string, unknown>, body: string) => Promise<object> | object,
  status = 200,
) {
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const json = JSON.stringify(await answer(request.headers, Buffer.concat(chunks as Buffer[]).toString()));
    response.writeHead(status, { 'content-type': 'application/json' }).end(json);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a trace goes on in another process when the first is killed in the middle of a turn', async () => {
  const spans: ReceivedSpan[] = [];
  await using collector = await startServer((_headers, body) => {
    assert.doesNotMatch(body, /\+?1555\d{7}|Ada/, 'no phone number and no parameter leaves with a span');
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    return {};
  });
  const asked: unknown[] = [];
  await using shop = await startServer(async ({ traceparent }) => {
    asked.push(traceparent);
    // The first call never gets an answer: its process is killed meanwhile.
    if (asked.length === 1) await new Promise(() => {});
    return {};
  });
  await using database = await createTestDatabase();
  await using emulator = await startPlatform();
  let isDown = false;
  await using sink = await startWebhookSink(() => (isDown ? 503 : 200));
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-traces-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = () =>
    startServiceProcess(url, {
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, RCS_EMULATOR_URL: emulator.url },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      FORWARD_DELAYS_SECONDS: '0,1,1,1,1,1,1,1',
    });
  let service = await start();
  await using _service = { [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };

  const client = { call: (method: string, path: string, body?: unknown) => call(url, method, path, body) };
  const agentId = await createAgent(client, { config: { eventForwardUrl: sink.url, defaultState: 'note' } });
  const data = { method: 'GET', url: shop.url };
  await createStates(client, agentId, {
    note: {
      operations: [{ connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'x', data }],
      template: { contentMessage: { text: 'Hello {{ params.name }}' } },
    },
  });
  const phoneNumber = newPhoneNumber();
  const path = `/agents/${agentId}/states/note/send/${phoneNumber}`;
  const headers = { traceparent: CALLER };
  const { messageId } = expectStatus(await call(url, 'POST', path, { params: { name: 'Ada' } }, { headers }), 200);

  const found = (name: string, above?: { spanId: string }) =>
    until(
      () => spans.find((span) => span.name === name && (!above || span.parentSpanId === above.spanId)),
      `the span ${name}`,
    );
  const request = await found('POST /agents/:agentId/states/:stateId/send/:phoneNumber');
  assert.equal(request.traceId, TRACE_ID);
  assert.equal(request.parentSpanId, parseTraceparent(CALLER)?.spanId);
  await found('inbox append', request);
  await until(() => asked.length === 1, 'the first call of the operation');
  await service.kill();
  assert.ok(!spans.some(({ name }) => name === 'turn'), 'the first process did not end the turn');
  service = await start();

  const turn = await found('turn', request);
  const operation = await found('operation http', turn);
  const dispatch = await found('dispatch', turn);
  const forward = await found('forward', dispatch);
  for (const { traceId } of [turn, operation, dispatch, forward]) assert.equal(traceId, TRACE_ID);
  assert.equal(parseTraceparent(asked[1])?.spanId, operation.spanId);
  const sent = await sink.wait(({ body }) => body.messageId === messageId && body.eventType === 'SENT', 'SENT');
  assert.equal(parseTraceparent(sent.headers['traceparent'])?.spanId, forward.spanId);

  const { messageId: saidId } = expectStatus(
    await call(emulator.url, 'POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, text: 'hi' }),
    200,
  );
  const said = await sink.wait(({ body }) => body.messageId === saidId, 'what the user said');
  const told = parseTraceparent(said.headers['traceparent'])!;
  const forwarded = await until(() => spans.find(({ spanId }) => spanId === told.spanId), 'its forward');
  const replying = await until(() => spans.find(({ spanId }) => spanId === forwarded.parentSpanId), 'its turn');
  assert.equal(replying.name, 'turn');
  const webhook = await until(() => spans.find(({ spanId }) => spanId === replying.parentSpanId), 'its request');
  assert.equal(webhook.name, 'POST /platform/webhook');

  // An event that a later process reads from the database has the parent that it had in the one that wrote it.
  isDown = true;
  const again = { agentId, text: 'and again' };
  await call(emulator.url, 'POST', `/emulator/handsets/${phoneNumber}/messages`, again);
  const spanOf = async ({ headers }: ReceivedWebhook) => {
    const { spanId } = parseTraceparent(headers['traceparent'])!;
    return until(() => spans.find((span) => span.spanId === spanId), 'the span of an attempt');
  };
  const refused = await spanOf(await sink.wait(({ body }) => body.text === 'and again', 'the refused event'));
  await service.kill();
  const before = sink.received.length;
  isDown = false;
  service = await start();
  const later = await until(
    () => sink.received.slice(before).find(({ body }) => body.text === 'and again'),
    'the event from the other process',
  );
  const taken = await spanOf(later);
  assert.notEqual(taken.spanId, refused.spanId);
  assert.deepEqual([taken.traceId, taken.parentSpanId], [refused.traceId, refused.parentSpanId]);
});

/** Ends this many spans against a collector, stops, and returns what was counted as dropped, and what was said. */
async function traceTo(url: string, count: number) {
  const said: string[] = [];
  const metrics = createMetrics();
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const environment: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const tracing = openTracing(readTracing((name) => environment[name] ?? null, [])!, { log, metrics });
  const about = { kind: 'client', traceparent: undefined, attributes: {} } as const;
  for (let index = 0; index < count; index++) tracing.start('work', about).end();
  const stoppedAt = performance.now();
  await tracing[Symbol.asyncDispose]();
  const { values } = await metrics.spansDropped.get();
  const dropped = Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  return { dropped, said, stopMs: performance.now() - stoppedAt };
}

test('a collector that refuses costs its spans, and the log says what it answered', async () => {
  await using collector = await startServer(() => ({}), 403);
  const { dropped, said } = await traceTo(collector.url, 3);
  assert.deepEqual(dropped, { refused: 3 });
  assert.equal(said.length, 1);
  assert.match(said[0]!, /"reason":"Forbidden".*spans were dropped/);
});

/** As many as may wait. */
const MAX_WAITING = 16_384;

test('all spans that may wait reach the collector in a stop, even a slow one', async () => {
  let taken = 0;
  await using collector = await startServer(async () => {
    await delay(200);
    taken += 1;
    return {};
  });
  const { dropped, said } = await traceTo(collector.url, MAX_WAITING);
  assert.deepEqual([dropped, said], [{}, []]);
  assert.equal(taken, MAX_WAITING / 512);
});

test('a collector that hangs costs the spans that do not fit, and seconds of a stop', async () => {
  await using collector = await startServer(() => new Promise<never>(() => {}));
  const { dropped, stopMs } = await traceTo(collector.url, MAX_WAITING + 100);
  assert.deepEqual(dropped, { full: 100 });
  // It waits for 3 s; a stop as a whole has 10.
  assert.ok(stopMs < 9_000, `${stopMs} ms`);
});

test('while traces are off, nothing of OpenTelemetry is loaded, and no traceparent is kept or sent on', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (/opentelemetry|otlp/.test(specifier)) loaded.push(specifier);
      return next(specifier, context);
    },
  });
  await using sink = await startWebhookSink();
  await using service = await startService();
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, { note: { template: { contentMessage: { text: 'note' } } } });
  const phoneNumber = newPhoneNumber();
  const headers = { traceparent: CALLER };
  expectStatus(await service.call('POST', `/agents/${agentId}/states/note/send/${phoneNumber}`, {}, { headers }), 200);
  const sent = await sink.wait(({ body }) => body.eventType === 'SENT', 'SENT');
  hooks.deregister();
  assert.equal(sent.headers['traceparent'], undefined);
  const kept = await service.app.context.sql`select item::text from turn`;
  assert.equal(kept.length, 1);
  assert.doesNotMatch(kept[0]!['item'], /traceparent/);
  assert.deepEqual(loaded, []);
});

test('a traceparent is read as W3C Trace Context writes it', () => {
  const parts = { traceId: TRACE_ID, spanId: 'b7ad6b7169203331', flags: 1 };
  const cases: [string, object | null][] = [
    [CALLER, parts],
    [CALLER.replace(/01$/, '00'), { ...parts, flags: 0 }],
    [CALLER.replace(/^00/, 'cc'), parts],
    [`${CALLER.replace(/^00/, 'cc')}-what-the-future-brings`, parts],
    [`${CALLER}-more`, null],
    [CALLER.replace(/^00/, 'ff'), null],
    [CALLER.toUpperCase(), null],
    [CALLER.replace(TRACE_ID, '0'.repeat(32)), null],
    [CALLER.replace('b7ad6b7169203331', '0'.repeat(16)), null],
    ['', null],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseTraceparent(text), expected, text);
});

test('the variables of OpenTelemetry turn traces on, and a wrong one is named', () => {
  const read = (environment: Record<string, string>) => {
    const problems: string[] = [];
    return { settings: readTracing((name) => environment[name] ?? null, problems), problems };
  };
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  assert.deepEqual(read({ ...on, OTEL_EXPORTER_OTLP_HEADERS: 'key=a%20b', OTEL_SERVICE_NAME: 'shop' }), {
    settings: {
      ...{ url: 'http://collector:4318/v1/traces', headers: { key: 'a b' }, protocol: 'http/protobuf' },
      ...{ sampler: 'parentbased_always_on', ratio: 1, resource: { 'service.name': 'shop' } },
    },
    problems: [],
  });
  for (const off of [{}, { ...on, OTEL_SDK_DISABLED: 'true' }, { ...on, OTEL_TRACES_EXPORTER: 'none' }]) {
    const wrongButUnread = {
      ...off,
      OTEL_EXPORTER_OTLP_PROTOCOL: Object.keys(off).length === 0 ? 'grpc' : 'http/json',
    };
    assert.deepEqual(read(wrongButUnread), { settings: null, problems: [] });
  }
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/spans' };
  assert.equal(read({ ...on, ...own }).settings?.url, 'https://collector/spans');
  const wrong: [Record<string, string>, RegExp][] = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is not a URL/],
    [{ ...on, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; .*http\/protobuf/],
    [{ ...on, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /^OTEL_EXPORTER_OTLP_HEADERS must be (?!.*secret)/],
    [{ ...on, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER is/],
    [{ ...on, OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG must/],
    [{ ...on, OTEL_TRACES_EXPORTER: 'zipkin' }, /^OTEL_TRACES_EXPORTER is/],
    [{ ...on, OTEL_PROPAGATORS: 'b3' }, /^OTEL_PROPAGATORS is/],
  ];
  for (const [environment, expected] of wrong) assert.match(read(environment).problems.join(), expected);
});
