import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { emulatorPlugin } from '#emulator';
import { Problem } from '../../src/errors.ts';
import { invalidSchemas } from '../invalid-schemas.ts';
import { AGENT, type Client, call, OPERATOR_KEY, silent, startClient, until } from './harness.ts';

/** For tests that leave nothing behind. */
let shared: Client;
before(async () => {
  shared = await startClient();
});
after(() => shared[Symbol.asyncDispose]());

test('every driver address needs the operator key', async () => {
  await using client = await startClient();
  const addresses: [string, string][] = [
    ['GET', '/handsets'],
    ['GET', '/handsets/+4915550600001'],
    ['PUT', '/handsets/+4915550600001'],
    ['DELETE', '/handsets/+4915550600001'],
    ['POST', '/handsets/+4915550600001/messages'],
    ['POST', '/handsets/+4915550600001/events'],
    ['GET', '/handsets/+4915550600001/stream'],
    ['GET', '/service-account'],
    ['GET', '/webhook'],
    ['PUT', '/webhook'],
    ['GET', '/settings'],
    ['PUT', '/settings'],
    ['GET', '/agents'],
    ['PUT', '/agents/demo'],
    ['GET', '/statistics'],
  ];
  for (const [index, [method, path]] of addresses.entries()) {
    const missing = await call(client.base + path, method, null);
    assert.deepEqual([missing.status, missing.body.code], [401, 'unauthorized'], path);
    assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="api"');
    const wrong = await call(client.base + path, method, 'wrong');
    if (index >= 10) {
      assert.deepEqual([wrong.status, wrong.body.code], [429, 'too_many_requests'], 'ten wrong ones a minute');
      continue;
    }
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_token'], path);
    assert.match(
      wrong.headers.get('www-authenticate')!,
      /^Bearer realm="api", error="invalid_token", error_description=/,
    );
  }
});

test('a handset that was never set up has RCS, is online, gets messages after 50 ms and reads none', async () => {
  await using client = await startClient();
  const handset = await client.handset('+4915550600002');
  const { rcs, online, country, deliverDelayMs, readDelayMs, faults, transcript, total } = handset;
  assert.deepEqual(
    { rcs, online, country, deliverDelayMs, readDelayMs, faults, transcript, total },
    {
      rcs: true,
      online: true,
      country: 'DE',
      deliverDelayMs: 50,
      readDelayMs: null,
      faults: [],
      transcript: [],
      total: 0,
    },
  );
});

test('setting up a handset changes only the named fields', async () => {
  await using client = await startClient();
  const path = '/handsets/+4915550600003';
  await client.drive('PUT', path, {
    rcs: true,
    online: false,
    country: 'US',
    readDelayMs: 5,
    faults: [{ status: 503, times: 3 }],
  });
  const { body } = await client.drive('PUT', path, { online: true });
  assert.deepEqual(
    [body.online, body.country, body.readDelayMs, body.faults],
    [true, 'US', 5, [{ status: 503, times: 3 }]],
  );
});

