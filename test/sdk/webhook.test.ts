/** The SDK's verification of webhooks, against what the service signs with, and its endpoints for each framework. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { fastify } from 'fastify';
import {
  expressWebhook,
  fastifyWebhook,
  type HandleEvent,
  honoWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  webhook,
} from '#sdk';
import { NO_KEYS, type SigningKeys, signature } from '../../src/forwarding/sign.ts';
import { macHeaders } from '../../src/net/mac.ts';

const key = (token: string) => createSecretKey(token, 'utf8');
const CURRENT: SigningKeys = { ...NO_KEYS, current: key('token') };
const EVENT = {
  agentId: 'agent_a',
  phoneNumber: '+15550100001',
  messageId: 'm',
  eventType: 'SENT',
  eventId: 'e',
  eventOrigin: 'SERVICE',
  sendTime: '2026-01-02T03:04:05.900Z',
};
const AT = Date.UTC(2026, 0, 2);

type Signed = { keys?: SigningKeys; body?: string; at?: number };
/** A webhook as the service makes it. */
function signed({ keys = CURRENT, body = JSON.stringify(EVENT), at = AT }: Signed = {}) {
  const bytes = Buffer.from(body);
  const { headers, macs } = signature(keys, { id: 'event-1', timestampSeconds: at / 1000 });
  return { bytes, headers: { ...headers, ...macHeaders(macs, bytes) } as Record<string, string> };
}

const verify = (body: string | Uint8Array, headers: WebhookHeaders, settings: object = {}, now = AT) =>
  verifyWebhook(body, headers, { tokens: 'token', ...settings }, now);

async function refusal(verified: Promise<unknown>, code: WebhookFault, message: RegExp): Promise<void> {
  await assert.rejects(verified, (error: unknown) => {
    assert.ok(error instanceof WebhookError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

describe('a webhook', () => {
  it('that the service has signed is its event, whatever holds the body and the headers', async () => {
    const { bytes, headers } = signed();
    const expected = { class: 'ServerEvent', id: 'event-1', data: EVENT };
    assert.deepEqual(await verify(bytes, headers), expected);
    assert.deepEqual(await verify(bytes.toString(), new Headers(headers)), expected);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    assert.deepEqual(await verify(bytes, upper), expected);
  });

  it('is verified byte for byte', async () => {
    const { bytes, headers } = signed({ body: `${JSON.stringify({ ...EVENT, errorMessage: 'grüezi 👋' })}\n` });
    assert.ok(await verify(bytes, headers));
    await refusal(verify(bytes.toString().trim(), headers), 'wrong_signature', /byte for byte/);
  });

  it('is refused under another token, and with another id or time', async () => {
    const { bytes, headers } = signed();
    await refusal(verify(bytes, headers, { tokens: 'other' }), 'wrong_signature', /`tokens`/);
    await refusal(verify(bytes, { ...headers, 'webhook-id': 'event-2' }), 'wrong_signature', /signature/);
    const later = { ...headers, 'webhook-timestamp': String(AT / 1000 + 1) };
    await refusal(verify(bytes, later), 'wrong_signature', /signature/);
    for (const junk of ['v1,', 'v1,***', 'v2,AAAA', '']) {
      await refusal(verify(bytes, { ...headers, 'webhook-signature': junk }), 'wrong_signature', /signature/);
    }
  });

  it('is refused when it is older, or later, than five minutes', async () => {
    const { bytes, headers } = signed();
    assert.ok(await verify(bytes, headers, {}, AT + 300_000));
    await refusal(verify(bytes, headers, {}, AT + 301_000), 'too_old', /301 s old/);
    await refusal(verify(bytes, headers, {}, AT - 301_000), 'too_old', /-301 s old/);
    await refusal(verify(bytes, { ...headers, 'webhook-timestamp': 'now' }), 'too_old', /now/);
    assert.ok(await verify(bytes, headers, { maxAgeSeconds: 3600 }, AT + 3_000_000));
  });

  it('that lacks a header is refused, and the error names it', async () => {
    const { bytes, headers } = signed();
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _, ...others } = headers;
      await refusal(verify(bytes, others), 'missing_header', new RegExp(`${name} is missing`));
    }
    const unsigned = signed({ keys: NO_KEYS });
    await refusal(verify(unsigned.bytes, unsigned.headers), 'missing_header', /signing-tokens issue/);
    await refusal(verify(bytes, {}, { scheme: 'body' }), 'missing_header', /x-service-signature is missing/);
  });

  it('is accepted throughout a rotation, by either token, under both schemes', async () => {
    const before = signed({ keys: { current: key('old'), next: key('new'), previous: null } });
    const after = signed({ keys: { current: key('new'), next: null, previous: key('old') } });
    for (const { bytes, headers } of [before, after]) {
      for (const tokens of ['old', 'new', ['new', 'old'], ['unknown', 'new']]) {
        for (const scheme of ['standard', 'body']) assert.ok(await verify(bytes, headers, { tokens, scheme }));
      }
    }
    const done = signed({ keys: { ...NO_KEYS, current: key('new') } });
    for (const scheme of ['standard', 'body']) {
      await refusal(verify(done.bytes, done.headers, { tokens: 'old', scheme }), 'wrong_signature', /signature/);
    }
  });

  it('under the scheme of the body needs no other header', async () => {
    const { bytes, headers } = signed();
    const only = { 'x-service-signature': headers['X-Service-Signature'] };
    assert.equal((await verify(bytes, only, { scheme: 'body' })).class, 'ServerEvent');
    await refusal(verify(`${bytes} `, only, { scheme: 'body' }), 'wrong_signature', /signature/);
  });

  it('has its class from the signed body, and its response decoded', async () => {
    const { agentId, sendTime } = EVENT;
    const message = { agentId, sendTime, senderPhoneNumber: '+15550100001', messageId: 'm', text: 'Hi' };
    const { bytes, headers } = signed({ body: JSON.stringify(message) });
    const lying = { ...headers, 'X-Service-Eventclass': 'ServerEvent', 'X-Service-Response': 'gr%C3%BCezi' };
    const event = await verify(bytes, lying);
    assert.ok(event.class === 'UserMessage');
    assert.deepEqual([event.response, event.data.text], ['grüezi', 'Hi']);
    const read = signed({ body: JSON.stringify({ ...message, eventType: 'READ', eventId: 'e' }) });
    assert.equal((await verify(read.bytes, read.headers)).class, 'UserEvent');
  });

  it('that is signed but no event is refused', async () => {
    for (const body of ['{', 'null', '"text"', '{}']) {
      const { bytes, headers } = signed({ body });
      await refusal(verify(bytes, headers), 'invalid_body', /signed, but/);
    }
  });

  it('that a parser has read already, or without a token, is a mistake of the caller', async () => {
    const { bytes, headers } = signed();
    await assert.rejects(verify(EVENT as never, headers), /express\.json/);
    for (const tokens of ['', []]) await assert.rejects(verify(bytes, headers, { tokens }), TypeError);
  });
});

/** An endpoint, as a function of what is sent to it. */
type Endpoint = (body: Uint8Array, headers: Record<string, string>) => Promise<{ status: number; text: string }>;
const SETTINGS = { tokens: 'token' };
const asRequest = (body: Uint8Array, headers: Record<string, string>) =>
  new Request('https://client.test/events', { method: 'POST', headers, body: new Uint8Array(body) });
const ofResponse = async (response: Response) => ({ status: response.status, text: await response.text() });

/** What Express makes of a handler: the next one is told of what it threw. */
const express =
  (handle: HandleEvent, parsed?: (body: Uint8Array) => unknown): Endpoint =>
  async (body, headers) => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
    const chunks = [body.subarray(0, 7), body.subarray(7)];
    const request = {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ...(parsed && { body: parsed(body) }),
      async *[Symbol.asyncIterator]() {
        yield* chunks;
      },
    };
    const response = { statusCode: 200, end: (text = '') => resolve({ status: response.statusCode, text }) };
    const next = (cause: unknown) => resolve({ status: 500, text: String(cause) });
    await expressWebhook(SETTINGS, handle)(request, response, next);
    return promise;
  };

const ENDPOINTS: Record<string, (handle: HandleEvent) => Endpoint> = {
  'of a Request': (handle) => async (body, headers) =>
    ofResponse(await webhook(SETTINGS, handle)(asRequest(body, headers))),
  'of Hono': (handle) => async (body, headers) =>
    ofResponse(await honoWebhook(SETTINGS, handle)({ req: { raw: asRequest(body, headers) } })),
  'of Express': (handle) => express(handle),
  'of Express, after express.raw()': (handle) => express(handle, (body) => body),
  'of Fastify': (handle) => async (body, headers) => {
    await using app = fastify();
    // As a server has that reads JSON in its own way.
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, text.length));
    app.register(fastifyWebhook(SETTINGS, handle), { prefix: '/events' });
    const answer = await app.inject({
      method: 'POST',
      url: '/events',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
    return { status: answer.statusCode, text: answer.body };
  },
  'of node:http': (handle) => async (body, headers) => {
    const server = createServer(expressWebhook(SETTINGS, handle));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await ofResponse(await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) }));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return answer;
  },
};

