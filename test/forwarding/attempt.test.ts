import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, it, mock } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import { type AttemptResult, attempt, DEADLINE_MS, requestHead } from '../../src/forwarding/attempt.ts';
import { NO_KEYS } from '../../src/forwarding/sign.ts';
import { macHeaders } from '../../src/net/mac.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../../src/net/outbound.ts';
import { VERSION } from '../../src/version.ts';
import { listenHttp, listenTcp } from '../net/servers.ts';
import { until } from '../until.ts';

const NOW = new Date('2026-01-02T03:04:05.678Z');
const body = '{"seq":1}';

function post(outbound: Outbound, url: string): Promise<AttemptResult> {
  return attempt(outbound, { url, headers: { 'Content-Type': 'application/json' }, macs: [], body, startedAt: NOW });
}

/** One attempt at a webhook that answers in this way. */
async function attemptAt(answer: (response: ServerResponse) => unknown): Promise<AttemptResult> {
  await using listener = await listenHttp((_request, response) => answer(response));
  await using outbound = createOutbound({ network: 'any' });
  return await post(outbound, listener.url);
}

const answers = (status: number, headers: Record<string, string> = {}, text = '') =>
  attemptAt((response) => response.writeHead(status, headers).end(text));

async function attemptTo(url: string, options: Partial<OutboundOptions> = {}): Promise<AttemptResult> {
  await using outbound = createOutbound({ network: 'any', ...options });
  return await post(outbound, url);
}

describe('the answer of a webhook', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    it(`${status} acknowledges the receipt`, async () => {
      const { outcome, ...result } = await answers(status);
      assert.equal(outcome, 'accepted');
      assert.deepEqual([result.status, result.error], [status, null]);
    });
  }

  for (const status of [400, 401, 403, 404, 408, 409, 410, 418, 422, 425, 429, 451, 499]) {
    it(`${status} is final`, async () => {
      assert.equal((await answers(status)).outcome, 'refused');
    });
  }

  for (const status of [500, 501, 502, 503, 504, 599]) {
    it(`${status} is retried`, async () => {
      assert.equal((await answers(status)).outcome, 'retry');
    });
  }

  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    it(`${status} is retried, and not followed`, async () => {
      await using elsewhere = await listenTcp();
      const { outcome, error } = await answers(status, { location: elsewhere.url });
      assert.deepEqual([outcome, error], ['retry', 'redirects are not followed']);
      assert.equal(elsewhere.accepted, 0);
    });
  }

  it('requests a later attempt with Retry-After on a 5xx, in seconds or as a date', async () => {
    assert.equal((await answers(503, { 'retry-after': '120' })).retryAfterMs, 120_000);
    const date = new Date(NOW.getTime() + 60_322).toUTCString();
    assert.equal((await answers(500, { 'retry-after': date })).retryAfterMs, 60_322);
    assert.equal((await answers(503, { 'retry-after': 'soon' })).retryAfterMs, null);
    assert.equal((await answers(302, { 'retry-after': '120' })).retryAfterMs, null);
  });

  it('is kept up to its first KiB, as text that PostgreSQL accepts', async () => {
    assert.equal((await answers(200)).response, null);
    assert.equal((await answers(500, {}, 'a\u0000b')).response, 'a\uFFFDb');
    assert.equal((await answers(200, {}, 'x'.repeat(2000))).response, 'x'.repeat(1024));
    assert.equal((await answers(200, {}, 'é'.repeat(511) + 'x'.repeat(1) + 'é'.repeat(100))).response!.length, 512);
  });

  it('is enough without its end when it is longer than 64 KiB', async () => {
    const { outcome, response } = await attemptAt((response) => response.writeHead(200).write('x'.repeat(100_000)));
    assert.equal(outcome, 'accepted');
    assert.equal(response, 'x'.repeat(1024));
  });
});

