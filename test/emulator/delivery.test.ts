import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { acceptMessage, resumeDelivery } from '../../emulator/google/messages.ts';
import { createPlatform, handsetOf } from '../../emulator/platform.ts';
import { AGENT, type Client, silent, startClient, startWebhook, until } from './harness.ts';

let client: Client;
let webhook: Awaited<ReturnType<typeof startWebhook>>;
before(async () => {
  client = await startClient();
  webhook = await startWebhook();
  await client.drive('PUT', '/webhook', { webhookUri: webhook.uri, verificationToken: webhook.token });
});
after(async () => {
  await client[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
});

let lastPhone = 4915550200000;
/** A phone that no other test uses. */
async function newPhone(settings: object = {}): Promise<string> {
  const phone = `+${++lastPhone}`;
  await client.drive('PUT', `/handsets/${phone}`, { deliverDelayMs: 0, ...settings });
  return phone;
}

async function send(phone: string, rest: object = {}): Promise<string> {
  const messageId = randomUUID();
  const { status, body } = await client.send(phone, messageId, { contentMessage: { text: 'Hello' }, ...rest });
  assert.equal(status, 200, JSON.stringify(body));
  return messageId;
}

const told = (phone: string) =>
  webhook
    .payloads()
    .filter((payload) => (payload.senderPhoneNumber ?? payload.phoneNumber) === phone)
    .map((payload) => payload.eventType);
const stateOf = async (phone: string, messageId: string) => {
  const { transcript } = await client.handset(phone);
  return transcript.find((entry: { messageId: string }) => entry.messageId === messageId)?.state;
};

test('an online phone gets a message after its delay, and the agent gets DELIVERED', async () => {
  const slowPhone = await newPhone({ deliverDelayMs: 60_000 });
  assert.equal(await stateOf(slowPhone, await send(slowPhone)), 'ACCEPTED');
  const phone = await newPhone({ deliverDelayMs: 40 });
  await send(phone);
  await until(() => told(phone).length > 0);
  assert.deepEqual(told(phone), ['DELIVERED']);
  const { transcript } = await client.handset(phone);
  assert.ok(Date.parse(transcript[0].deliveredAt) - Date.parse(transcript[0].acceptedAt) >= 39);
});

test('with a read delay READ follows DELIVERED, without one it never comes', async () => {
  const phone = await newPhone({ readDelayMs: 5 });
  const messageId = await send(phone);
  await until(() => told(phone).length === 2);
  assert.deepEqual(told(phone), ['DELIVERED', 'READ']);
  assert.equal(await stateOf(phone, messageId), 'READ');
  assert.equal((await client.handset(await newPhone())).readDelayMs, null);
});

test('a phone that is offline gets its messages in order once it is online', async () => {
  const phone = await newPhone({ online: false });
  const ids = [await send(phone), await send(phone), await send(phone)];
  assert.equal(await stateOf(phone, ids[0]!), 'QUEUED');
  await client.drive('PUT', `/handsets/${phone}`, { online: true });
  await until(() => told(phone).length === 3);
  const delivered = webhook.payloads('DELIVERED').filter((payload) => payload.senderPhoneNumber === phone);
  assert.deepEqual(
    delivered.map(({ messageId }) => messageId),
    ids,
  );
});

test('a shorter delay does not let a later message overtake', async () => {
  const phone = await newPhone({ deliverDelayMs: 60 });
  const first = await send(phone);
  await client.drive('PUT', `/handsets/${phone}`, { deliverDelayMs: 0 });
  const second = await send(phone);
  await until(() => told(phone).length === 2);
  const delivered = webhook.payloads('DELIVERED').filter((payload) => payload.senderPhoneNumber === phone);
  assert.deepEqual(
    delivered.map(({ messageId }) => messageId),
    [first, second],
  );
});

const EXPIRIES: [string, string[], string][] = [
  ['revoked', ['TTL_EXPIRATION_REVOKED'], 'EXPIRED'],
  ['revokeFailed', ['TTL_EXPIRATION_REVOKE_FAILED'], 'QUEUED'],
  ['deliveredAndRevoked', ['DELIVERED', 'TTL_EXPIRATION_REVOKED'], 'DELIVERED'],
  ['silent', [], 'EXPIRED'],
];
for (const [expiry, events, state] of EXPIRIES) {
  test(`a message that expires with ${expiry} is told as ${events.join(' and ') || 'nothing'} and is ${state}`, async () => {
    const phone = await newPhone({ online: false, expiry });
    const messageId = await send(phone, { ttl: '0.02s' });
    await until(async () => (await stateOf(phone, messageId)) === state && told(phone).length === events.length);
    assert.deepEqual(told(phone), events);
  });
}

test('a TTL notice carries the number in phoneNumber', async () => {
  const phone = await newPhone({ online: false });
  const messageId = await send(phone, { ttl: '0.01s' });
  const notice = await until(() =>
    webhook.payloads('TTL_EXPIRATION_REVOKED').find((payload) => payload.messageId === messageId),
  );
  assert.deepEqual(
    [notice.phoneNumber, notice.senderPhoneNumber, notice.agentId],
    [phone, undefined, `${AGENT}@rbm.goog`],
  );
});

test('a message whose revocation failed still arrives when the phone is back', async () => {
  const phone = await newPhone({ online: false, expiry: 'revokeFailed' });
  await send(phone, { ttl: '0.01s' });
  await until(() => told(phone).length === 1);
  await client.drive('PUT', `/handsets/${phone}`, { online: true });
  await until(() => told(phone).length === 2);
  assert.deepEqual(told(phone), ['TTL_EXPIRATION_REVOKE_FAILED', 'DELIVERED']);
});

test('a message that is delivered before its expiry causes no second notice', async () => {
  const phone = await newPhone();
  await send(phone, { ttl: '0.03s' });
  await until(() => told(phone).length === 1);
  const second = await send(phone, { ttl: '1000s' });
  await until(async () => (await stateOf(phone, second)) === 'DELIVERED');
  assert.deepEqual(new Set(told(phone)), new Set(['DELIVERED']));
});

test('messages that an offline phone never fetched are dropped after 30 days, without a notice', async () => {
  let nowMs = Date.now();
  await using platform = createPlatform({ clock: { now: () => nowMs }, log: silent, deliveryConcurrency: 1 });
  const handset = handsetOf(platform, '+4915550100001');
  handset.settings.online = false;
  const body = { contentMessage: { text: 'Hello' } };
  acceptMessage(platform, { phoneNumber: handset.phoneNumber, agentId: AGENT, id: '1', body, bytes: 50 });
  nowMs += 30 * 86_400_000 - 1;
  platform.schedule.runDue();
  assert.equal(handset.transcript[0]!.state, 'QUEUED');
  nowMs += 1;
  platform.schedule.runDue();
  assert.equal(handset.transcript[0]!.state, 'DROPPED');
  resumeDelivery(platform, handset);
  platform.schedule.runDue();
  assert.deepEqual([handset.transcript[0]!.state, platform.counts.undelivered], ['DROPPED', 0]);
});

const revoke = (phone: string, messageId: string) =>
  client.google('DELETE', `/v1/phones/${phone}/agentMessages/${messageId}?agentId=${AGENT}`);

test('a queued message is revoked with 200 {}, is never delivered, and no event is sent', async () => {
  const phone = await newPhone({ online: false });
  const messageId = await send(phone);
  const answer = await revoke(phone, messageId);
  assert.deepEqual([answer.status, answer.body], [200, {}]);
  await client.drive('PUT', `/handsets/${phone}`, { online: true });
  const next = await send(phone);
  await until(() => told(phone).length > 0);
  assert.deepEqual([await stateOf(phone, messageId), await stateOf(phone, next)], ['REVOKED', 'DELIVERED']);
  assert.deepEqual(told(phone), ['DELIVERED']);
});

test('a delivered, an unknown and a revoked message cannot be revoked: 404', async () => {
  const phone = await newPhone();
  const delivered = await send(phone);
  await until(async () => (await stateOf(phone, delivered)) === 'DELIVERED');
  await client.drive('PUT', `/handsets/${phone}`, { online: false });
  const revoked = await send(phone);
  await revoke(phone, revoked);
  for (const messageId of [delivered, randomUUID(), revoked]) {
    const { status, body } = await revoke(phone, messageId);
    assert.deepEqual([status, body.error.status], [404, 'NOT_FOUND']);
  }
});

test('another agent and another phone cannot revoke a message', async () => {
  const phone = await newPhone({ online: false });
  const messageId = await send(phone);
  const otherPhone = await revoke(await newPhone(), messageId);
  const otherAgent = await client.google('DELETE', `/v1/phones/${phone}/agentMessages/${messageId}?agentId=other`);
  assert.deepEqual([otherPhone.status, otherAgent.status, await stateOf(phone, messageId)], [404, 404, 'QUEUED']);
});

test('in legacy mode a revocation is always 200, and in race mode the message arrives all the same', async () => {
  const phone = await newPhone({ online: false });
  await client.drive('PUT', '/settings', { revoke: 'legacy' });
  assert.equal((await revoke(phone, randomUUID())).status, 200);
  await client.drive('PUT', '/settings', { revoke: 'race' });
  const messageId = await send(phone);
  assert.equal((await revoke(phone, messageId)).status, 200);
  await client.drive('PUT', '/settings', { revoke: 'strict' });
  await client.drive('PUT', `/handsets/${phone}`, { online: true });
  await until(() => told(phone).includes('DELIVERED'));
});

const FAULTS: [number, string][] = [
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
];
for (const [status, name] of FAULTS) {
  test(`a phone set to fail twice with ${status} does so, and then accepts the message`, async () => {
    const phone = await newPhone({ faults: [{ status, times: 2 }] });
    const messageId = randomUUID();
    const body = { contentMessage: { text: 'Hello' } };
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await client.send(phone, messageId, body));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status, status, 200],
    );
    assert.equal(answers[0]!.body.error.status, name);
    assert.equal((await client.handset(phone)).total, 1);
  });
}