test('handsets are listed page by page, and can be forgotten', async () => {
  await using client = await startClient();
  const phones = ['+4915550600010', '+4915550600011', '+4915550600012'];
  for (const phone of phones) await client.drive('PUT', `/handsets/${phone}`, {});
  const first = (await client.drive('GET', '/handsets?limit=2')).body;
  assert.deepEqual(
    first.handsets.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber),
    phones.slice(0, 2),
  );
  const second = (await client.drive('GET', `/handsets?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).body;
  assert.deepEqual([second.handsets[0].phoneNumber, second.nextCursor], [phones[2], undefined]);
  assert.equal((await client.drive('DELETE', `/handsets/${phones[0]}`)).status, 204);
  assert.equal((await client.drive('GET', '/handsets')).body.handsets.length, 2);
});

test('the transcript shows the last hundred messages, and up to 500 on request', async () => {
  await using client = await startClient();
  const phone = '+4915550600013';
  for (let index = 0; index < 120; index++) {
    await client.send(phone, randomUUID(), { contentMessage: { text: `${index}` } });
  }
  const shown = async (query: string) => (await client.drive('GET', `/handsets/${phone}${query}`)).body.transcript;
  assert.equal((await shown('')).length, 100);
  assert.deepEqual((await shown('?limit=1'))[0].contentMessage, { text: '119' });
  assert.equal((await shown('?limit=500')).length, 120);
  assert.equal((await client.drive('GET', `/handsets/${phone}?limit=501`)).body.errors[0].path, 'limit');
});

const BAD: [string, string, unknown, string, string?][] = [
  ['PUT', '/handsets/+4915550600020', { rcs: 'yes' }, 'validation_failed', '/rcs'],
  ['PUT', '/handsets/+4915550600020', { unknown: 1 }, 'validation_failed', '/unknown'],
  ['PUT', '/handsets/+4915550600020', { faults: [{ status: 418 }] }, 'validation_failed', '/faults/0/status'],
  ['PUT', '/handsets/+4915550600020', { features: ['FLYING'] }, 'validation_failed', '/features/0'],
  ['PUT', '/handsets/+4915550600020', '{"rcs":', 'malformed_json'],
  ['PUT', '/handsets/4915550600020', {}, 'invalid_phone_number', 'phoneNumber'],
  ['GET', '/handsets/+49-155', undefined, 'invalid_phone_number', 'phoneNumber'],
  ['PUT', '/settings', '{"strictIds":\n tru}', 'malformed_json', ''],
  ['GET', '/handsets?limit=0', undefined, 'validation_failed', 'limit'],
  ['GET', '/handsets?limit=101', undefined, 'validation_failed', 'limit'],
  ['GET', '/handsets?limit=ten', undefined, 'validation_failed', 'limit'],
  ['GET', '/handsets/+4915550600020?limit=501', undefined, 'validation_failed', 'limit'],
  ['POST', '/handsets/+4915550600020/messages', { text: 'Hello' }, 'validation_failed', '/agentId'],
  ['POST', '/handsets/+4915550600020/messages', undefined, 'validation_failed'],
  [
    'POST',
    '/handsets/+4915550600020/events',
    { agentId: 'a', eventType: 'SHOUTING' },
    'validation_failed',
    '/eventType',
  ],
  ['PUT', '/webhook', { webhookUri: 'http://127.0.0.1/' }, 'validation_failed', '/verificationToken'],
  ['PUT', '/settings', { webhook: { factor: 0 } }, 'validation_failed', '/webhook/factor'],
  ['PUT', '/settings', { duplicateStatus: 500 }, 'validation_failed', '/duplicateStatus'],
  ['PUT', '/agents/demo', { testers: { 'no number': 'ACCEPTED' } }, 'validation_failed'],
];
for (const [method, path, body, code, pointer] of BAD) {
  test(`${method} ${path} with ${JSON.stringify(body)} is a problem document: ${code}`, async () => {
    const answer = await shared.drive(method, path, body);
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/);
    assert.deepEqual([answer.status, answer.body.status, answer.body.code], [400, 400, code]);
    for (const name of ['type', 'title', 'detail']) assert.equal(typeof answer.body[name], 'string');
    if (pointer)
      assert.ok(
        answer.body.errors.some(({ path: at }: { path: string }) => at === pointer),
        JSON.stringify(answer.body),
      );
  });
}

test("a body's faults are reported once for each field, in words", async () => {
  const { body } = await shared.drive('PUT', '/handsets/+4915550600020', { one: 1, two: 2, features: ['FLYING'] });
  const said = body.errors.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  assert.deepEqual(said.slice(0, 2).sort(), [
    '/one is not a field of this object',
    '/two is not a field of this object',
  ]);
  assert.match(said[2], /^\/features\/0 must be one of RICHCARD_STANDALONE, /);
  assert.equal(said.length, 3);
  const { body: missing } = await shared.drive('POST', '/handsets/+4915550600020/events', {});
  assert.equal(missing.detail, '/agentId is required, and 1 more.');
  assert.equal(missing.errors.length, 2);
  const { body: number } = await shared.drive('GET', '/handsets/+49-155');
  assert.match(number.detail, /^phoneNumber must be a phone number in E\.164 form/);
});

test('a body that is not JSON gets an error with the place', async () => {
  const { body } = await shared.drive('PUT', '/settings', '{"strictIds":\n tru}');
  assert.equal(body.detail, 'The body is not valid JSON at line 2, column 2: expected a value.');
});

test('no body is {} wherever no field is required', async () => {
  for (const [path, status] of [
    ['/settings', 200],
    ['/handsets/+4915550600022', 200],
    ['/agents/demo', 200],
    ['/webhook', 400],
  ] as const) {
    for (const body of [undefined, '']) {
      assert.equal((await shared.drive('PUT', path, body)).status, status, `${path} ${JSON.stringify(body)}`);
    }
  }
});

test('a driver address that does not exist is a problem document, and one above the size limit is 413', async () => {
  await using client = await startClient();
  const unknown = await client.drive('GET', '/nothing');
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
  const large = await client.drive('PUT', '/settings', `"${'x'.repeat(2 * 1024 * 1024)}"`);
  assert.deepEqual([large.status, large.body.code], [413, 'body_too_large']);
});

test('a user cannot write to an agent that is unknown, when those are refused', async () => {
  await using client = await startClient();
  await client.drive('PUT', '/settings', { unknownAgents: 'refuse' });
  const write = () => client.drive('POST', '/handsets/+4915550600021/messages', { agentId: 'late', text: 'Hello' });
  assert.deepEqual([(await write()).body.code], ['agent_not_found']);
  await client.drive('PUT', '/agents/late', {});
  assert.equal((await write()).status, 200);
});

test('agents and knobs are shown as they were set', async () => {
  await using client = await startClient();
  await client.drive('PUT', '/agents/demo@rbm.goog', {
    launched: false,
    useCase: 'OTP',
    testers: { '+15550600001': 'DECLINED' },
  });
  assert.deepEqual((await client.drive('GET', '/agents')).body.agents, [
    { agentId: 'demo', launched: false, useCase: 'OTP', testers: { '+15550600001': 'DECLINED' } },
  ]);
  await client.drive('PUT', '/settings', { strictIds: true, webhook: { factor: 3 } });
  const { body } = await client.drive('GET', '/settings');
  assert.deepEqual([body.strictIds, body.webhook.factor, body.webhook.maxDelayMs], [true, 3, 10_000]);
});

test('the counters show what was accepted, ignored, delivered and read', async () => {
  await using client = await startClient();
  const phone = '+4915550600022';
  await client.drive('PUT', `/handsets/${phone}`, { deliverDelayMs: 0, readDelayMs: 0 });
  for (const id of ['one', 'two', 'two']) await client.send(phone, id, { contentMessage: { text: 'Hello' } });
  const statistics = await until(async () => {
    const { body } = await client.drive('GET', '/statistics');
    return body.messages.read === 2 && body;
  });
  assert.deepEqual(statistics.messages, { accepted: 2, duplicates: 1, delivered: 2, read: 2, undelivered: 0 });
  assert.deepEqual([statistics.handsets, statistics.rememberedIds], [1, 2]);
});

test('many wrong operator keys are throttled; the right one is accepted, and tokens are unaffected', async () => {
  await using client = await startClient();
  const guess = () => call(`${client.base}/settings`, 'GET', 'a-wrong-key');
  const refused = await until(async () => {
    const answer = await guess();
    return answer.status === 429 && answer;
  });
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await client.drive('GET', '/settings')).status, 200);
  assert.equal((await client.send('+4915550600025', 'm1', { contentMessage: { text: 'Hello' } })).status, 200);
});

test('the stream shows the transcript, what is new and what changes, and an agent’s typing', async () => {
  await using client = await startClient();
  const phone = '+4915550600023';
  await client.drive('POST', `/handsets/${phone}/messages`, { agentId: AGENT, text: 'before' });
  const abort = new AbortController();
  const stream = await fetch(`${client.base}/handsets/${phone}/stream`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
    signal: abort.signal,
  });
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  let read = '';
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) read += chunk;
  })().catch(() => {});
  await until(() => read.includes('before'));
  // Before the message: it is read on delivery, or never.
  await client.drive('PUT', `/handsets/${phone}`, { readDelayMs: 0 });
  await client.send(phone, 'm1', { contentMessage: { text: 'after' } });
  await client.google('POST', `/v1/phones/${phone}/agentEvents?eventId=e1&agentId=${AGENT}`, {
    eventType: 'IS_TYPING',
  });
  await until(() => read.includes('"READ"'));
  const events = read
    .split('\n\n')
    .filter(Boolean)
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s))));
  const entries = events.filter(({ event }) => event === 'entry').map(({ id, data }) => [id, JSON.parse(data).state]);
  assert.deepEqual(entries, [
    ['1', 'SENT'],
    ['2', 'ACCEPTED'],
    ['2', 'DELIVERED'],
    ['2', 'READ'],
  ]);
  assert.deepEqual(JSON.parse(events.find(({ event }) => event === 'typing')!.data), { agentId: AGENT });
  assert.equal(events[0]!.event, 'handset');
  abort.abort();
  await reading;
});

test('an open stream does not keep the emulator from stopping', async () => {
  const client = await startClient();
  const stream = await fetch(`${client.base}/handsets/+4915550600024/stream`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  });
  const ended = stream.text().catch(() => '');
  await client[Symbol.asyncDispose]();
  assert.match(await ended, /^event: handset|^$/);
});

test("inside a service it does not affect the host's parsers, errors and addresses", async () => {
  const host = fastify();
  await host.register(swagger, { openapi: { openapi: '3.1.0' } });
  host.removeContentTypeParser('application/json');
  host.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, `host: ${body}`),
  );
  host.setErrorHandler((_error, _request, reply) => reply.code(500).send({ by: 'host' }));
  const authorizeOperator = (request: { headers: Record<string, unknown> }) => {
    if (request.headers['cookie'] !== 'session=1') throw new Problem('unauthorized', 'Sign in.');
  };
  const options = { operatorKey: OPERATOR_KEY, publicUrl: () => 'http://host.example', log: silent, authorizeOperator };
  await host.register(emulatorPlugin(options), { prefix: '/emulator' });
  host.post('/echo', async (request) => ({ body: request.body }));
  host.get('/fail', async () => {
    throw new Error('on purpose');
  });
  await host.ready();

  const json = { 'content-type': 'application/json' };
  const echoed = await host.inject({ method: 'POST', url: '/echo', headers: json, payload: '{}' });
  assert.deepEqual(echoed.json(), { body: 'host: {}' });
  assert.deepEqual((await host.inject('/fail')).json(), { by: 'host' });
  assert.equal((await host.inject('/nothing')).json().code, undefined);

  const url = '/emulator/service-account';
  const withKey = await host.inject({ url, headers: { authorization: `Bearer ${OPERATOR_KEY}` } });
  assert.deepEqual([withKey.statusCode, withKey.json().code], [401, 'unauthorized'], 'the host decides who may');
  const account = (await host.inject({ url, headers: { cookie: 'session=1' } })).json();
  assert.equal(account.token_uri, 'http://host.example/emulator/token');

  // biome-ignore lint/suspicious/noExplicitAny: the description is plain JSON.
  const { paths } = host.swagger() as any;
  const described = Object.keys(paths).filter((path) => path.startsWith('/emulator'));
  assert.ok(described.includes('/emulator/handsets/{phoneNumber}/messages'));
  assert.deepEqual(
    described.filter((path) => /v1|token/.test(path)),
    [],
    'Google’s API is not ours to describe',
  );
  assert.deepEqual(invalidSchemas(host.swagger()), []);
  assert.deepEqual(paths['/emulator/settings'].put.tags, ['Emulator']);
  const { delete: forget, get: read } = paths['/emulator/handsets/{phoneNumber}'];
  assert.deepEqual(forget.responses['204'], { description: 'Forgotten.' });
  const highest = (operation: typeof read) =>
    operation.parameters.find(({ name }: { name: string }) => name === 'limit').schema.maximum;
  assert.deepEqual([highest(paths['/emulator/handsets'].get), highest(read)], [100, 500]);
  const { oneOf } =
    paths['/emulator/handsets/{phoneNumber}/messages'].post.requestBody.content['application/json'].schema;
  assert.deepEqual(
    oneOf.map(({ required }: { required: string[] }) => required[0]),
    ['text', 'suggestion', 'location', 'file'],
  );
  await host.close();
});
