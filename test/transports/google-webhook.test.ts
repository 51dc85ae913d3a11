import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createGoogleWebhook, MAX_WEBHOOK_BYTES } from '../../src/transports/google-webhook.ts';
import { silent } from './platform-stub.ts';

/** A delivery, and its signature by `openssl dgst -sha512 -hmac`. */
const TOKEN = 'TESTCLIENTTOKEN1';
const DATA =
  'eyJzZW5kZXJQaG9uZU51bWJlciI6IisxNTU1MDEwMDAwMSIsImV2ZW50VHlwZSI6IkRFTElWRVJFRCIsImV2ZW50SWQiOiIxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUiLCJtZXNzYWdlSWQiOiJhYWFhYWFhYS1iYmJiLTRjY2MtOGRkZC1lZWVlZWVlZWVlZWUiLCJzZW5kVGltZSI6IjIwMjYtMDEtMDJUMDM6MDQ6MDUuNjc4OTAxWiIsImFnZW50SWQiOiJkZW1vX2FnZW50QHJibS5nb29nIn0=';
const SIGNATURE = 'tqNInDfGpJByb12ag+nEDlwwvQwXJiQL9vTXkVW7uulGT5Ls5N1D1Iv/c76TOlnwyCp8GsKG6yNfAXDF0AnrPw==';

const receive = createGoogleWebhook({ webhookToken: TOKEN, log: silent });

function post(body: unknown, headers: Record<string, string | string[]> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return receive({ headers, body: Buffer.from(text) });
}

test('the test vector is verified and translated', () => {
  const received = post(
    {
      message: {
        attributes: { product: 'RBM', business_id: 'demo_agent@rbm.goog', event_type: 'DELIVERED' },
        data: DATA,
        messageId: '6267774379637729',
        message_id: '6267774379637729',
        publishTime: '2022-11-17T05:15:14.538Z',
        publish_time: '2022-11-17T05:15:14.538Z',
      },
      subscription: 'projects/p/subscriptions/s',
    },
    { 'x-goog-signature': SIGNATURE, 'x-goog-webhook-type': 'message_callback' },
  );
  assert.equal(received.status, 200);
  assert.deepEqual(received.notices, [
    {
      kind: 'user-event',
      platformAgentId: 'demo_agent',
      phoneNumber: '+15550100001',
      dedupeId: 'event:demo_agent:+15550100001:11111111-2222-4333-8444-555555555555',
      sendTime: '2026-01-02T03:04:05.678901Z',
      eventType: 'DELIVERED',
      eventId: '11111111-2222-4333-8444-555555555555',
      messageId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
    },
  ]);
});

test('the smallest envelope is enough', () => {
  assert.equal(post({ message: { data: DATA } }, { 'x-goog-signature': SIGNATURE }).notices.length, 1);
});

test('a signature that is missing, wrong, cut, doubled, or of another token is refused with 403, without a notice', () => {
  const other = createHmac('sha512', 'other').update(Buffer.from(DATA, 'base64')).digest('base64');
  const short = createHmac('sha256', TOKEN).update(Buffer.from(DATA, 'base64')).digest('base64');
  const overText = createHmac('sha512', TOKEN).update(DATA).digest('base64');
  for (const signature of [
    undefined,
    '',
    SIGNATURE.replace('t', 'u'),
    SIGNATURE.slice(0, 40),
    other,
    short,
    overText,
    [SIGNATURE, SIGNATURE],
  ]) {
    const received = post(
      { message: { data: DATA } },
      signature === undefined ? {} : { 'x-goog-signature': signature },
    );
    assert.equal(received.status, 403);
    assert.deepEqual(received.notices, []);
  }
});

test('a payload with one byte changed is refused', () => {
  const payload = Buffer.from(DATA, 'base64').toString().replace('+15550100001', '+15550100002');
  const data = Buffer.from(payload).toString('base64');
  assert.equal(post({ message: { data } }, { 'x-goog-signature': SIGNATURE }).status, 403);
});

test('the attributes are unsigned and change nothing', () => {
  const attributes = { type: 'agent_launch_event', business_id: 'other_agent@rbm.goog' };
  const received = post({ message: { attributes, data: DATA } }, { 'x-goog-signature': SIGNATURE });
  assert.equal(received.notices[0]?.platformAgentId, 'demo_agent');
});

test('the handshake is answered with the bare secret, as text', () => {
  assert.deepEqual(post({ clientToken: TOKEN, secret: '1234567890' }), {
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: '1234567890',
    notices: [],
  });
});

test('a handshake with another clientToken is refused, and its secret is not returned', () => {
  for (const clientToken of ['', 'other', `${TOKEN}1`, TOKEN.slice(0, -1)]) {
    const received = post({ clientToken, secret: '1234567890' });
    assert.equal(received.status, 403);
    assert.doesNotMatch(received.body, /1234567890/);
  }
});

test('anything but a delivery or a handshake is refused with 400', () => {
  for (const body of [
    '',
    'no json',
    '[]',
    'null',
    '"x"',
    '{}',
    '{"message":null}',
    '{"message":{"data":7}}',
    '{"clientToken":"x"}',
    `{"clientToken":["${TOKEN}"],"secret":{}}`,
    '[[[['.repeat(20_000),
  ]) {
    assert.equal(post(body).status, 400, body.slice(0, 40));
  }
});

test('signed bytes that are not JSON are acknowledged and dropped', () => {
  const data = Buffer.from([0xff, 0xfe, 0x00]);
  const signature = createHmac('sha512', TOKEN).update(data).digest('base64');
  const received = post({ message: { data: data.toString('base64') } }, { 'x-goog-signature': signature });
  assert.deepEqual([received.status, received.notices], [200, []]);
});

test('a body above the limit is refused before it is read', () => {
  assert.equal(receive({ headers: {}, body: Buffer.alloc(MAX_WEBHOOK_BYTES + 1, 32) }).status, 413);
  assert.equal(receive({ headers: {}, body: Buffer.alloc(MAX_WEBHOOK_BYTES, 32) }).status, 400);
});
