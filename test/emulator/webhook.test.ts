import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sign } from '../../emulator/google/envelope.ts';
import { AGENT, type Client, startClient, startWebhook, until } from './harness.ts';

type Webhook = Awaited<ReturnType<typeof startWebhook>>;

const register = (client: Client, webhook: Webhook) =>
  client.drive('PUT', '/webhook', { webhookUri: webhook.uri, verificationToken: webhook.token });
const say = (client: Client, phone: string, text: string) =>
  client.drive('POST', `/handsets/${phone}/messages`, { agentId: AGENT, text });
const knobs = (client: Client, webhook: object) => client.drive('PUT', '/settings', { webhook });
const texts = (webhook: Webhook, phone?: string) =>
  webhook
    .payloads()
    .filter((payload) => phone === undefined || payload.senderPhoneNumber === phone)
    .map(({ text }) => text);
const counts = async (client: Client) => (await client.drive('GET', '/statistics')).body.webhooks;

test('the signature is that of the test vector', () => {
  const data =
    '{"senderPhoneNumber":"+15550100001","eventType":"DELIVERED","eventId":"11111111-2222-4333-8444-555555555555","messageId":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee","sendTime":"2026-01-02T03:04:05.678901Z","agentId":"demo_agent@rbm.goog"}';
  assert.equal(
    sign(data, 'TESTCLIENTTOKEN1'),
    'tqNInDfGpJByb12ag+nEDlwwvQwXJiQL9vTXkVW7uulGT5Ls5N1D1Iv/c76TOlnwyCp8GsKG6yNfAXDF0AnrPw==',
  );
});

test('a webhook is registered once it has answered the handshake with the bare secret', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  assert.deepEqual((await client.drive('GET', '/webhook')).body, { webhookUri: null });
  const { status, body } = await register(client, webhook);
  assert.deepEqual([status, body], [200, { webhookUri: webhook.uri }]);
  assert.deepEqual((await client.drive('GET', '/webhook')).body, { webhookUri: webhook.uri });
});

test('a webhook that fails the handshake is refused with the reason, and the previous one stays', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  const attempts: [object, RegExp][] = [
    [{ webhookUri: webhook.uri, verificationToken: 'another token' }, /answered the handshake with 403/],
    [{ webhookUri: 'http://127.0.0.1:1/', verificationToken: 'x' }, /cannot be reached/],
    [{ webhookUri: 'ftp://127.0.0.1/', verificationToken: 'x' }, /not an http or https URL/],
  ];
  for (const [registration, reason] of attempts) {
    const { status, body } = await client.drive('PUT', '/webhook', registration);
    assert.equal(status, 400);
    assert.match(body.detail, reason);
  }
  webhook.shakeHands = (secret) => [200, `secret: ${secret}`];
  assert.equal((await register(client, webhook)).status, 400);
  await client.drive('PUT', '/settings', { lenientHandshake: true });
  assert.equal((await register(client, webhook)).status, 200, 'the form of the official sample, in lenient mode');
  assert.deepEqual((await client.drive('GET', '/webhook')).body, { webhookUri: webhook.uri });
});

test('a delivery is a Pub/Sub envelope of pretty-printed data, signed over the decoded bytes', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await say(client, '+4915550400001', 'Grüße');
  const { headers, envelope, raw, payload } = await until(() => webhook.received[0]);
  const { message, subscription } = envelope;
  assert.equal(message.messageId, message.message_id);
  assert.match(message.messageId, /^\d{16}$/);
  assert.equal(message.publishTime, message.publish_time);
  assert.match(subscription, /^projects\/[\w-]+\/subscriptions\/[\w-]+$/);
  assert.equal(message.attributes.business_id, `${AGENT}@rbm.goog`);
  assert.equal(message.attributes.product, 'RBM');
  assert.equal(message.attributes.message_type, 'TEXT');
  assert.equal(raw, JSON.stringify(payload, null, 2));
  assert.notEqual(raw, JSON.stringify(payload));
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['x-goog-webhook-type'], 'message_callback');
  assert.equal(headers['x-goog-signature'], createHmac('sha512', webhook.token).update(raw).digest('base64'));
});