test('a connection that breaks after the message was accepted, and a repeat of the id, deliver once', async () => {
  const phone = await newPhone({ faults: [{ afterAccept: true, delayMs: 5 }] });
  const messageId = randomUUID();
  await assert.rejects(client.send(phone, messageId, { contentMessage: { text: 'Hello' } }), TypeError);
  assert.equal((await client.send(phone, messageId, { contentMessage: { text: 'Hello' } })).status, 200);
  const { total, transcript } = await client.handset(phone);
  assert.deepEqual([total, transcript[0].duplicates], [1, 1]);
});

test('an error after the message was accepted, and a slow platform, can be scripted too', async () => {
  const phone = await newPhone({ faults: [{ afterAccept: true, status: 503 }, { delayMs: 30 }] });
  assert.equal((await client.send(phone, 'taken-all-the-same', { contentMessage: { text: 'Hello' } })).status, 503);
  const start = performance.now();
  await send(phone);
  assert.ok(performance.now() - start >= 29);
  assert.equal((await client.handset(phone)).total, 2);
});

test('faults of capability checks and of events do not affect sends', async () => {
  const phone = await newPhone({
    faults: [
      { on: 'capability', status: 503 },
      { on: 'event', status: 500 },
    ],
  });
  await send(phone);
  const capabilities = `/v1/phones/${phone}/capabilities?requestId=${randomUUID()}&agentId=${AGENT}`;
  assert.deepEqual(
    [(await client.google('GET', capabilities)).status, (await client.google('GET', capabilities)).status],
    [503, 200],
  );
  const event = () =>
    client.google('POST', `/v1/phones/${phone}/agentEvents?eventId=${randomUUID()}&agentId=${AGENT}`, {
      eventType: 'IS_TYPING',
    });
  assert.deepEqual([(await event()).status, (await event()).status], [500, 200]);
});

test('the transcript lists accepted messages, once and in order, and keeps the last 500', async () => {
  const phone = await newPhone();
  const ids: string[] = [];
  for (let index = 0; index < 510; index++) ids.push(await send(phone));
  const { transcript, total } = await client.handset(phone);
  assert.equal(total, 510);
  assert.deepEqual(
    transcript.map((entry: { messageId: string }) => entry.messageId),
    ids.slice(10),
  );
  assert.deepEqual([transcript[0].sequence, transcript.at(-1).sequence], [11, 510]);
  const { status } = await client.send(phone, ids[0]!, { contentMessage: { text: 'Hello' } });
  assert.deepEqual([status, (await client.handset(phone)).total], [200, 510], 'an id outlives its transcript entry');
});
