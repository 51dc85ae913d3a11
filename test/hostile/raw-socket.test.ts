/**
 * Malformed or tricky HTTP, written straight to the socket: each gets the refusal named here or a closed connection,
 * never a 5xx, and the service goes on. An uncaught exception fails the file by itself.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import fc from 'fast-check';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { SEED } from '../fuzz/seed.ts';
import { OPERATOR_KEY, type Service, startService } from '../harness.ts';

const CASES = Number(process.env['PARLEY_TEST_FUZZ_CASES'] ?? 640);
/** Concurrent random requests: one run of the property. */
const WIDTH = 32;
/** A server silent for this long waits for more; then the sender hangs up. */
const SILENCE_MS = 150;
/** A connection still open after this is an error. */
const PATIENCE_MS = 10_000;
const MANY_CONNECTIONS = 500;

let service: Service;
let port: number;
const faults: string[] = [];
const destination = new Writable({
  write(line, _encoding, done) {
    if (/"level":"(error|fatal)"/.test(String(line))) faults.push(String(line));
    done();
  },
});

before(async () => {
  service = await startService({}, createLog({ level: 'info', pretty: false, destination }));
  port = Number(new URL(service.url).port);
});
after(() => service[Symbol.asyncDispose]());

afterEach(async () => {
  assert.equal((await service.call('GET', '/healthz')).status, 200);
  assert.equal((await service.call('GET', '/agents')).status, 200, 'with the database');
  assert.deepEqual(faults, [], 'nothing in the log');
});

const LAST_CHUNK = '0\r\n\r\n';

type Answer = { status: number; head: string; body: string };

/** Writes bytes and reads until the connection is closed; hangs up when the server is silent. */
async function exchange(bytes: Uint8Array | string, { to = port, silenceMs = SILENCE_MS } = {}): Promise<Answer[]> {
  const socket = connect({ port: to, host: '127.0.0.1' });
  socket.setTimeout(silenceMs, () => socket.end());
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return readAnswers(await readAll(socket));
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  // A server that hangs up before it has read everything resets the connection.
  socket.on('error', () => {});
  await once(socket, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
  return text;
}

/** Whole responses, one after the other, and nothing else: a refusal must not be inside another response. */
function readAnswers(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== ''; ) {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    assert.ok(status, `an answer begins with a status: ${rest.slice(0, 200)}`);
    const length = /\r\ntransfer-encoding: chunked/i.test(head)
      ? rest.indexOf(LAST_CHUNK, head.length) + LAST_CHUNK.length - head.length - 4
      : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = head.length + 4 + length;
    // A reset may have cut the last one short.
    answers.push({ status: Number(status), head, body: rest.slice(head.length + 4, end) });
    rest = rest.slice(end);
  }
  return answers;
}