test('only 200 acknowledges: anything else is retried until it comes', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 1 });
  const answers = [500, 204, 301, 404, 201];
  webhook.answer = async () => answers.shift() ?? 200;
  await say(client, '+4915550400002', 'Hello');
  await until(async () => (await counts(client)).acknowledged === 1);
  assert.equal(webhook.received.length, 6);
  const ids = new Set(webhook.received.map(({ envelope }) => envelope.message.messageId));
  assert.equal(ids.size, 1, 'a retry is the same delivery');
  assert.deepEqual(await counts(client), { attempts: 6, acknowledged: 1, pending: 0, dropped: 0 });
});

test('a broken connection and a late answer are retried', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 1, timeoutMs: 500 });
  let release = () => {};
  const hang = new Promise<number>((resolve) => {
    release = () => resolve(200);
  });
  webhook.answer = () => (webhook.received.length === 1 ? hang : Promise.resolve(200));
  await say(client, '+4915550400003', 'Hello');
  await until(async () => (await counts(client)).acknowledged === 1);
  release();
  assert.equal(webhook.received.length, 2);
});

test('the pauses between tries grow by the factor up to the longest one', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 10, factor: 2, maxDelayMs: 40 });
  const triedMs: number[] = [];
  webhook.answer = async () => (triedMs.push(performance.now()) < 6 ? 503 : 200);
  await say(client, '+4915550400004', 'Hello');
  await until(() => triedMs.length === 6);
  const waits = triedMs.slice(1).map((ms, index) => ms - triedMs[index]!);
  for (const [index, shortest] of [10, 20, 40, 40, 40].entries()) {
    assert.ok(waits[index]! >= shortest - 1, `wait ${index} was ${waits[index]} ms`);
  }
});

test('a delivery that is never acknowledged is dropped in the end', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 1, giveUpAfterMs: 1 });
  webhook.answer = async () => 500;
  await say(client, '+4915550400005', 'Hello');
  await until(async () => (await counts(client)).dropped === 1);
  assert.equal((await counts(client)).pending, 0);
});

test('without a webhook no notices are sent', async () => {
  await using client = await startClient();
  await say(client, '+4915550400006', 'Hello');
  assert.deepEqual(await counts(client), { attempts: 0, acknowledged: 0, pending: 0, dropped: 1 });
});

test('a webhook that comes back and registers gets waiting notices at once', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 600_000, maxDelayMs: 600_000 });
  webhook.answer = async () => 503;
  await say(client, '+4915550400007', 'Hello');
  await until(() => webhook.received.length === 1);
  webhook.answer = async () => 200;
  await until(async () => {
    await register(client, webhook);
    return (await counts(client)).acknowledged === 1;
  });
  assert.deepEqual(texts(webhook), ['Hello', 'Hello']);
});

test('messages of one phone arrive one at a time and in order, even when some are refused at first', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { firstDelayMs: 1 });
  let inFlight = 0;
  let most = 0;
  const acknowledged: string[] = [];
  webhook.answer = async ({ payload }) => {
    most = Math.max(most, ++inFlight);
    await new Promise(setImmediate);
    inFlight -= 1;
    if (webhook.received.length % 3 === 0) return 500;
    acknowledged.push(payload.text);
    return 200;
  };
  const sent = Array.from({ length: 50 }, (_, index) => `message ${index}`);
  for (const text of sent) await say(client, '+4915550400008', text);
  await until(() => acknowledged.length === 50);
  assert.deepEqual(acknowledged, sent);
  assert.equal(most, 1);
});

test('phones do not wait for each other: 64 calls are in flight at once', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  let release = () => {};
  const gate = new Promise<number>((resolve) => {
    release = () => resolve(200);
  });
  webhook.answer = () => gate;
  for (let index = 0; index < 64; index++) await say(client, `+49155504${String(index).padStart(5, '0')}`, 'Hello');
  await until(() => webhook.received.length === 64);
  release();
  await until(async () => (await counts(client)).acknowledged === 64);
});

test('the duplicate knob delivers acknowledged notices again', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { duplicatePercent: 100 });
  await say(client, '+4915550400009', 'one');
  await say(client, '+4915550400009', 'two');
  await until(async () => (await counts(client)).acknowledged === 2);
  assert.deepEqual(texts(webhook), ['one', 'one', 'two', 'two']);
});

