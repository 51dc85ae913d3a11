import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { listenTcp } from '../net/servers.ts';
import { httpCall, listenAndKeep, setUp } from './setup.ts';

describe('the http connector', () => {
  it('sends method, URL, query, headers and JSON body, and returns status, headers and parsed body', async () => {
    await using server = await listenAndKeep((_seen, response) => {
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'x-id': '7' });
      response.end('{"a":[1,null]}');
    });
    await using parley = setUp({});
    const outcome = await parley.connectors.run(
      httpCall({
        method: 'POST',
        url: `${server.url}/orders?x=%20a`,
        query: { q: 'a&b=c d', n: 1, gone: null },
        headers: { 'X-Test': 'yes' },
        body: { text: 'é' },
      }),
    );
    assert.ok(outcome.ok);
    const { status, headers, body } = outcome.result as { status: number; headers: JsonObject; body: JsonValue };
    assert.deepEqual([status, headers['x-id'], body], [201, '7', { a: [1, null] }]);
    const [seen] = server.seen;
    assert.deepEqual(
      [seen?.method, seen?.url, seen?.body],
      ['POST', '/orders?x=%20a&q=a%26b%3Dc+d&n=1', '{"text":"é"}'],
    );
    assert.equal(seen?.headers['x-test'], 'yes');
    assert.equal(seen?.headers['content-type'], 'application/json');
    assert.equal(seen?.headers['user-agent'], 'Parley/test');
  });

  it('sends a text body unchanged, with the content type that the flow names', async () => {
    await using server = await listenAndKeep();
    await using parley = setUp({});
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await parley.connectors.run(httpCall({ method: 'POST', url: server.url, headers, body: 'a=1&b=2' }));
    assert.equal(server.seen[0]?.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.equal(server.seen[0]?.body, 'a=1&b=2');
  });

  for (const status of [204, 302, 404, 500, 503]) {
    it(`a ${status} is a result with its status, not a failure`, async () => {
      await using server = await listenAndKeep((_seen, response) =>
        response.writeHead(status, { location: '/' }).end(),
      );
      await using parley = setUp({});
      const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url }));
      assert.ok(outcome.ok);
      assert.equal((outcome.result as JsonObject)['status'], status);
      assert.equal((outcome.result as JsonObject)['body'], null);
      assert.equal(server.seen.length, 1);
    });
  }

  const bodies: [type: string, text: string, body: JsonValue][] = [
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/problem+json', '{"a":1}', { a: 1 }],
    ['application/json', 'null', null],
    ['application/json', '"x"', 'x'],
    ['application/json', 'not json', 'not json'],
    ['text/plain', '{"a":1}', { a: 1 }],
    ['text/plain', '{a}', '{a}'],
    ['text/plain', '12345678901234567890', '12345678901234567890'],
    ['text/plain', 'true', 'true'],
    ['application/json', '\uFEFF{"a":1}', { a: 1 }],
    ['application/json', '{"__proto__":{"x":1},"constructor":2,"a":"\\u0000\\ud800"}', { a: '\uFFFD\uFFFD' }],
    ['text/plain', 'a\u0000b', 'a\uFFFDb'],
  ];
  for (const [type, text, body] of bodies) {
    it(`reads ${JSON.stringify(text)} as ${type} into ${JSON.stringify(body)}`, async () => {
      await using server = await listenAndKeep((_seen, response) =>
        response.writeHead(200, { 'content-type': type }).end(text),
      );
      await using parley = setUp({});
      const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url }));
      assert.ok(outcome.ok);
      assert.deepEqual((outcome.result as JsonObject)['body'], body);
    });
  }

  it('fails with too_large for a response over 256 KiB, and for JSON that is nested too deep', async () => {
    await using server = await listenAndKeep(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(url === '/long' ? `"${'x'.repeat(300_000)}"` : '['.repeat(100) + ']'.repeat(100));
    });
    await using parley = setUp({});
    for (const path of ['/long', '/deep']) {
      const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url + path }));
      assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'too_large');
    }
  });

  it('fails with unsupported_encoding for a compressed response, having asked for none', async () => {
    await using server = await listenAndKeep((_seen, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}'));
    });
    await using parley = setUp({});
    const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url }));
    assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'unsupported_encoding');
    assert.equal(server.seen[0]?.headers['accept-encoding'], 'identity');
  });

  it('fails with timeout when there is no response in time', async () => {
    await using server = await listenTcp();
    await using parley = setUp({ deadlineMs: 50 });
    const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url }));
    assert.deepEqual(outcome, { ok: false, error: { code: 'timeout', message: 'no complete response within 50 ms' } });
  });

  it('fails with unreachable when the connection breaks', async () => {
    await using server = await listenTcp('127.0.0.1', (socket) => socket.resetAndDestroy());
    await using parley = setUp({});
    const outcome = await parley.connectors.run(httpCall({ method: 'GET', url: server.url }));
    assert.deepEqual(outcome, { ok: false, error: { code: 'unreachable', message: 'connection reset' } });
  });

  for (const url of [
    'https://127.0.0.1/',
    'https://inner.example.com/',
    'http://example.com/',
    'not a url',
    'https://a@b.example/',
  ]) {
    it(`fails with refused_address for ${url} on the public network`, async () => {
      await using parley = setUp({ network: 'public' });
      const outcome = await parley.connectors.run(httpCall({ method: 'GET', url, query: { a: 1 } }));
      assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'refused_address');
    });
  }

  const invalid: [why: string, data: JsonObject][] = [
    ['a line end in a header', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['a header that belongs to the connection', { headers: { Host: 'internal' } }],
    ['a method that is none', { method: 'CONNECT' }],
    ['unrendered Liquid in the method', { method: '{{ x }}' }],
    ['a body with GET', { method: 'GET', body: 'x' }],
    ['a body that is too large', { method: 'POST', body: 'x'.repeat(300_000) }],
    ['an unknown field', { timeout: 1 }],
  ];
  for (const [why, data] of invalid) {
    it(`fails with invalid_data for ${why}, and sends nothing`, async () => {
      await using server = await listenAndKeep();
      await using parley = setUp({});
      const outcome = await parley.connectors.run(httpCall({ method: 'POST', url: server.url, ...data }));
      assert.equal(outcome.ok ? 'ok' : outcome.error.code, 'invalid_data');
      assert.equal(server.accepted, 0);
    });
  }

  it('fails with unknown_operation or unknown_authentication, and sends nothing', async () => {
    await using server = await listenAndKeep();
    await using parley = setUp({});
    const call = httpCall({ method: 'GET', url: server.url });
    const wrongOperation = await parley.connectors.run({ ...call, operation: 'constructor' });
    const withCredential = await parley.connectors.run({ ...call, authenticationId: 'auth_1' });
    assert.equal(wrongOperation.ok ? 'ok' : wrongOperation.error.code, 'unknown_operation');
    assert.equal(withCredential.ok ? 'ok' : withCredential.error.code, 'unknown_authentication');
    assert.equal(server.accepted, 0);
  });
});

