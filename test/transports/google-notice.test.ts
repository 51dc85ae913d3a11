/**
 * Every kind of payload of Google's webhook, through the verified entry point. Source: docs/platform.md, "The webhook:
 * payloads".
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import type { Notice } from '../../src/model/notice.ts';
import { createGoogleWebhook } from '../../src/transports/google-webhook.ts';
import { SEED } from '../fuzz/seed.ts';

const TOKEN = 'webhook-token';
const PHONE = '+15550100001';

/** Delivers a payload as Google does, and returns its one notice, and the log. */
function deliver(payload: unknown): { notice: Notice | undefined; log: string } {
  let log = '';
  const receive = createGoogleWebhook({ webhookToken: TOKEN, log: pino({}, { write: (line) => (log += line) }) });
  // Indented, like Google's.
  const data = Buffer.from(JSON.stringify(payload, null, 2));
  const signature = createHmac('sha512', TOKEN).update(data).digest('base64');
  const body = Buffer.from(JSON.stringify({ message: { data: data.toString('base64') } }));
  const received = receive({ headers: { 'x-goog-signature': signature }, body });
  assert.equal(received.status, 200);
  assert.ok(received.notices.length <= 1);
  return { notice: received.notices[0], log };
}

const common = {
  senderPhoneNumber: PHONE,
  messageId: 'MxIgT-4pWCQu2tH9hMkSTljQ',
  sendTime: '2026-01-02T03:04:05.678901Z',
  agentId: 'demo_agent@rbm.goog',
};
const commonNotice = {
  platformAgentId: 'demo_agent',
  phoneNumber: PHONE,
  sendTime: '2026-01-02T03:04:05.678901Z',
};
const userMessage = {
  ...commonNotice,
  kind: 'user-message',
  dedupeId: 'message:demo_agent:MxIgT-4pWCQu2tH9hMkSTljQ',
  messageId: 'MxIgT-4pWCQu2tH9hMkSTljQ',
  classification: null,
};
const file = { mimeType: 'image/png', fileSizeBytes: 2048, fileName: 'cat.png', fileUri: 'https://files.test/cat' };
const thumbnail = { mimeType: 'image/jpeg', fileSizeBytes: 99, fileUri: 'https://files.test/cat-small' };