const HOST = 'Host: parley\r\n';
const CLOSE = `${HOST}Connection: close\r\n`;
const KEY = `Authorization: Bearer ${OPERATOR_KEY}\r\n`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${CLOSE}${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST /brands HTTP/1.1\r\n${CLOSE}${KEY}Content-Type: application/json\r\n${headers}\r\n${body}`;
const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body);
const toPlatform = (phone: string, headers = '') =>
  `POST /emulator/v1/phones/${phone}/agentMessages HTTP/1.1\r\n${CLOSE}${headers}\r\n`;
/** What a proxy that reads the other length would pass on to us. */
const SMUGGLED = get('/healthz');

/** `[name, bytes, statuses of all responses]`; no response is a closed connection. */
const NONSENSE: [what: string, bytes: string, statuses: number[]][] = [
  ['a TLS hello', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03', [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['half a request line', 'GET /heal', [400]],
  ['half a header', `GET /healthz HTTP/1.1\r\n${HOST}X-Ha`, [400]],
  ['a version that does not exist', 'GET /healthz HTTP/9.9\r\n\r\n', [400]],
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: parley\n\n', [400]],
  ['a request line of 64 KiB', get(`/${'a'.repeat(65_536)}`), [431]],
  ['5,000 headers', get('/healthz', Array.from({ length: 5000 }, (_, index) => `X-${index}: x\r\n`).join('')), [431]],
  ['a header without a colon', get('/healthz', 'nonsense\r\n'), [400]],
  ['a header without a name', get('/healthz', ': x\r\n'), [400]],
  ['a space behind a header name', get('/healthz', 'X : x\r\n'), [400]],
  ['a folded header', get('/healthz', 'X: a\r\n b\r\n'), [400]],
  ['NUL in a header', get('/healthz', 'X: a\0b\r\n'), [400]],
  ['a bare CR in a header', get('/healthz', 'X: a\rContent-Length: 5\r\n'), [400]],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
  ['two Hosts', get('/healthz', 'Host: elsewhere\r\n'), [400]],
  ['the same Host twice', get('/healthz', HOST), [400]],
  ['two Hosts for the platform’s API', toPlatform('+15550100001', 'Host: elsewhere\r\n'), [400]],
  ['two Authorization headers', get('/agents', KEY + KEY), [400]],
  ['a cookie of nonsense', get('/agents', `Cookie: ${'%zz=%;;;=\xff'.repeat(50)}\r\n`), [401]],
  ['an expectation that nobody knows', post('Expect: nonsense\r\nContent-Length: 2\r\n', '{}'), [417]],

  ['NUL in the path', get('/heal\0thz'), [400]],
  ['an encoded NUL in the path', get('/agents/%00', KEY), [400]],
  ['an encoded NUL in a path of the platform’s API', toPlatform('%00'), [400]],
  ['bytes above 127 in the path', get('/agents/\xff\xfe', KEY), [400]],
  ['a percent sign without digits', get('/agents/%zz', KEY), [400]],
  ['a path without a slash', get('healthz'), [400]],
  ['an address without a host', get('http://'), [400]],
  ['the address of another host', get('http://169.254.169.254/latest/meta-data'), [404]],
  ['a method that does not exist, of nothing', `HACK /nowhere HTTP/1.1\r\n${CLOSE}\r\n`, [404]],
  ['a method that does not exist, and no path', `HACK * HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
  [
    'a method that does not exist behind a request',
    `GET /healthz HTTP/1.1\r\n${HOST}\r\nHACK /healthz HTTP/1.1\r\n${CLOSE}\r\n`,
    [200, 405],
  ],
  ['CONNECT to another port', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${CLOSE}\r\n`, []],
  [
    'an upgrade of an address that needs a token',
    get('/agents', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
    [401],
  ],

  ['two different lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), [400]],
  ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), [400]],
  ['a length with a sign', post('Content-Length: +2\r\n', '{}'), [400]],
  ['a negative length', post('Content-Length: -2\r\n', '{}'), [400]],
  ['a hexadecimal length', post('Content-Length: 0x2\r\n', '{}'), [400]],
  ['a length beyond 64 bits', post(`Content-Length: ${'9'.repeat(30)}\r\n`, '{}'), [400]],
  ['a length beyond the limit', post('Content-Length: 9007199254740993\r\n', '{}'), [413]],
  ['a body that is shorter than its length', post('Content-Length: 100\r\n', '{"na'), [400]],
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
  [
    'chunks that are not the last coding',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`),
    [400],
  ],
  ['a coding that is almost chunked', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
  ['chunked behind a vertical tab', post('Transfer-Encoding: \x0bchunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
  ['a chunk size that is no number', chunked('zz\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a negative chunk size', chunked('-2\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk size beyond 64 bits', chunked(`${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n`), [400]],
  ['a chunk that is longer than its size', chunked('1\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk that never ends', chunked('fffffff\r\n{}'), [400]],
  ['a chunk extension of 64 KiB', chunked(`2;${'x'.repeat(65_536)}\r\n{}\r\n0\r\n\r\n`), [400]],
  ['trailers of 64 KiB', chunked(`2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(11_000)}\r\n`), [431]],

  ['nonsense behind a request', `GET /agents HTTP/1.1\r\n${HOST}${KEY}\r\n\0\x01nonsense\r\n\r\n`, [200, 400]],
  [
    'a broken body behind requests',
    `GET /agents HTTP/1.1\r\n${HOST}${KEY}\r\n`.repeat(3) + chunked('zz\r\n'),
    [200, 200, 200, 400],
  ],
];

for (const [what, bytes, statuses] of NONSENSE) {
  test(`${what}: ${statuses.join(', ') || 'the connection is closed'}`, async () => {
    const answers = await exchange(bytes);
    assert.deepEqual(
      answers.map(({ status }) => status),
      statuses,
      JSON.stringify(answers),
    );
  });
}

for (const method of [
  ...METHODS.filter((name) => !['CONNECT', 'GET', 'HEAD', 'OPTIONS'].includes(name)),
  'HACK',
  'get',
]) {
  test(`${method} of an address without it: 405 with the allowed methods, whatever the body`, async () => {
    for (const body of ['\r\n', 'Content-Length: 1\r\n\r\n{', 'Content-Type: x\r\nContent-Length: 1\r\n\r\n{']) {
      const [answer, ...more] = await exchange(`${method} /healthz?x HTTP/1.1\r\n${CLOSE}${body}`);
      assert.equal(answer?.status, 405, JSON.stringify(answer));
      assert.match(answer.head, /\r\nallow: GET, HEAD, OPTIONS(\r\n|$)/i);
      assert.equal(JSON.parse(answer.body).code, 'method_not_allowed');
      assert.deepEqual(more, []);
    }
  });
}

test('a connection that is reset within a body is forgotten', async () => {
  for (const headers of ['Content-Length: 100\r\n', 'Transfer-Encoding: chunked\r\n']) {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    await new Promise((written) => socket.write(post(headers, '5\r\n{"na'), written));
    const closed = once(socket, 'close');
    socket.resetAndDestroy();
    await closed;
  }
});

test(`${MANY_CONNECTIONS} silent connections do not keep others waiting`, async () => {
  const sockets = Array.from({ length: MANY_CONNECTIONS }, () => connect({ port, host: '127.0.0.1' }));
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    assert.deepEqual(
      (await exchange(get('/agents', KEY), { silenceMs: PATIENCE_MS })).map(({ status }) => status),
      [200],
    );
  } finally {
    await Promise.all(
      sockets.map((socket) => {
        const closed = once(socket, 'close');
        socket.resetAndDestroy();
        return closed;
      }),
    );
  }
});

test('a slow sender is refused when the time is over', async () => {
  const { context } = service.app;
  const usual = await createServer(context);
  assert.equal(usual.server.headersTimeout, 15_000);
  assert.equal(usual.server.requestTimeout, 60_000);
  await using server = await createServer(context, { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 20 });
  const to = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
  const slow = [
    { what: 'nothing at all', at: '', drop: '' },
    { what: 'a header now and then', at: `GET /healthz HTTP/1.1\r\n${HOST}`, drop: 'X: x\r\n' },
    { what: 'a name without an end', at: `GET /healthz HTTP/1.1\r\n${HOST}`, drop: 'x' },
    { what: 'a body byte by byte', at: post('Content-Length: 100000\r\n', '{"name":"'), drop: 'x' },
    { what: 'a chunk now and then', at: chunked('9\r\n{"name":"\r\n'), drop: '1\r\nx\r\n' },
  ];
  await Promise.all(
    slow.map(async ({ what, at, drop }) => {
      const socket = connect({ port: to, host: '127.0.0.1' });
      socket.write(at);
      const dripping = setInterval(() => socket.writable && socket.write(drop), 20);
      const answers = readAnswers(await readAll(socket)).map(({ status }) => status);
      clearInterval(dripping);
      assert.deepEqual(answers, [400], what);
    }),
  );
});

const REQUESTS = [
  get('/healthz'),
  get('/agents?limit=10', KEY),
  get('/agents/a-b/states/hello', KEY),
  post('Content-Length: 15\r\n', '{"name":"Acme"}'),
  chunked('8\r\n{"name":\r\n7\r\n"Acme"}\r\n0\r\n\r\n'),
  `GET /healthz HTTP/1.1\r\n${HOST}\r\n${get('/agents', KEY)}`,
];
const PIECES = [
  ...['a', '/', '..', '?', '&', '=', '%41', '%00', '{', '"', ',', '[', '0', '-1', '\\u0000', '__proto__', '\xc3\xa4'],
  ...['\0', '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', ':', '%', '*', '\xff', LAST_CHUNK, ' HTTP/1.1'],
  ...['Content-Length: 7\r\n', 'Transfer-Encoding: chunked\r\n', 'Upgrade: h2c\r\n', 'Expect: 100-continue\r\n'],
];

/** A piece inserted, with or without replacing bytes. */
const mutation = fc.record({
  /** Of a thousand. */
  at: fc.noBias(fc.nat(999)),
  piece: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 8 }) },
  ),
  removes: fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(100) }),
});