test('the reorder knob lets the messages of one phone overtake each other, and loses none', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { reorder: true });
  const sent = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  await Promise.all(sent.map((text) => say(client, '+4915550400010', text)));
  await until(() => webhook.received.length === 40);
  const { transcript } = await client.handset('+4915550400010');
  const written = transcript.map(({ text }: { text: string }) => text);
  assert.notDeepEqual(texts(webhook), written);
  assert.deepEqual(texts(webhook).toSorted(), written.toSorted());
});

test('the signature can be left out, and it can be wrong', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await knobs(client, { dropSignature: true });
  await say(client, '+4915550400011', 'unsigned');
  await until(() => webhook.received.length === 1);
  await knobs(client, { dropSignature: false, corruptSignature: true });
  await say(client, '+4915550400011', 'corrupt');
  const [unsigned, corrupt] = await until(() => webhook.received.length === 2 && webhook.received);
  assert.equal(unsigned!.headers['x-goog-signature'], undefined);
  assert.notEqual(corrupt!.headers['x-goog-signature'], sign(corrupt!.raw, webhook.token));
});

test('an agent’s own webhook gets its deliveries, and the partner’s those of the others', async () => {
  await using client = await startClient();
  await using partner = await startWebhook('partner-token');
  await using own = await startWebhook('own-token');
  await register(client, partner);
  const all = `/v1/brands/b/agents/${AGENT}/integrations`;
  const integration = { agentWebhookIntegration: { webhookUri: own.uri, verificationToken: own.token } };
  const { status, body } = await client.google('POST', all, integration);
  assert.equal(status, 200);
  assert.match(body.name, /^brands\/b\/agents\/demo_agent\/integrations\/[\w-]+$/);
  assert.deepEqual([body.status, body.agentWebhookIntegration], ['ENABLED', { webhookUri: own.uri }]);
  await say(client, '+4915550400012', 'mine');
  await client.drive('POST', '/handsets/+4915550400012/messages', { agentId: 'other', text: 'yours' });
  await until(() => own.received.length === 1 && partner.received.length === 1);
  assert.equal(own.received[0]!.headers['x-goog-signature'], sign(own.received[0]!.raw, 'own-token'));
  assert.deepEqual(texts(partner), ['yours']);

  const one = `/v1/${body.name}`;
  assert.deepEqual((await client.google('GET', all)).body.integrations, [body]);
  assert.deepEqual((await client.google('GET', one)).body, body);
  assert.equal((await client.google('PATCH', one, integration)).status, 200);
  assert.deepEqual((await client.google('DELETE', one)).body, {});
  assert.equal((await client.google('GET', one)).status, 404);
  await say(client, '+4915550400012', 'after');
  await until(() => texts(partner).includes('after'));
});

test('an integration whose webhook fails the handshake is 400', async () => {
  await using client = await startClient();
  await using own = await startWebhook('own-token');
  const path = `/v1/brands/b/agents/${AGENT}/integrations`;
  const bad = { agentWebhookIntegration: { webhookUri: own.uri, verificationToken: 'wrong' } };
  const { status, body } = await client.google('POST', path, bad);
  assert.deepEqual([status, body.error.status], [400, 'INVALID_ARGUMENT']);
  assert.deepEqual((await client.google('GET', path)).body.integrations, []);
});

test('a launch is reported as an agent launch event', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await client.drive('PUT', `/agents/${AGENT}`, { launched: false });
  await client.drive('PUT', `/agents/${AGENT}`, { launched: true });
  const [, launch] = await until(() => webhook.received.length === 2 && webhook.received);
  assert.equal(launch!.headers['x-goog-webhook-type'], 'agent_callback');
  assert.equal(launch!.envelope.message.attributes.type, 'agent_launch_event');
  const { oldLaunchState, newLaunchState, agentId, eventId } = launch!.payload;
  assert.deepEqual([oldLaunchState, newLaunchState, agentId], ['PENDING', 'LAUNCHED', `${AGENT}@rbm.goog`]);
  assert.match(eventId, /^demo_agent\//);
});

test('after the emulator stops nothing is sent any more', async () => {
  const client = await startClient();
  await using webhook = await startWebhook();
  await register(client, webhook);
  await client.drive('PUT', '/handsets/+4915550400013', { deliverDelayMs: 20 });
  await client.send('+4915550400013', randomUUID(), { contentMessage: { text: 'Hello' } });
  await client[Symbol.asyncDispose]();
  const stopped = performance.now();
  await until(() => performance.now() - stopped > 40);
  assert.equal(webhook.received.length, 0);
});