describe('a webhook that cannot be reached', () => {
  const refusedUrl = async () => {
    await using gone = await listenTcp();
    return gone.url;
  };

  for (const [trouble, expected, run] of [
    ['a refused connection', /connection refused/, async () => attemptTo(await refusedUrl())],
    ['a broken connection', /connection (closed|reset)/, () => attemptAt((response) => response.destroy())],
    [
      'an answer that breaks off',
      /connection closed|connection reset|not valid HTTP/,
      () =>
        attemptAt((response) =>
          response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
        ),
    ],
    [
      'a DNS failure',
      /DNS name not found/,
      () =>
        attemptTo('http://hooks.example.com/', {
          resolve: () => Promise.reject(new RemoteFailure('transient', 'DNS name not found', { retry: true })),
        }),
    ],
    [
      'an address that we do not dial',
      /must begin with https/,
      () => attemptTo('http://example.com/', { network: 'public' }),
    ],
  ] as const) {
    it(`is retried after ${trouble}`, async () => {
      const result = await run();
      assert.deepEqual([result.outcome, result.status], ['retry', null]);
      assert.match(result.error!, expected);
    });
  }

  it('is retried after a TLS failure', async () => {
    await using listener = await listenTcp('127.0.0.1', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const result = await attemptTo(`https://127.0.0.1:${listener.port}/`);
    assert.deepEqual([result.outcome, result.status], ['retry', null]);
    assert.match(result.error!, /TLS/);
  });

  for (const [slow, answer] of [
    ['does not answer', () => {}],
    ['never ends its answer', (response: ServerResponse) => response.writeHead(200).write('…')],
  ] as const) {
    it(`is retried when it ${slow} within 10 s`, async () => {
      let asked = false;
      await using listener = await listenHttp((_request, response) => {
        asked = true;
        answer(response);
      });
      await using outbound = createOutbound({ network: 'any' });
      const realSetTimeout = setTimeout;
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const result = post(outbound, listener.url);
        while (!asked) await new Promise((resolve) => setImmediate(resolve));
        await new Promise((resolve) => realSetTimeout(resolve, 0));
        mock.timers.tick(DEADLINE_MS - 1);
        mock.timers.tick(1);
        const { outcome, status, error } = await result;
        assert.deepEqual([outcome, status, error], ['retry', null, 'timed out after 10000 ms']);
      } finally {
        mock.timers.reset();
      }
      await until(() => listener.open.size === 0, 'the socket to be destroyed');
    });
  }
});

describe('the request to a webhook', () => {
  const event = { eventId: '00000000-0001-8000-8000-0123456789ab', class: 'UserMessage', response: 'welcome' } as const;
  const keys = { ...NO_KEYS, current: createSecretKey('token', 'utf8') };
  const requestHeaders = (...given: Parameters<typeof requestHead>) => {
    const { headers, macs } = requestHead(...given);
    return { ...headers, ...macHeaders(macs, body) };
  };

  it('carries the headers of the specification', () => {
    const headers = requestHeaders(event, keys, NOW);
    assert.deepEqual(Object.keys(headers).sort(), [
      'Content-Type',
      'User-Agent',
      'X-Service-Eventclass',
      'X-Service-Response',
      'X-Service-Signature',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    assert.equal(headers['Content-Type'], 'application/json');
    assert.equal(headers['User-Agent'], `Parley/${VERSION}`);
    assert.equal(headers['X-Service-Eventclass'], 'UserMessage');
    assert.equal(headers['X-Service-Response'], 'welcome');
    assert.equal(headers['webhook-id'], event.eventId);
    assert.equal(headers['webhook-timestamp'], '1767323045');
  });

  it('carries X-Service-Response only on a UserMessage, and only when there was a reply', () => {
    assert.ok(!('X-Service-Response' in requestHeaders({ ...event, response: null }, keys, NOW)));
    for (const eventClass of ['UserEvent', 'ServerEvent'] as const) {
      const headers = requestHeaders({ ...event, class: eventClass }, keys, NOW);
      assert.ok(!('X-Service-Response' in headers));
      assert.equal(headers['X-Service-Eventclass'], eventClass);
    }
  });

  it('percent-encodes a keyword that a header cannot hold', () => {
    const headerOf = (response: string) => requestHeaders({ ...event, response }, keys, NOW)['X-Service-Response']!;
    assert.equal(headerOf('opening hours'), 'opening hours');
    for (const keyword of ['Öffnungszeiten', '50%', 'a\r\nb', '👋', 'lone \ud800']) {
      assert.match(headerOf(keyword), /^[\x20-\x7e]*$/);
      assert.equal(decodeURIComponent(headerOf(keyword)), keyword.toWellFormed());
    }
  });
});
