/** Events over a connection of the reader's own: what arrives, how it is signed, and how a reader goes on after a break. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { ApiProblem, createClient } from '#client';
import { verifyWebhook } from '#sdk';
import { readEvents, type ServerSentEvent } from '../../src/cli/sse.ts';
import { type Found, followEvents } from '../../src/http/api/event-following.ts';
import {
  clientToken,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  OPERATOR_KEY,
  type Service,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
let token: string;
before(async () => {
  service = await startService();
  token = expectStatus(await service.call('POST', '/signing-tokens', {}), 201).signingToken;
});
after(() => service[Symbol.asyncDispose]());

async function makeAgent(config: object = {}): Promise<string> {
  const agentId = await createAgent(service, { config });
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  return agentId;
}

/** One message to a phone that is off: its only event is SENT. */
async function send(agentId: string): Promise<string> {
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('PUT', `/emulator/handsets/${phoneNumber}`, { online: false }), 200);
  return expectStatus(await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`), 200).messageId;
}

type Reader = AsyncDisposable & { received: ServerSentEvent[] };

/** Resolves when the stream is ready. */
function open(agentId: string, lastEventId?: string): Promise<Reader> {
  const { call } = createClient({ url: service.url, token: OPERATOR_KEY });
  return read((signal) =>
    call<ReadableStream<Uint8Array>>('get', `/agents/${agentId}/events/stream`, {
      parseAs: 'stream',
      signal,
      ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
    }),
  );
}

async function read(begin: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>): Promise<Reader> {
  const leaving = new AbortController();
  const stream = await begin(leaving.signal);
  const received: ServerSentEvent[] = [];
  const reading = (async () => {
    for await (const event of readEvents(stream)) received.push(event);
  })().catch(() => {});
  await until(() => received[0]?.event === 'ready', 'the stream to be ready');
  return {
    received,
    [Symbol.asyncDispose]: async () => {
      leaving.abort();
      await reading;
    },
  };
}

const about = ({ received }: Reader, messageId: string) =>
  until(() => received.find(({ data }) => data.includes(messageId)), `the event of ${messageId}`);

test('a reader gets the request that the webhook gets, signed and as described, and the webhook still gets its own', async () => {
  await using sink = await startWebhookSink();
  const agentId = await makeAgent({ eventForwardUrl: sink.url });
  await using reader = await open(agentId);
  const messageId = await send(agentId);
  const { id, data } = await about(reader, messageId);
  const webhook = await sink.wait(({ body }) => body.messageId === messageId, 'SENT');
  const { headers, body } = JSON.parse(data);
  assert.equal(body, webhook.raw.toString());
  assert.equal(id, webhook.headers['webhook-id']);
  assert.deepEqual(
    Object.keys(headers)
      .map((name) => name.toLowerCase())
      .filter((name) => !(name in webhook.headers)),
    [],
  );
  assert.equal(headers['X-Service-Signature'], webhook.headers['x-service-signature']);
  const event = await verifyWebhook(body, new Headers(headers), { tokens: token });
  assert.equal(event.class, 'ServerEvent');

  const { components } = (await service.call('GET', '/asyncapi.json')).body;
  const fits = (schema: object, value: unknown) =>
    new Ajv({ strict: false, validateFormats: false }).validate({ ...schema, components }, value);
  const { event: streamed, ServerEvent } = components.messages;
  assert.ok(fits(streamed.payload, { headers, body }));
  assert.ok(fits(ServerEvent.headers, headers) && fits(ServerEvent.payload, JSON.parse(body)), body);
  assert.ok(!fits(ServerEvent.headers, { ...headers, 'X-Service-Eventclass': 'UserEvent' }));
});

test('after a break it goes on behind the last event, and without one it begins with the next', async () => {
  const agentId = await makeAgent();
  let last: string | undefined;
  {
    await using reader = await open(agentId);
    ({ id: last } = await about(reader, await send(agentId)));
  }
  const missed = await send(agentId);
  await until(
    async () => JSON.stringify((await service.call('GET', `/agents/${agentId}/events`)).body).includes(missed),
    'the event to be recorded',
  );
  await using back = await open(agentId, last);
  await about(back, missed);
  assert.equal(
    back.received.some(({ id }) => id === last),
    false,
  );
  await using anew = await open(agentId);
  const next = await send(agentId);
  await about(anew, next);
  assert.equal(
    anew.received.some(({ data }) => data.includes(missed)),
    false,
  );
});

test('a person who may only read is told, by the cookie of a browser, that there are new events, and none of them', async () => {
  const agentId = await makeAgent();
  const person = { name: 'A reader', email: 'reader@acme.example', role: 'reader' };
  const { personId } = expectStatus(await service.call('POST', '/people', person), 201);
  const link = expectStatus(await service.call('POST', '/log-in-links', { personId }), 201);
  const session = await fetch(`${service.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ linkToken: new URL(link.url).hash.slice(1) }),
  });
  const cookie = session.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const address = `${service.url}/agents/${agentId}/events/stream?signalOnly=true`;
  await using reader = await read(async (signal) => {
    const { status, body } = await fetch(address, { headers: { cookie }, signal });
    assert.equal(status, 200);
    return body!;
  });
  const messageId = await send(agentId);
  const told = await until(() => reader.received[1], 'a signal');
  const { events } = expectStatus(await service.call('GET', `/agents/${agentId}/events`), 200);
  assert.equal(events[0].messageId, messageId);
  assert.deepEqual(told, { event: 'new', id: events[0].eventId, data: '{}' });
  assert.equal((await fetch(address)).status, 401);
});

test('an event that does not exist, and an agent of another account, are refused', async () => {
  const agentId = await makeAgent();
  const isProblem = (code: string) => (error: unknown) => error instanceof ApiProblem && error.code === code;
  await assert.rejects(open(agentId, 'no-such-event'), isProblem('event_not_found'));
  const { accountId } = expectStatus(await service.call('POST', '/accounts', { name: 'Other' }), 201);
  const foreign = await createAgent(service, { accountId });
  const own = await clientToken(service);
  const { status } = await service.call('GET', `/agents/${foreign}/events/stream`, undefined, { token: own });
  assert.equal(status, 404);
});

test('a reader that is too slow is told that it lacks events, and gets the newest', async () => {
  const agentId = await makeAgent();
  const messages = await Promise.all([send(agentId), send(agentId), send(agentId)]);
  await until(
    async () => (await service.call('GET', `/agents/${agentId}/events`)).body.events.length === messages.length,
    'the events',
  );
  const { sql, databaseNow } = service.app.context;
  const after = { eventId: 'gone', createdAt: databaseNow() };
  const { signal } = new AbortController();
  const looks = followEvents({ sql, now: databaseNow, agentId, after, signal, maxFound: 2 });
  const found: Found[] = [];
  for await (const look of looks) {
    found.push(look);
    if (look.events.length > 0) break;
  }
  assert.deepEqual(
    found.map(({ events, skipped }) => [events.length, skipped]),
    [
      [0, true],
      [2, false],
    ],
  );
});
