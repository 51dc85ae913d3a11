/** The billing class of messages. Source: docs/platform.md, "Billing". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify, classifyUserContent } from '../../src/model/classification.ts';
import type { ContentMessage } from '../../src/model/content-message.ts';
import { action, card, event, openUrl, place, repeat, replyChip } from './content-messages.ts';

const RICH_MESSAGE = (segmentCount: number) => ({ classificationType: 'RICH_MESSAGE', segmentCount });
const RICH_MEDIA = { classificationType: 'RICH_MEDIA_MESSAGE', segmentCount: 1 };
const CLASSES: [name: string, message: object, expected: object][] = [
  ['160 bytes of text', { text: repeat(160) }, RICH_MESSAGE(1)],
  ['161 bytes of text', { text: repeat(161) }, RICH_MESSAGE(2)],
  ['81 letters of two bytes', { text: 'ß'.repeat(81) }, RICH_MESSAGE(2)],
  ['text and replies, whose own text does not count', replyChip({ postbackData: repeat(400) }), RICH_MESSAGE(1)],
  ['text and a number to dial', action({ dialAction: { phoneNumber: '1' } }), RICH_MESSAGE(1)],
  ['text and a browser link', openUrl({ application: 'BROWSER' }), RICH_MESSAGE(1)],
  ['text and a link that does not say where', openUrl({}), RICH_MESSAGE(1)],
  ['text and a webview', openUrl({ application: 'WEBVIEW' }), RICH_MEDIA],
  ['text and a place', place(1, 2), RICH_MEDIA],
  ['text and a calendar entry', event({}), RICH_MEDIA],
  ['text and a request for a place', action({ shareLocationAction: {} }), RICH_MEDIA],
  ['a card without media', card({ title: 'a' }), RICH_MEDIA],
  ['a file', { contentInfo: { fileUrl: 'https://e.org' } }, RICH_MEDIA],
];

for (const [name, message, expected] of CLASSES) {
  test(`the class of ${name}`, () => assert.deepEqual(classify(message as ContentMessage), expected));
}

test('the class of what a user sends', () => {
  const file = { payload: { mimeType: 'image/png', fileSizeBytes: 1, fileUri: 'https://e.org' } };
  assert.deepEqual(classifyUserContent({ text: repeat(161) }), RICH_MESSAGE(2));
  assert.deepEqual(classifyUserContent({ text: '' }), RICH_MESSAGE(1));
  assert.deepEqual(
    classifyUserContent({ suggestionResponse: { text: 'a', postbackData: repeat(400), type: 'ACTION' } }),
    RICH_MESSAGE(1),
  );
  assert.deepEqual(classifyUserContent({ location: { latitude: '1', longitude: '2' } }), RICH_MEDIA);
  assert.deepEqual(classifyUserContent({ userFile: file }), RICH_MEDIA);
});