describe('a user message', () => {
  const rows: [name: string, fields: object, content: object][] = [
    ['text', { text: 'hello' }, { text: 'hello' }],
    ['an empty text', { text: '' }, { text: '' }],
    [
      'text with U+0000 and a lone surrogate, which PostgreSQL refuses',
      { text: 'a\u0000b\uD800c' },
      { text: 'a\uFFFDb\uFFFDc' },
    ],
    [
      'the tap of a reply',
      { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
      { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
    ],
    [
      'the tap of an action',
      { suggestionResponse: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
      { suggestionResponse: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
    ],
    [
      'a tap without a type is a reply',
      { suggestionResponse: { text: 'Yes', postbackData: 'yes' } },
      { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
    ],
    [
      'a tap of type UNKNOWN is a reply',
      { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'UNKNOWN' } },
      { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
    ],
    [
      'a tap without postback data',
      { suggestionResponse: { text: 'Yes' } },
      { suggestionResponse: { text: 'Yes', postbackData: '', type: 'REPLY' } },
    ],
    [
      'a location, its numbers as strings',
      { location: { latitude: 52.520008, longitude: -13.404954 } },
      { location: { latitude: '52.520008', longitude: '-13.404954' } },
    ],
    [
      'a location that has strings',
      { location: { latitude: '1.50', longitude: '2' } },
      { location: { latitude: '1.5', longitude: '2' } },
    ],
    [
      'a location on the equator, whose 0 is left out in JSON',
      { location: { longitude: 9.5 } },
      { location: { latitude: '0', longitude: '9.5' } },
    ],
    [
      'a location too near to 0 for plain notation',
      { location: { latitude: 1e-7, longitude: 1 } },
      { location: { latitude: '0.0000001000', longitude: '1' } },
    ],
    [
      'a file with its thumbnail',
      { userFile: { category: 'IMAGE', payload: file, thumbnail } },
      { userFile: { payload: file, thumbnail } },
    ],
    [
      'a file whose size is an int64 in text, without name and type',
      { userFile: { payload: { fileSizeBytes: '10', fileUri: 'https://files.test/x' } } },
      {
        userFile: {
          payload: { mimeType: 'application/octet-stream', fileSizeBytes: 10, fileUri: 'https://files.test/x' },
        },
      },
    ],
  ];
  for (const [name, fields, content] of rows) {
    test(name, () => assert.deepEqual(deliver({ ...common, ...fields }).notice, { ...userMessage, content }));
  }

  const classified = (richMessageClassification: object) => {
    const { notice } = deliver({ ...common, text: 'x', richMessageClassification });
    return notice?.kind === 'user-message' ? notice.classification : undefined;
  };
  test('the classification of a US number is kept', () => {
    assert.deepEqual(classified({ classificationType: 'RICH_MESSAGE', segmentCount: 2 }), {
      classificationType: 'RICH_MESSAGE',
      segmentCount: 2,
    });
  });
  test('a classification without segments counts one', () => {
    assert.deepEqual(classified({ classificationType: 'RICH_MEDIA_MESSAGE' }), {
      classificationType: 'RICH_MEDIA_MESSAGE',
      segmentCount: 1,
    });
  });
  test('a classification that the specification lacks is left to the service', () => {
    assert.equal(classified({ classificationType: 'SUGGESTED_ACTION_CLICK' }), null);
  });
});

test('the tap of an action in the form of an event has the event’s id, and is an ACTION', () => {
  const { messageId, ...rest } = common;
  assert.ok(messageId);
  const suggestionResponse = { text: 'Map', postbackData: 'map' };
  assert.deepEqual(deliver({ ...rest, eventId: 'e-1', suggestionResponse }).notice, {
    ...commonNotice,
    kind: 'user-message',
    dedupeId: `event:demo_agent:${PHONE}:e-1`,
    messageId: 'e-1',
    content: { suggestionResponse: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
    classification: null,
  });
});

describe('a user event', () => {
  for (const eventType of ['DELIVERED', 'READ', 'IS_TYPING', 'SUBSCRIBE', 'UNSUBSCRIBE'] as const) {
    const hasMessage = eventType === 'DELIVERED' || eventType === 'READ';
    test(eventType, () => {
      const { messageId, ...rest } = common;
      const fields = hasMessage ? { messageId } : {};
      assert.deepEqual(deliver({ ...rest, ...fields, eventType, eventId: 'e-1' }).notice, {
        ...commonNotice,
        kind: 'user-event',
        dedupeId: `event:demo_agent:${PHONE}:e-1`,
        eventType,
        eventId: 'e-1',
        messageId: hasMessage ? messageId : null,
      });
    });
  }
});

describe('a server event', () => {
  for (const eventType of ['TTL_EXPIRATION_REVOKED', 'TTL_EXPIRATION_REVOKE_FAILED'] as const) {
    test(eventType, () => {
      const { senderPhoneNumber: phoneNumber, ...rest } = common;
      assert.deepEqual(deliver({ ...rest, phoneNumber, eventType, eventId: 'e-1' }).notice, {
        ...commonNotice,
        kind: 'server-event',
        dedupeId: `event:demo_agent:${PHONE}:e-1`,
        eventType,
        eventId: 'e-1',
        messageId: common.messageId,
      });
    });
  }
});

test('the agent id is the same with and without @rbm.goog', () => {
  for (const agentId of ['demo_agent', 'demo_agent@rbm.goog']) {
    assert.equal(deliver({ ...common, agentId, text: 'x' }).notice?.platformAgentId, 'demo_agent');
  }
});

describe('sendTime is UTC with a Z, with a fraction of up to microseconds', () => {
  const rows: [given: unknown, expected: string | null][] = [
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.6Z'],
    ['2026-01-02T03:04:05.678901234Z', '2026-01-02T03:04:05.678901Z'],
    ['2026-01-02T03:04:05.678901+05:30', '2026-01-01T21:34:05.678901Z'],
    ['2026-13-02T03:04:05Z', null],
    ['yesterday', null],
    [undefined, null],
    [1767322800, null],
  ];
  for (const [given, expected] of rows) {
    test(`${given} → ${expected}`, () => {
      assert.equal(deliver({ ...common, text: 'x', sendTime: given }).notice?.sendTime, expected);
    });
  }
});

test('a launch event makes no notice and is logged', () => {
  const { notice, log } = deliver({
    eventId: 'demo_agent/1',
    agentId: 'demo_agent@rbm.goog',
    regionId: '/v1/regions/fi-rcs',
    oldLaunchState: 'PENDING',
    newLaunchState: 'REJECTED',
    comment: 'no logo',
  });
  assert.equal(notice, undefined);
  assert.match(log, /demo_agent is now REJECTED/);
  assert.match(log, /no logo/);
});

describe('an unknown payload is acknowledged, dropped, and logged without the phone number', () => {
  const rows: [name: string, payload: unknown][] = [
    ['an event type of the future', { ...common, eventType: 'REACTED', eventId: 'e-1' }],
    ['EVENT_TYPE_UNSPECIFIED', { ...common, eventType: 'EVENT_TYPE_UNSPECIFIED', eventId: 'e-1' }],
    [
      'a SENT that only we may say',
      { phoneNumber: PHONE, agentId: 'a', messageId: 'm', eventId: 'e', eventType: 'SENT' },
    ],
    ['an event without an id', { ...common, eventType: 'DELIVERED' }],
    ['a message without content', common],
    ['a message without an id', { ...common, messageId: undefined, text: 'x' }],
    ['a message whose id would not fit an index', { ...common, messageId: 'x'.repeat(257), text: 'x' }],
    ['a message without an agent', { ...common, agentId: undefined, text: 'x' }],
    ['a number that is not E.164', { ...common, senderPhoneNumber: '15550100001', text: 'x' }],
    ['a location that is none', { ...common, location: { latitude: 'north', longitude: 1 } }],
    ['a file without an address', { ...common, userFile: { payload: { mimeType: 'image/png' } } }],
    ['an array', [common]],
    ['null', null],
  ];
  for (const [name, payload] of rows) {
    test(name, () => {
      const { notice, log } = deliver(payload);
      assert.equal(notice, undefined);
      assert.match(log, /not understood/);
      assert.doesNotMatch(log, /5550100001/);
    });
  }
});

test('whatever a signed payload holds, it is acknowledged and makes one storable notice or none', () => {
  const names = fc.constantFrom(
    ...Object.keys(common),
    'eventType',
    'eventId',
    'text',
    'location',
    'userFile',
    'suggestionResponse',
    'phoneNumber',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (fields) => {
      const { notice } = deliver({ ...common, ...fields });
      if (notice) assert.ok(JSON.stringify(notice).isWellFormed() && !JSON.stringify(notice).includes('\\u0000'));
    }),
    { numRuns: 300, seed: SEED },
  );
});
