/** Valid content messages: every limit of the platform just kept, and what Liquid may hide. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { ContentMessage, checkContentMessage } from '../../src/model/content-message.ts';
import {
  action,
  card,
  carousel,
  chip,
  event,
  listOf,
  media,
  openUrl,
  place,
  repeat,
  replyChip,
  url,
  view,
} from './content-messages.ts';

const ALLOWED: Record<string, unknown> = {
  'a text of 3072 characters': { text: repeat(3072) },
  'a text of 3072 characters outside the basic plane': { text: '😀'.repeat(3072) },
  'an uploaded file': { uploadedRbmFile: { fileName: 'files/1', thumbnailName: 'files/2' } },
  'a file by its address': { contentInfo: { fileUrl: url(2048), thumbnailUrl: 'http://e.org', forceRefresh: false } },
  '11 chips': { text: 'Hi', suggestions: listOf(11, chip) },
  'a chip label of 25 characters': replyChip({ text: repeat(25) }),
  'postback data of 2048 characters': replyChip({ postbackData: repeat(2048) }),
  'an action label of 25 characters': action({ text: repeat(25), dialAction: { phoneNumber: '+123' } }),
  'an action without postback data': { text: 'Hi', suggestions: [{ action: { text: 'a', shareLocationAction: {} } }] },
  'a fallback address of 2048 characters': action({ shareLocationAction: {}, fallbackUrl: url(2048) }),
  'a number to dial': action({ dialAction: { phoneNumber: '*#1011+' } }),
  'a place at the corner of the world': place(-90, 180),
  'a place in numeric strings': place('90', '-180.0'),
  'a place by a query, with a label': view({ query: 'cafe', label: 'Us' }),
  'a calendar entry with a title of 100 and a description of 500 characters': event({
    title: repeat(100),
    description: repeat(500),
  }),
  'an address of 2048 characters': openUrl({ url: url(2048) }),
  'an address of another scheme': openUrl({ url: 'sms:+15550100001?body=a%20b' }),
  'a webview': openUrl({ application: 'WEBVIEW', webviewViewMode: 'TALL', description: 'shop' }),
  'a card title of 200 characters': card({ title: repeat(200) }),
  'a card description of 2000 characters': card({ description: repeat(2000) }),
  'a card of media alone': card({ media: media({ height: 'TALL' }) }, { cardOrientation: 'VERTICAL' }),
  'a card with uploaded media': card({ media: { uploadedRbmFile: { fileName: 'files/1' }, height: 'SHORT' } }),
  '4 suggestions on a card, and 11 chips': {
    ...card({ title: 'a', suggestions: listOf(4, chip) }),
    suggestions: listOf(11, chip),
  },
  'a horizontal card with media and a title': card(
    { media: media(), title: 'a' },
    { cardOrientation: 'HORIZONTAL', thumbnailImageAlignment: 'LEFT' },
  ),
  'a horizontal card with media and suggestions': card(
    { media: media(), suggestions: [chip] },
    { cardOrientation: 'HORIZONTAL' },
  ),
  'a carousel of 2': carousel(listOf(2, { title: 'a' })),
  'a carousel of 10': carousel(listOf(10, { title: 'a' }), { cardWidth: 'SMALL' }),
  'tall media in a medium carousel': carousel(listOf(2, { media: media({ height: 'TALL' }) }), { cardWidth: 'MEDIUM' }),
  'medium media in a small carousel': carousel(listOf(2, { media: media({ height: 'MEDIUM' }) }), {
    cardWidth: 'SMALL',
  }),
};

for (const [name, message] of Object.entries(ALLOWED)) {
  test(`${name}: allowed`, () => {
    assert.deepEqual(checkContentMessage(message, { rendered: true }), []);
    assert.deepEqual(checkContentMessage(message, { rendered: false }), []);
  });
}

test('a message of 250,000 bytes is allowed, and one of 250,001 refused', () => {
  const views = (length: number) => ({
    text: 'Hi',
    suggestions: [{ action: { text: 'a', viewLocationAction: { query: repeat(length) } } }],
  });
  const room = 250_000 - JSON.stringify(views(0)).length;
  assert.deepEqual(checkContentMessage(views(room), { rendered: true }), []);
  assert.deepEqual(checkContentMessage(views(room + 1), { rendered: true }), [
    { path: '', message: 'must be at most 250000 bytes as JSON; it has 250001' },
  ]);
});

test('a thousand broken fields do not make a thousand errors', () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
  assert.equal(checkContentMessage({ text: 'a', ...fields }, { rendered: false }).length, 50);
});

const LIQUID = '{{ params.x }}';
const HELD_BY_LIQUID: Record<string, unknown> = {
  'a long text': { text: `${LIQUID}${repeat(4000)}` },
  'an enumeration': openUrl({ application: LIQUID, webviewViewMode: '{% if params.x %}FULL{% endif %}' }),
  'an address': openUrl({ url: LIQUID }),
  'a file': { contentInfo: { fileUrl: `${LIQUID}/a.png` } },
  'a place': place(LIQUID, `-${LIQUID}`),
  'a time': event({ startTime: LIQUID }),
  'a number': action({ dialAction: { phoneNumber: LIQUID } }),
  'a label': replyChip({ text: `${LIQUID} and twenty more characters` }),
};

for (const [name, message] of Object.entries(HELD_BY_LIQUID)) {
  test(`${name} that holds Liquid is exempt from its limits when it is saved, but not when it is rendered`, () => {
    assert.deepEqual(checkContentMessage(message, { rendered: false }), []);
    assert.notDeepEqual(checkContentMessage(message, { rendered: true }), []);
  });
}

test('Liquid hides nothing of the structure', () => {
  const message = { text: LIQUID, richCard: {}, suggestions: [...listOf(11, chip), chip], other: LIQUID };
  assert.deepEqual(
    checkContentMessage(message, { rendered: false }).map(({ path }) => path),
    ['/richCard', '/suggestions', '/other', ''],
  );
});

test('a JSON Schema validator that reads the published schema agrees', () => {
  const ajv = new Ajv({
    strict: false,
    formats: { uri: /^[a-z]+:\S+$/, 'date-time': /Z$|[+-]\d\d:\d\d$/ },
  });
  const validate = ajv.compile(ContentMessage);
  for (const [name, message] of Object.entries({ ...ALLOWED, ...HELD_BY_LIQUID })) assert.ok(validate(message), name);
  const refused = [
    {},
    { text: 'a', ...card({ title: 'a' }) },
    { text: repeat(3073) },
    carousel([{ title: 'a' }]),
    action({}),
  ];
  for (const message of refused) assert.equal(validate(message), false, JSON.stringify(message));
});
