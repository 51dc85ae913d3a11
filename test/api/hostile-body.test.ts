/**
 * A hostile or careless body gets a clear 400 that names the field, and nothing is stored.
 * Source: docs/hostile-input.md, "HTTP bodies".
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type Answer, type Api, listen, OPERATOR_KEY, startApi } from './context.ts';

describe('a body', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api[Symbol.asyncDispose]());

  const post = (body: unknown, headers?: Record<string, string>) =>
    api.call('POST', '/brands', { body, ...(headers && { headers }) });

  async function assertRefused(answer: Answer, status: number, code: string, paths?: string[]) {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.code, code);
    if (paths) assert.deepEqual(answer.body.errors.map((error: { path: string }) => error.path).sort(), paths);
    assert.deepEqual((await api.call('GET', '/brands')).body.brands, [], 'nothing is stored');
  }

  it('with an unknown field is 400 and names the field', async () => {
    await assertRefused(await post({ name: 'x', nmae: 'y' }), 400, 'validation_failed', ['/nmae']);
  });

  it('that lacks a field is 400 and names that field', async () => {
    await assertRefused(await post({}), 400, 'validation_failed', ['/name']);
  });

  it('is never coerced', async () => {
    for (const name of [5, true, ['x'], null]) {
      await assertRefused(await post({ name }), 400, 'validation_failed', ['/name']);
    }
  });

  it('with several faults names them all', async () => {
    await assertRefused(await post({ name: '', accountId: 5, more: 1 }), 400, 'validation_failed', [
      '/accountId',
      '/more',
      '/name',
      '/name',
    ]);
  });

  it('with a blank name is 400', async () => {
    const answer = await post({ name: ' \t ' });
    await assertRefused(answer, 400, 'validation_failed', ['/name']);
    assert.equal(answer.body.detail, '/name must not be blank.');
  });

  it('that is not JSON is 400 malformed_json', async () => {
    for (const body of ['{', '{"name":"x"', "{'name':1}", '{"name":NaN}', 'name=x', '\ufeff{"name":"x"}']) {
      await assertRefused(await post(body), 400, 'malformed_json');
    }
  });

  for (const [body, line, column, expected] of [
    ['{', 1, 2, 'a name in quotation marks or }'],
    ['{"name":"x"', 1, 12, 'a comma or }'],
    ["{'name':1}", 1, 2, 'a name in quotation marks or }'],
    ['{"name":"x",}', 1, 13, 'a name in quotation marks'],
    ['{"name":"x"\n "more":1}', 2, 2, 'a comma or }'],
    ['{\r\n\t"name" "x"}', 2, 9, 'a colon'],
    ['{"name":NaN}', 1, 9, 'a value'],
    ['{"name":[1,2', 1, 13, 'a comma or ]'],
    ['{"name":[,]}', 1, 10, 'a value or ]'],
    ['{"name":01}', 1, 10, 'a comma or }'],
    ['{"name":"hunter2 \n"}', 1, 18, 'the end of the string'],
    ['{"name":"hunter2 \\x"}', 1, 18, 'the end of the string'],
    ['{"name":"hunter2', 1, 17, 'the end of the string'],
    ['{"name":"x"}}', 1, 13, 'nothing more'],
    ['\ufeff{"name":"x"}', 1, 1, 'a value'],
    ['hunter2', 1, 1, 'a value'],
    [`${'['.repeat(100_000)}x`, 1, 100_001, 'a value or ]'],
  ] as const) {
    it(`that stops being JSON at ${line}:${column} is told so, without a word of it: ${JSON.stringify(body.slice(0, 30))}`, async () => {
      const { body: problem } = await post(body);
      assert.equal(problem.code, 'malformed_json');
      assert.equal(
        problem.detail,
        `The body is not valid JSON at line ${line}, column ${column}: expected ${expected}.`,
      );
      assert.deepEqual(problem.errors, [
        { path: '', message: `is not valid JSON here: expected ${expected}`, line, column },
      ]);
      assert.ok(!JSON.stringify(problem).includes('hunter2'));
    });
  }

  it('that is not an object is 400', async () => {
    for (const body of ['[]', '"x"', '5', 'null', 'true']) {
      await assertRefused(await post(body), 400, 'validation_failed', ['']);
    }
  });

  it('that is empty is 400 where an object is expected', async () => {
    const answer = await post('');
    await assertRefused(answer, 400, 'validation_failed', ['']);
    await assertRefused(await api.call('POST', '/brands'), 400, 'validation_failed', ['']);
  });

  it('that is not valid UTF-8 is 400', async () => {
    // A character cut short after one of two bytes, and one of three bytes without its last.
    for (const [bytes, column] of [
      [[0x7b, 0x22, 0xc3, 0xa4, 0xc3, 0x28, 0x22, 0x7d], 4],
      [[0x7b, 0x0a, 0x22, 0xef, 0xbf, 0x28, 0x22, 0x7d], 2],
    ] as const) {
      const answer = await post(Buffer.from(bytes));
      await assertRefused(answer, 400, 'malformed_json', ['']);
      assert.equal(answer.body.errors[0].column, column);
    }
  });

  it('with U+0000 in a string is 400 and says that it cannot be stored', async () => {
    const answer = await post('{"name":"a\\u0000b"}');
    await assertRefused(answer, 400, 'validation_failed', ['/name']);
    assert.match(answer.body.errors[0].message, /U\+0000/);
  });

  it('with a lone surrogate in a string is 400', async () => {
    for (const half of ['\\ud800', '\\udc00', 'x\\ud83dy']) {
      await assertRefused(await post(`{"name":"${half}"}`), 400, 'validation_failed', ['/name']);
    }
  });

  it('with such a character in the name of a field is 400', async () => {
    await assertRefused(await post('{"name":"x","a\\u0000":1}'), 400, 'validation_failed', ['']);
  });

  it('with __proto__, constructor or prototype as a field is 400, in any spelling', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '__pr\\u006fto__']) {
      const answer = await post(`{"name":"x","${key}":{"admin":true}}`);
      await assertRefused(answer, 400, 'validation_failed', [`/${JSON.parse(`"${key}"`)}`]);
    }
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  it('nested over 32 levels deep is 400, and a million levels do no harm', async () => {
    for (const depth of [33, 100_000]) {
      const answer = await post(`{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      await assertRefused(answer, 400, 'validation_failed');
      assert.match(answer.body.errors[0].message, /32 levels/);
    }
  });

  it('with a number beyond 64-bit floating point is 400', async () => {
    await assertRefused(await post('{"name":1e999}'), 400, 'validation_failed', ['/name']);
  });

  it('over the limit is 413', async () => {
    await assertRefused(await post({ name: 'x'.repeat(300_000) }), 413, 'body_too_large');
  });

  it('of another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data']) {
      await assertRefused(await post('{"name":"x"}', { 'content-type': type }), 415, 'unsupported_media_type');
    }
  });

  it('shows at most 20 of its faults', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]));
    const answer = await post({ name: 'x', ...fields });
    assert.equal(answer.body.errors.length, 20);
    assert.match(answer.body.detail, /and 499 more\.$/);
  });

  it('escapes field names in pointers as RFC 6901 says', async () => {
    await assertRefused(await post({ name: 'x', 'a/b~c': 1 }), 400, 'validation_failed', ['/a~1b~0c']);
  });
});

describe('a request without a body', () => {
  let api: Api;
  let agent: string;
  let url: URL;
  before(async () => {
    api = await startApi();
    const { brandId } = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body;
    const config = { eventForwardUrl: 'http://127.0.0.1:9/' };
    const body = { name: 'Bot', brandId, useCase: 'OTP', config };
    agent = `/agents/${(await api.call('POST', '/agents', { body })).body.agentId}`;
    await api.call('POST', `${agent}/states/a`, { body: { template: { contentMessage: { text: 'Hello' } } } });
    url = new URL(await listen(api));
  });
  after(() => api[Symbol.asyncDispose]());

  /** What clients send instead of a body. */
  const NOTHING: [what: string, headers: string][] = [
    ['no header about it', ''],
    ['a length of 0', 'Content-Length: 0\r\n'],
    ['the type of JSON', 'Content-Type: application/json\r\nContent-Length: 0\r\n'],
    ['the type of a form', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n'],
    ['no chunk', 'Transfer-Encoding: chunked\r\n'],
  ];

  for (const [what, headers] of NOTHING) {
    it(`and ${what} is one with {} wherever no field is required`, async () => {
      const statusOf = async (method: string, path: string) => {
        const end = headers.includes('chunked') ? '0\r\n\r\n' : '';
        const key = `Authorization: Bearer ${OPERATOR_KEY}\r\n`;
        const socket = connect(Number(url.port), url.hostname);
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}${headers}\r\n${end}`);
        return Number((await text(socket)).slice(9, 12));
      };
      for (const [method, path, status] of [
        ['POST', `${agent}/events/redeliver`, 202],
        ['POST', `${agent}/launch`, 200],
        ['PATCH', agent, 200],
        ['PATCH', `${agent}/states/a`, 200],
        ['POST', '/brands', 400],
        ['POST', `${agent}/states/b`, 400],
      ] as const) {
        assert.equal(await statusOf(method, path), status, `${method} ${path}`);
      }
      const issued = await statusOf('POST', '/signing-tokens');
      const { signingTokens } = (await api.call('GET', '/signing-tokens')).body;
      assert.equal(issued, 201);
      await api.call('DELETE', `/signing-tokens/${signingTokens[0].signingTokenId}`);
    });
  }

  it('says in the OpenAPI document where it is one', async () => {
    const { paths } = (await api.call('GET', '/openapi.json')).body;
    assert.equal(paths['/signing-tokens'].post.requestBody.required, false);
    assert.equal(paths['/agents/{agentId}/events/redeliver'].post.requestBody.required, false);
    assert.equal(paths['/agents/{agentId}/states/{stateId}/send/{phoneNumber}'].post.requestBody.required, false);
    assert.equal(paths['/brands'].post.requestBody.required, true);
    assert.equal(paths['/connectors/{connectorId}/authentications'].post.requestBody.required, true);
    assert.equal(paths['/oauth2/token'].post.requestBody.required, true);
  });
});

describe('a query', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api[Symbol.asyncDispose]());

  it('with an unknown parameter is 400 and names it', async () => {
    const answer = await api.call('GET', '/brands?limt=5');
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.errors, [{ path: 'limt', message: 'is not a parameter of this operation' }]);
  });

  it('with a limit that is not an integer from 1 to 100 is 400', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e1', '0x10', '9'.repeat(30)]) {
      const answer = await api.call('GET', `/brands?limit=${limit}`);
      assert.equal(answer.status, 400, limit);
      assert.equal(answer.body.errors[0].path, 'limit');
    }
  });

  it('with a forged cursor is 400 and never reaches the database', async () => {
    const cursors = ['x', '5', '[]', '["a","b"]', '[1e300,"b"]', '[1,"\\u0000"]', '[1,{"a":1}]', '[null,null]'];
    for (const cursor of [...cursors.map((text) => Buffer.from(text).toString('base64url')), '!!!']) {
      const answer = await api.call('GET', `/brands?cursor=${cursor}`);
      assert.equal(answer.status, 400, cursor);
      assert.equal(answer.body.errors[0].path, 'cursor');
    }
  });
});

describe('a request that is hardly HTTP', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api[Symbol.asyncDispose]());

  let url: string;
  before(async () => {
    url = await listen(api);
  });

  async function raw(text: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  it('with headers over 16 KiB is 431, as a problem document', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /application\/problem\+json/);
    assert.match(answer, /"code":"header_too_large"/);
  });

  it('that the parser refuses is 400, as a problem document', async () => {
    const answer = await raw('NONSENSE\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code":"invalid_request"/);
  });

  it('with a path that is not percent-encoded correctly is 400', async () => {
    const answer = await api.call('GET', '/agents/%zz');
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, 'invalid_request');
  });

  it('with U+0000, or a truncated character, in its address is never a 5xx', async () => {
    for (const text of ['%00', 'a%00b', '%ff', '%ed%a0%80', 'x'.repeat(5_000)]) {
      for (const path of [`/agents/${text}`, `/brands?accountId=${text}`, `/brands?cursor=${text}`]) {
        const answer = await api.call('GET', path);
        assert.ok(answer.status < 500, `${path.slice(0, 40)}: ${answer.status}`);
      }
    }
  });
});