for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
  describe(`the endpoint ${name}`, () => {
    it('hands a verified event on and responds 204', async () => {
      const events: WebhookEvent[] = [];
      const { bytes, headers } = signed({ at: Date.now() });
      const { status } = await endpoint((event) => events.push(event))(bytes, headers);
      assert.equal(status, 204);
      assert.deepEqual(events, [{ class: 'ServerEvent', id: 'event-1', data: EVENT }]);
    });

    it('responds 403, with the reason, to what is not signed', async () => {
      const { bytes, headers } = signed({ at: Date.now(), keys: { ...NO_KEYS, current: key('other') } });
      const { status, text } = await endpoint(() => assert.fail('it was handed on'))(bytes, headers);
      assert.equal(status, 403);
      assert.match(text, /^wrong_signature: /);
    });
  });
}

describe('an endpoint', () => {
  it('whose handler fails responds 500, so that the event comes again', async () => {
    const { bytes, headers } = signed({ at: Date.now() });
    const fail = () => Promise.reject(new Error('no'));
    for (const name of ['of Express', 'of Fastify', 'of node:http']) {
      assert.equal((await ENDPOINTS[name]!(fail)(bytes, headers)).status, 500, name);
    }
    await assert.rejects(ENDPOINTS['of a Request']!(fail)(bytes, headers), /no/);
  });

  it('after express.json() says what to do', async () => {
    const { bytes, headers } = signed({ at: Date.now() });
    const { text } = await express(
      () => {},
      (body) => JSON.parse(String(body)),
    )(bytes, headers);
    assert.match(text, /express\.json/);
  });

  it('reads no more than a mebibyte', async () => {
    const { status } = await ENDPOINTS['of Express']!(() => {})(new Uint8Array(1024 * 1024 + 1), {});
    assert.equal(status, 413);
  });
});
