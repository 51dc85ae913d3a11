import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AGENT, type Client, startClient } from './harness.ts';

let client: Client;
before(async () => {
  client = await startClient();
});
after(() => client[Symbol.asyncDispose]());

const PHONE = '+4915550100002';
const send = (body: unknown, phone = PHONE, agentId = AGENT) => client.send(phone, randomUUID(), body, agentId);
const content = (contentMessage: unknown, rest = {}) => ({ contentMessage, ...rest });

const reply = (text = 'Yes') => ({ reply: { text, postbackData: 'yes' } });
const action = (fields: object) => ({ action: { text: 'Go', postbackData: 'go', ...fields } });
const media = (height = 'MEDIUM') => ({ height, contentInfo: { fileUrl: 'https://example.com/a.png' } });
const standalone = (cardContent: object, fields = {}) => ({ richCard: { standaloneCard: { cardContent, ...fields } } });
const carousel = (cards: object[], cardWidth = 'MEDIUM') => ({
  richCard: { carouselCard: { cardWidth, cardContents: cards } },
});
const card = { title: 'Title', description: 'Text', media: media() };
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const calendar = { startTime: '2026-01-02T03:04:05Z', endTime: '2026-01-02T04:04:05Z', title: 'Party' };

const ACCEPTED: [string, unknown][] = [
  ['text', content({ text: 'Hello' })],
  ['text of 3072 characters that are pairs of UTF-16 units', content({ text: '😀'.repeat(3072) })],
  ['an uploaded file', content({ uploadedRbmFile: { fileName: 'files/1', thumbnailName: 'files/2' } })],
  ['a file by URL', content({ contentInfo: { fileUrl: 'https://example.com/a.pdf', forceRefresh: true } })],
  ['the deprecated file name', content({ fileName: 'files/1' })],
  ['a standalone card', content(standalone(card, { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'LEFT' }))],
  ['a carousel of ten cards', content(carousel(times(10, card)))],
  [
    'four suggestions on a card and eleven under it',
    {
      contentMessage: { ...standalone({ ...card, suggestions: times(4, reply()) }), suggestions: times(11, reply()) },
    },
  ],
  [
    'every action',
    content({
      text: 'Choose',
      suggestions: [
        action({ dialAction: { phoneNumber: '+15550100001' } }),
        action({ dialAction: { phoneNumber: '*101#' } }),
        action({ viewLocationAction: { latLong: { latitude: '1.5', longitude: 2.5 }, label: 'Us' } }),
        action({ viewLocationAction: { query: 'coffee' } }),
        action({ createCalendarEventAction: calendar }),
        action({ openUrlAction: { url: 'https://example.com', application: 'WEBVIEW', webviewViewMode: 'HALF' } }),
        action({ shareLocationAction: {}, fallbackUrl: 'https://example.com' }),
      ],
    }),
  ],
  ['snake_case, and an enum by number', { content_message: { text: 'Hello' }, message_traffic_type: 2 }],
  ['a ttl of 15 days', content({ text: 'Hello' }, { ttl: `${15 * 86_400}s` })],
  ['null for what is absent', content({ text: 'Hello', richCard: null, suggestions: null })],
];
for (const [what, body] of ACCEPTED) {
  test(`the platform accepts ${what}`, async () => {
    const answer = await send(body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  });
}

const REFUSED: [string, unknown][] = [
  ['no content message', {}],
  ['an empty content message', content({})],
  ['suggestions without content', content({ suggestions: [reply()] })],
  ['two contents', content({ text: 'Hello', fileName: 'files/1' })],
  ['empty text', content({ text: '' })],
  ['text of 3073 characters', content({ text: 'x'.repeat(3073) })],
  ['twelve suggestions', content({ text: 'Hello', suggestions: times(12, reply()) })],
  ['five suggestions on a card', content(standalone({ ...card, suggestions: times(5, reply()) }))],
  ['a suggestion that is nothing', content({ text: 'Hello', suggestions: [{}] })],
  [
    'a suggestion that is both',
    content({ text: 'Hello', suggestions: [{ ...reply(), ...action({ shareLocationAction: {} }) }] }),
  ],
  ['a suggestion without text', content({ text: 'Hello', suggestions: [{ reply: { postbackData: 'yes' } }] })],
  ['a reply of 26 characters', content({ text: 'Hello', suggestions: [reply('x'.repeat(26))] })],
  [
    'postback data of 2049 characters',
    content({
      text: 'Hello',
      suggestions: [{ reply: { text: 'Yes', postbackData: 'x'.repeat(2049) } }],
    }),
  ],
  ['an action that does nothing', content({ text: 'Hello', suggestions: [action({})] })],
  [
    'an action that does two things',
    content({
      text: 'Hello',
      suggestions: [action({ shareLocationAction: {}, dialAction: { phoneNumber: '1' } })],
    }),
  ],
  [
    'a number that cannot be dialled',
    content({ text: 'Hello', suggestions: [action({ dialAction: { phoneNumber: '555-1' } })] }),
  ],
  [
    'a latitude beyond the pole',
    content({
      text: 'Hello',
      suggestions: [action({ viewLocationAction: { latLong: { latitude: 91, longitude: 0 } } })],
    }),
  ],
  [
    'a location of no place',
    content({ text: 'Hello', suggestions: [action({ viewLocationAction: { label: 'Us' } })] }),
  ],
  [
    'an event without a title',
    content({
      text: 'Hello',
      suggestions: [action({ createCalendarEventAction: { ...calendar, title: undefined } })],
    }),
  ],
  [
    'an event with a title of 101 characters',
    content({
      text: 'Hello',
      suggestions: [action({ createCalendarEventAction: { ...calendar, title: 'x'.repeat(101) } })],
    }),
  ],
  [
    'a time that is none',
    content({
      text: 'Hello',
      suggestions: [action({ createCalendarEventAction: { ...calendar, startTime: 'tomorrow' } })],
    }),
  ],
  ['a URL that is none', content({ text: 'Hello', suggestions: [action({ openUrlAction: { url: 'example' } })] })],
  [
    'a fallback URL that is none',
    content({
      text: 'Hello',
      suggestions: [action({ shareLocationAction: {}, fallbackUrl: 'example' })],
    }),
  ],
  ['the withdrawn compose action', content({ text: 'Hello', suggestions: [action({ composeAction: {} })] })],
  ['an unknown enum word', content(carousel([card, card], 'HUGE'))],
  ['a card with nothing', content(standalone({}))],
  ['a card with suggestions alone', content(standalone({ suggestions: [reply()] }))],
  ['a card title of 201 characters', content(standalone({ title: 'x'.repeat(201) }))],
  ['a card description of 2001 characters', content(standalone({ description: 'x'.repeat(2001) }))],
  ['media without a file', content(standalone({ title: 'Title', media: { height: 'TALL' } }))],
  ['media with two files', content(standalone({ media: { ...media(), fileName: 'files/1' } }))],
  ['a horizontal card with media alone', content(standalone({ media: media() }, { cardOrientation: 'HORIZONTAL' }))],
  ['a rich card that is neither kind', content({ richCard: {} })],
  ['a standalone card without content', content({ richCard: { standaloneCard: {} } })],
  ['a carousel of one card', content(carousel([card]))],
  ['a carousel of eleven cards', content(carousel(times(11, card)))],
  ['TALL media in a SMALL carousel', content(carousel([card, { ...card, media: media('TALL') }], 'SMALL'))],
  ['a file URL that is none', content({ contentInfo: { fileUrl: 'a.png' } })],
  ['a ttl and an expireTime', content({ text: 'Hello' }, { ttl: '10s', expireTime: '2026-01-01T00:00:00Z' })],
  ['a ttl of more than 15 days', content({ text: 'Hello' }, { ttl: `${15 * 86_400 + 1}s` })],
  ['an expireTime after more than 15 days', content({ text: 'Hello' }, { expireTime: '2100-01-01T00:00:00Z' })],
  ['a negative ttl', content({ text: 'Hello' }, { ttl: '-1s' })],
  ['a ttl in other units', content({ text: 'Hello' }, { ttl: '1m' })],
  ['more than 250 KB', content({ text: 'Hello', padding: 'x'.repeat(256_000) })],
  ['a number for text', content({ text: 1 })],
  ['a list for a message', content([])],
  ['a field that every JavaScript object has', content({ text: 'Hello', constructor: {} })],
];
for (const [what, body] of REFUSED) {
  test(`the platform refuses ${what} with 400 INVALID_ARGUMENT`, async () => {
    const { status, body: refusal } = await send(body);
    assert.deepEqual([status, refusal.error.code, refusal.error.status], [400, 400, 'INVALID_ARGUMENT']);
    assert.ok(refusal.error.message);
  });
}

test('an unknown field is named in Google’s words, with its path', async () => {
  const { body } = await send(content({ text: 'Hello', suggestions: [{ reply: { text: 'Yes', postback: 'yes' } }] }));
  assert.equal(
    body.error.message,
    'Invalid JSON payload received. Unknown name "postback" at \'agent_message.content_message.suggestions[0].reply\': Cannot find field.',
  );
});

test('a reply and an action that are too long are told apart in Google’s words', async () => {
  for (const [kind, suggestion] of [
    ['reply', reply('x'.repeat(26))],
    ['action', action({ text: 'x'.repeat(26), shareLocationAction: {} })],
  ] as const) {
    const { body } = await send(content({ text: 'Hello', suggestions: [suggestion] }));
    assert.equal(body.error.message, `Within suggested ${kind}, the provided text exceeds the maximum allowed length.`);
  }
});

test('a body that is not JSON is 400, and so is one above any limit', async () => {
  for (const body of ['{"contentMessage":', `"${'x'.repeat(2 * 1024 * 1024)}"`]) {
    const answer = await send(body);
    assert.deepEqual([answer.status, answer.body.error.status], [400, 'INVALID_ARGUMENT']);
  }
});

test('the answer has the name, the time of acceptance, the message and its expiry', async () => {
  const messageId = randomUUID();
  const contentMessage = { text: 'Your table is ready', suggestions: [reply()] };
  const { body } = await client.send(PHONE, messageId, {
    contentMessage,
    ttl: '600s',
    messageTrafficType: 'TRANSACTION',
  });
  assert.equal(body.name, `phones/${PHONE}/agentMessages/${messageId}`);
  assert.deepEqual(body.contentMessage, contentMessage);
  assert.equal(body.messageTrafficType, 'TRANSACTION');
  assert.equal(Date.parse(body.expireTime) - Date.parse(body.sendTime), 600_000);
  assert.equal(body.ttl, undefined);
  assert.equal(body.richMessageClassification, undefined, 'only for numbers of the United States');
});

test('a phone number is accepted with %2B and with +, and refused in any other form', async () => {
  for (const phone of ['+4915550100003', '%2B4915550100003']) {
    assert.equal((await send(content({ text: 'Hello' }), phone)).status, 200);
  }
  for (const phone of ['4915550100003', '+0155501', '+49-155', '+1', '+1234567890123456']) {
    const { status, body } = await send(content({ text: 'Hello' }), phone);
    assert.deepEqual([status, body.error.status], [400, 'INVALID_ARGUMENT'], phone);
  }
});

test('an agent is the same with and without @rbm.goog', async () => {
  const messageId = randomUUID();
  await client.send(PHONE, messageId, content({ text: 'Hello' }), AGENT);
  const repeat = await client.send(PHONE, messageId, content({ text: 'Hello' }), `${AGENT}@rbm.goog`);
  assert.equal(repeat.status, 200);
  const { transcript } = await client.handset(PHONE);
  const entry = transcript.find((candidate: { messageId: string }) => candidate.messageId === messageId);
  assert.deepEqual([entry.agentId, entry.duplicates], [AGENT, 1]);
});

test('without an agent, and with an unknown one when those are refused, the answer is 403 with the look-up text', async () => {
  const missing = await send(content({ text: 'Hello' }), PHONE, '');
  await client.drive('PUT', '/settings', { unknownAgents: 'refuse' });
  const unknown = await send(content({ text: 'Hello' }), PHONE, 'nobody');
  await client.drive('PUT', '/settings', { unknownAgents: 'accept' });
  for (const { status, body } of [missing, unknown]) {
    assert.deepEqual([status, body.error.status], [403, 'PERMISSION_DENIED']);
    assert.match(body.error.message, /^There was an error looking up the RBM agent \(ID: .*@rbm\.goog\)/);
  }
});

const TRAFFIC: [string, string | undefined, number][] = [
  ['MULTI_USE', undefined, 400],
  ['MULTI_USE', 'MESSAGE_TRAFFIC_TYPE_UNSPECIFIED', 400],
  ['MULTI_USE', 'TRANSACTION', 200],
  ['MULTI_USE', 'PROMOTION', 200],
  ['MULTI_USE', 'AUTHENTICATION', 400],
  ['OTP', undefined, 200],
  ['OTP', 'AUTHENTICATION', 200],
  ['OTP', 'PROMOTION', 400],
  ['TRANSACTIONAL', 'PROMOTION', 400],
  ['PROMOTIONAL', 'TRANSACTION', 400],
  ['PROMOTIONAL', 'SERVICEREQUEST', 200],
  ['TRANSACTIONAL', 'ACKNOWLEDGEMENT', 200],
];
for (const [useCase, messageTrafficType, status] of TRAFFIC) {
  test(`an agent for ${useCase} that sends ${messageTrafficType ?? 'no traffic type'} gets ${status}`, async () => {
    await client.drive('PUT', '/agents/traffic', { useCase });
    const answer = await send(content({ text: 'Hello' }, { messageTrafficType }), PHONE, 'traffic');
    assert.equal(answer.status, status);
  });
}

test('a repeated id is ignored: the first answer again, and no second delivery', async () => {
  const messageId = randomUUID();
  const phone = '+4915550100004';
  const first = await client.send(phone, messageId, content({ text: 'Hello' }));
  const second = await client.send(phone, messageId, content({ text: 'Hello' }));
  assert.deepEqual(
    [second.status, second.body.name, second.body.sendTime],
    [200, first.body.name, first.body.sendTime],
  );
  const { transcript, total } = await client.handset(phone);
  assert.deepEqual([total, transcript[0].duplicates], [1, 1]);
});

test('a repeated id can be made to answer 409 ALREADY_EXISTS', async () => {
  const messageId = randomUUID();
  await client.send(PHONE, messageId, content({ text: 'Hello' }));
  await client.drive('PUT', '/settings', { duplicateStatus: 409 });
  const { status, body } = await client.send(PHONE, messageId, content({ text: 'Hello' }));
  await client.drive('PUT', '/settings', { duplicateStatus: 200 });
  assert.deepEqual([status, body.error.status], [409, 'ALREADY_EXISTS']);
});

test('messages and events of one agent share one space of ids, and another agent has its own', async () => {
  const id = randomUUID();
  await client.send(PHONE, id, content({ text: 'Hello' }));
  const path = `/v1/phones/${PHONE}/agentEvents?eventId=${id}&agentId=`;
  const same = await client.google('POST', `${path}${AGENT}`, { eventType: 'IS_TYPING' });
  const other = await client.google('POST', `${path}another_agent`, { eventType: 'IS_TYPING' });
  assert.equal(same.body.name, `phones/${PHONE}/agentMessages/${id}`);
  assert.equal(other.body.name, `phones/${PHONE}/agentEvents/${id}`);
});

test('any id that is not empty is accepted by default, and only a UUID in strict mode', async () => {
  const body = content({ text: 'Hello' });
  assert.equal((await client.send(PHONE, '', body)).status, 400);
  assert.equal((await client.send(PHONE, 'my-own-id', body)).status, 200);
  await client.drive('PUT', '/settings', { strictIds: true });
  const strict = await client.send(PHONE, 'another-own-id', body);
  const uuid = await client.send(PHONE, randomUUID(), body);
  await client.drive('PUT', '/settings', { strictIds: false });
  assert.deepEqual([strict.status, strict.body.error.status, uuid.status], [400, 'INVALID_ARGUMENT', 200]);
});

test('a number without RCS is 404 NOT_FOUND', async () => {
  await client.drive('PUT', '/handsets/+4915550100005', { rcs: false });
  const { status, body } = await send(content({ text: 'Hello' }), '+4915550100005');
  assert.deepEqual([status, body.error.status], [404, 'NOT_FOUND']);
  assert.equal(body.error.message, 'The specified phone number cannot be reached by RBM at this time.');
});

test('an agent that is not launched reaches only accepted testers', async () => {
  await client.drive('PUT', '/agents/fresh', {
    launched: false,
    testers: { [PHONE]: 'ACCEPTED', '+4915550100006': 'PENDING' },
  });
  assert.equal((await send(content({ text: 'Hello' }), PHONE, 'fresh')).status, 200);
  for (const phone of ['+4915550100006', '+4915550100007']) {
    const { status, body } = await send(content({ text: 'Hello' }), phone, 'fresh');
    assert.deepEqual([status, body.error.status], [403, 'PERMISSION_DENIED']);
    assert.match(body.error.message, /^This operation is blocked because the RBM agent has not launched/);
  }
});

const FEATURES: [string, string, object][] = [
  ['RICHCARD_STANDALONE', 'a card', standalone(card)],
  ['RICHCARD_CAROUSEL', 'a carousel', carousel([card, card])],
  ['ACTION_DIAL', 'dialling', { text: 'Go', suggestions: [action({ dialAction: { phoneNumber: '1011' } })] }],
  [
    'ACTION_OPEN_URL',
    'a link',
    { text: 'Go', suggestions: [action({ openUrlAction: { url: 'https://example.com' } })] },
  ],
  ['ACTION_SHARE_LOCATION', 'sharing', { text: 'Go', suggestions: [action({ shareLocationAction: {} })] }],
  ['ACTION_VIEW_LOCATION', 'a map', { text: 'Go', suggestions: [action({ viewLocationAction: { query: 'coffee' } })] }],
  [
    'ACTION_CREATE_CALENDAR_EVENT',
    'a date',
    { text: 'Go', suggestions: [action({ createCalendarEventAction: calendar })] },
  ],
];
for (const [feature, what, contentMessage] of FEATURES) {
  test(`a device without ${feature} is not sent ${what}`, async () => {
    const phone = '+4915550100008';
    const features = FEATURES.map(([name]) => name);
    await client.drive('PUT', `/handsets/${phone}`, { features });
    assert.equal((await send({ contentMessage }, phone)).status, 200);
    await client.drive('PUT', `/handsets/${phone}`, { features: features.filter((name) => name !== feature) });
    const { status, body } = await send({ contentMessage }, phone);
    assert.deepEqual([status, body.error.status], [400, 'INVALID_ARGUMENT']);
  });
}

test('an action with a fallback URL needs no feature, and a webview no more than the browser', async () => {
  const phone = '+4915550100009';
  await client.drive('PUT', `/handsets/${phone}`, { features: ['ACTION_OPEN_URL'] });
  const suggestions = [
    action({ shareLocationAction: {}, fallbackUrl: 'https://example.com' }),
    action({ openUrlAction: { url: 'https://example.com', application: 'WEBVIEW' } }),
  ];
  assert.equal((await send(content({ text: 'Go', suggestions }), phone)).status, 200);
});

const CLASSES: [string, object, object][] = [
  ['text', { text: 'x'.repeat(160) }, { classificationType: 'RICH_MESSAGE', segmentCount: 1 }],
  ['text of 300 bytes', { text: 'ä'.repeat(150) }, { classificationType: 'RICH_MESSAGE', segmentCount: 2 }],
  [
    'text with a reply, dialling and a browser',
    {
      text: 'Hello',
      suggestions: [
        reply(),
        action({ dialAction: { phoneNumber: '1' } }),
        action({ openUrlAction: { url: 'https://example.com' } }),
      ],
    },
    { classificationType: 'RICH_MESSAGE', segmentCount: 1 },
  ],
  [
    'text with a webview',
    {
      text: 'Hello',
      suggestions: [action({ openUrlAction: { url: 'https://example.com', application: 'WEBVIEW' } })],
    },
    { classificationType: 'RICH_MEDIA_MESSAGE' },
  ],
  [
    'text with a map',
    { text: 'Hello', suggestions: [action({ viewLocationAction: { query: 'x' } })] },
    { classificationType: 'RICH_MEDIA_MESSAGE' },
  ],
  ['a card without media', standalone({ title: 'Title' }), { classificationType: 'RICH_MEDIA_MESSAGE' }],
  ['a file', { fileName: 'files/1' }, { classificationType: 'RICH_MEDIA_MESSAGE' }],
];
for (const [what, contentMessage, classification] of CLASSES) {
  test(`for a number of the United States, ${what} is ${JSON.stringify(classification)}`, async () => {
    const { body } = await send({ contentMessage }, '+15550100001');
    assert.deepEqual(body.richMessageClassification, classification);
    assert.equal(body.carrier, 'Emulated Wireless');
  });
}

test('Dialogflow is 403, and an operation that does not exist 404', async () => {
  const dialogflow = await client.google('POST', `/v1/phones/${PHONE}/dialogflowMessages?agentId=${AGENT}`, {});
  const unknown = await client.google('GET', `/v1/phones/${PHONE}/agentMessages`);
  assert.deepEqual([dialogflow.status, dialogflow.body.error.status], [403, 'PERMISSION_DENIED']);
  assert.deepEqual([unknown.status, unknown.body.error.status], [404, 'NOT_FOUND']);
});
