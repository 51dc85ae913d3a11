import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AGENT, type Client, startClient, startWebhook, until } from './harness.ts';

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

const does = (phone: string, body: object) =>
  client.drive('POST', `/handsets/${phone}/messages`, { agentId: AGENT, ...body });
const event = (phone: string, body: object) =>
  client.drive('POST', `/handsets/${phone}/events`, { agentId: AGENT, ...body });
const told = (phone: string) => webhook.payloads().filter((payload) => payload.senderPhoneNumber === phone);

const file = { mimeType: 'image/png', fileSizeBytes: 1234, fileName: 'a.png', fileUri: 'https://example.com/a.png' };
const thumbnail = { mimeType: 'image/png', fileSizeBytes: 12, fileUri: 'https://example.com/b.png' };
const MESSAGES: [string, object, object][] = [
  ['text', { text: 'Hello' }, { text: 'Hello' }],
  [
    'a tapped reply',
    { suggestion: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
    { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
  ],
  [
    'a tapped action',
    { suggestion: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
    { suggestionResponse: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
  ],
  [
    'a location',
    { location: { latitude: 52.52, longitude: 13.4 } },
    { location: { latitude: 52.52, longitude: 13.4 } },
  ],
  ['a file', { file }, { userFile: { payload: file } }],
  ['a picture with its thumbnail', { file: { ...file, thumbnail } }, { userFile: { payload: file, thumbnail } }],
];
for (const [index, [what, body, content]] of MESSAGES.entries()) {
  test(`the user’s ${what} is reported as a UserMessage`, async () => {
    const phone = `+491555050000${index}`;
    const { status, body: answer } = await does(phone, body);
    assert.equal(status, 200);
    assert.match(answer.messageId, /^[\w-]{24}$/, 'opaque, and no UUID');
    const payload = await until(() => told(phone)[0]);
    const { sendTime, ...rest } = payload;
    assert.deepEqual(rest, {
      senderPhoneNumber: phone,
      messageId: answer.messageId,
      ...content,
      agentId: `${AGENT}@rbm.goog`,
    });
    assert.match(sendTime, /Z$/);
    const { transcript } = await client.handset(phone);
    assert.equal(transcript[0].messageId, answer.messageId);
    assert.deepEqual({ ...transcript[0], ...content }, transcript[0]);
  });
}

test('a tapped action can be reported in the event-shaped form', async () => {
  const phone = '+4915550500010';
  await client.drive('PUT', '/settings', { actionTaps: 'event' });
  const { body } = await does(phone, { suggestion: { text: 'Map', postbackData: 'map', type: 'ACTION' } });
  await client.drive('PUT', '/settings', { actionTaps: 'message' });
  const payload = await until(() => told(phone)[0]);
  assert.deepEqual([payload.eventType, payload.messageId, payload.eventId], [undefined, undefined, body.messageId]);
  assert.deepEqual(payload.suggestionResponse, { text: 'Map', postbackData: 'map', type: 'ACTION' });
});

const CLASSES: [string, object, object][] = [
  ['text', { text: 'x'.repeat(161) }, { classificationType: 'RICH_MESSAGE', segmentCount: 2 }],
  [
    'reply',
    { suggestion: { text: 'Yes', postbackData: 'y' } },
    { classificationType: 'RICH_MESSAGE', segmentCount: 1 },
  ],
  [
    'action',
    { suggestion: { text: 'Yes', postbackData: 'y', type: 'ACTION' } },
    { classificationType: 'SUGGESTED_ACTION_CLICK' },
  ],
  ['location', { location: { latitude: 1, longitude: 2 } }, { classificationType: 'RICH_MEDIA_MESSAGE' }],
  ['file', { file }, { classificationType: 'RICH_MEDIA_MESSAGE' }],
];
for (const [index, [what, body, classification]] of CLASSES.entries()) {
  test(`a ${what} from the United States carries its classification and the carrier`, async () => {
    const phone = `+1555050000${index}`;
    await does(phone, body);
    const payload = await until(() => told(phone)[0]);
    assert.deepEqual([payload.richMessageClassification, payload.carrier], [classification, 'Emulated Wireless']);
  });
}

test('typing is reported, without a message id', async () => {
  const phone = '+4915550500020';
  const { status, body } = await event(phone, { eventType: 'IS_TYPING' });
  assert.equal(status, 200);
  const payload = await until(() => told(phone)[0]);
  assert.deepEqual([payload.eventType, payload.eventId, payload.messageId], ['IS_TYPING', body.eventId, undefined]);
});

test('the user reads a message when told to, once, and not before it is delivered', async () => {
  const phone = '+4915550500021';
  await client.drive('PUT', `/handsets/${phone}`, { online: false });
  const messageId = randomUUID();
  await client.send(phone, messageId, { contentMessage: { text: 'Hello' } });
  assert.equal((await event(phone, { eventType: 'READ', messageId })).status, 400);
  await client.drive('PUT', `/handsets/${phone}`, { online: true, deliverDelayMs: 0 });
  await until(() => told(phone).length === 1);
  assert.equal((await event(phone, { eventType: 'READ', messageId })).status, 200);
  assert.deepEqual((await event(phone, { eventType: 'READ', messageId })).body, { eventId: null });
  await until(() => told(phone).length === 2);
  assert.deepEqual(
    told(phone).map(({ eventType }) => eventType),
    ['DELIVERED', 'READ'],
  );
  assert.equal((await event(phone, { eventType: 'READ', messageId: 'unknown' })).status, 404);
  assert.equal((await event(phone, { eventType: 'READ' })).body.errors[0].path, '/messageId');
});

const KEYWORDS: [string, string, string][] = [
  ['+15550500099', 'STOP', 'START'],
  ['+919555000001', 'STOP', 'START'],
  ['+445550500001', 'STOP', 'START'],
  ['+4915550500030', 'STOP', 'START'],
  ['+33555050001', 'STOP', 'Démarrer'],
  ['+34555050001', 'BAJA', 'ALTA'],
  ['+52555050001', 'BAJA', 'ALTA'],
  ['+55555050001', 'parar', 'começar'],
  ['+8155505001', 'STOP', 'START'],
];
for (const [phone, off, on] of KEYWORDS) {
  test(`opting out and in at ${phone} is reported twice: as ${off} and ${on}, and as the event`, async () => {
    await event(phone, { eventType: 'UNSUBSCRIBE' });
    await event(phone, { eventType: 'SUBSCRIBE' });
    await until(() => told(phone).length === 4);
    assert.deepEqual(
      told(phone).map(({ text, eventType }) => text ?? eventType),
      [off, 'UNSUBSCRIBE', on, 'SUBSCRIBE'],
    );
  });
}

test('a typed word comes without its event, and the event can be sent without its word', async () => {
  const phone = '+4915550500031';
  await does(phone, { text: 'STOP' });
  await event(phone, { eventType: 'UNSUBSCRIBE', word: false });
  await until(() => told(phone).length === 2);
  assert.deepEqual(
    told(phone).map(({ text, eventType }) => text ?? eventType),
    ['STOP', 'UNSUBSCRIBE'],
  );
});

test('a message has exactly one content, and a handset without RCS or offline sends none', async () => {
  const phone = '+4915550500040';
  for (const body of [{}, { text: 'Hello', location: { latitude: 1, longitude: 2 } }]) {
    const { status, body: problem } = await does(phone, body);
    assert.deepEqual([status, problem.code], [400, 'validation_failed']);
    assert.deepEqual(problem.errors, [
      { path: '', message: 'must have exactly one of text, suggestion, location, file' },
    ]);
  }
  for (const settings of [{ rcs: false }, { rcs: true, online: false }]) {
    await client.drive('PUT', `/handsets/${phone}`, settings);
    const { status, body: problem } = await does(phone, { text: 'Hello' });
    assert.deepEqual([status, problem.code], [400, 'invalid_request']);
  }
});

test("a message's id can be set, to simulate a duplicate", async () => {
  const phone = '+4915550500041';
  for (let index = 0; index < 2; index++) await does(phone, { text: 'Hello', messageId: 'the-same' });
  await until(() => told(phone).length === 2);
  assert.deepEqual(
    told(phone).map(({ messageId }) => messageId),
    ['the-same', 'the-same'],
  );
});