describe('saving an operation of the http connector', () => {
  const url = 'https://api.example.com/';
  const cases: [why: string, data: JsonObject, paths: string[]][] = [
    ['accepts what is complete', { method: 'GET', url, headers: { a: 'b' }, query: { c: 1 } }, []],
    [
      'accepts Liquid wherever a text may be',
      { method: '{{ m }}', url: '{{ u }}', headers: { a: '{{ h }}' }, body: '{{ b }}' },
      [],
    ],
    ['names what is missing', {}, ['/data/method', '/data/url']],
    ['names an unknown field', { method: 'GET', url, 'a/b': 1 }, ['/data/a~1b']],
    ['names a wrong method', { method: 'get', url }, ['/data/method']],
    [
      'names a header that cannot be set',
      { method: 'GET', url, headers: { 'Content-Length': '1', 'a b': 'c' } },
      ['/data/headers/Content-Length', '/data/headers/a b'],
    ],
    ['names a query that is no object', { method: 'GET', url, query: 'a=b' }, ['/data/query']],
    ['names a query value that is no text', { method: 'GET', url, query: { a: [1] } }, ['/data/query/a']],
    ['names a body that GET cannot have', { method: 'GET', url, body: {} }, ['/data/body']],
    ['names a literal private address', { method: 'GET', url: 'https://127.0.0.1/' }, ['/data/url']],
    [
      'names a name that resolves to a private address',
      { method: 'GET', url: 'https://inner.example.com/' },
      ['/data/url'],
    ],
    [
      'checks the host that stands before the first Liquid',
      { method: 'GET', url: 'http://10.0.0.1/{{ x }}' },
      ['/data/url'],
    ],
    [
      'leaves a host with Liquid in it to the moment of the call',
      { method: 'GET', url: 'https://{{ x }}.example.com/' },
      [],
    ],
  ];
  for (const [why, data, paths] of cases) {
    it(why, async () => {
      await using parley = setUp({ network: 'public' });
      const errors = await parley.connectors.check(httpCall(data));
      assert.deepEqual(
        errors.map(({ path }) => path),
        paths,
      );
    });
  }

  it('names a wrong operation and a credential', async () => {
    await using parley = setUp({});
    const call = { ...httpCall({ method: 'GET', url }), operation: 'get', authenticationId: 'auth_1' };
    const errors = await parley.connectors.check(call);
    assert.deepEqual(
      errors.map(({ path }) => path),
      ['/operation', '/authenticationId'],
    );
  });
});