const mutated = fc
  .tuple(fc.constantFrom(...REQUESTS), fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([request, mutations]) =>
    mutations.reduce((text, { at, piece, removes }) => {
      const start = Math.floor((at * text.length) / 1000);
      return text.slice(0, start) + piece + text.slice(start + removes);
    }, request),
  );
const noise = fc.uint8Array({ maxLength: 4096 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const anything = fc.oneof({ weight: 9, arbitrary: mutated }, { weight: 1, arbitrary: noise });

test(`${CASES} random changes to good requests get no 5xx`, async (context) => {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(fc.array(anything, { minLength: WIDTH, maxLength: WIDTH }), async (requests) => {
    const answered = await Promise.all(requests.map((request) => exchange(request)));
    for (const [index, answers] of answered.entries()) {
      if (answers.length === 0) statuses.set(0, (statuses.get(0) ?? 0) + 1);
      for (const { status, body } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        assert.ok(status < 500, `${JSON.stringify(requests[index])} → ${status} ${body}`);
      }
    }
    assert.deepEqual(faults, []);
  });
  await fc.assert(property, { numRuns: Math.ceil(CASES / WIDTH), seed: SEED });
  context.diagnostic(`seed ${SEED}; answers ${JSON.stringify(Object.fromEntries([...statuses].sort()))} (0: closed)`);
});
