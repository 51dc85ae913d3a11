/** Crossing to the outbound thread and back: everything that the contracts promise on one thread. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import { isTimeout } from '../../src/net/failure.ts';
import { macHeaders } from '../../src/net/mac.ts';
import { startWire } from '../../src/net/wire.ts';
import { listenHttp, listenTcp } from './servers.ts';

const LIMITS = { deadlineMs: 5_000, maxResponseBytes: 100_000 };

describe('outbound requests on a thread of their own', () => {
  const wire = startWire({ network: 'any' });
  after(() => wire[Symbol.asyncDispose]());

  it('send the request and return status, headers and every byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    await using server = await listenHttp(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(201, {
        'x-was': `${request.method} ${request.url} ${request.headers['x-test']} ${body.length}`,
      });
      response.end(bytes);
    });
    const url = `${server.url}/a?b=c`;
    const answer = await wire.request({ url, method: 'PUT', headers: { 'x-test': 'yes' }, body: 'grüezi', ...LIMITS });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['x-was'], 'PUT /a?b=c yes 6');
    assert.ok(Buffer.isBuffer(answer.body) && answer.body.equals(bytes));
    assert.equal(answer.truncated, false);
    const cut = await wire.request({ url, method: 'GET', ...LIMITS, maxResponseBytes: 300 });
    assert.ok(cut.truncated && cut.body.equals(bytes.subarray(0, 300)));
  });

  it('a thousand at once each get their own answer', async () => {
    await using server = await listenHttp((request, response) => response.end(request.url));
    const paths = Array.from({ length: 1000 }, (_, index) => `/${index}`);
    const answers = await Promise.all(
      paths.map((path) => wire.request({ url: server.url + path, method: 'GET', ...LIMITS })),
    );
    assert.deepEqual(
      answers.map(({ body }) => body.toString()),
      paths,
    );
  });

  it('compute the headers that authenticate the body', async () => {
    const macs = [
      {
        header: 'x-mac',
        codes: [
          { algorithm: 'sha512', key: createSecretKey('Jefe', 'utf8') },
          { algorithm: 'sha256', key: createSecretKey('other', 'utf8'), prefix: 'v1,', before: 'id.' },
        ],
      },
    ] as const;
    await using server = await listenHttp((request, response) => response.end(request.headers['x-mac']));
    const answer = await wire.request({ url: server.url, method: 'POST', body: 'what?', macs, ...LIMITS });
    assert.deepEqual({ 'x-mac': answer.body.toString() }, macHeaders(macs, 'what?'));
    assert.match(answer.body.toString(), /^\S{86}== v1,\S{43}=$/);
  });

  it('fail with the same kind, text and cause', async () => {
    const refused = wire.request({ url: 'ftp://example.com', method: 'GET', ...LIMITS });
    await assert.rejects(refused, { kind: 'refused', message: 'The URL must begin with https://' });
    const withoutCause = await refused.catch((failure: RemoteFailure) => failure);
    assert.equal((withoutCause as RemoteFailure).cause, undefined);
    await using silent = await listenTcp();
    const late = await wire.request({ url: silent.url, method: 'GET', ...LIMITS, deadlineMs: 20 }).then(
      () => assert.fail('there is no answer'),
      (failure: unknown) => failure,
    );
    assert.ok(late instanceof RemoteFailure);
    assert.deepEqual([late.kind, late.message, late.retry], ['transient', 'timed out after 20 ms', true]);
    assert.ok(isTimeout(late));
  });

  it('reject a bug of ours with its text', async () => {
    const macs = [{ header: 'x-mac', codes: [{ algorithm: 'sha0' as 'sha256', key: createSecretKey('a', 'utf8') }] }];
    const request = wire.request({ url: 'http://127.0.0.1:9/', method: 'POST', body: '', macs, ...LIMITS });
    await assert.rejects(
      request,
      (cause: Error) => !(cause instanceof RemoteFailure) && /Invalid digest/.test(cause.message),
    );
  });

  it('check an address', async () => {
    await using guarded = startWire({ network: 'public' });
    assert.equal(await wire.check('http://127.0.0.1/'), null);
    assert.equal(await guarded.check('https://127.0.0.1/'), 'must name a host, not an IP address');
    const dialled = guarded.request({ url: 'https://localhost/', method: 'GET', ...LIMITS });
    await assert.rejects(dialled, { kind: 'refused' });
  });

  it('keep connections to one origin, and close them after the requests under way', async () => {
    await using server = await listenHttp((request, response) => {
      setTimeout(() => response.end(request.url), request.url === '/slow' ? 100 : 0);
    });
    const connections = wire.openConnections(server.url, { maxConnections: 1, lifetimeMs: 300_000 });
    const get = (path: string) => connections.exchange({ method: 'GET', path, headers: {}, body: null }, LIMITS);
    assert.equal(String((await get('/1')).body), '/1');
    assert.equal(String((await get('/2')).body), '/2');
    const slow = get('/slow');
    await connections[Symbol.asyncDispose]();
    assert.equal(String((await slow).body), '/slow');
    await assert.rejects(get('/3'), { kind: 'transient', message: 'service is stopping' });
    assert.equal(server.accepted, 1);
  });
});

it('fail when they are under way and it stops', async () => {
  await using silent = await listenTcp();
  const wire = startWire({ network: 'any' });
  const request = wire.request({ url: silent.url, method: 'GET', ...LIMITS });
  const rejected = assert.rejects(request, { kind: 'transient', message: 'service is stopping' });
  await wire[Symbol.asyncDispose]();
  await rejected;
  await assert.rejects(wire.check('https://example.com/'), { kind: 'transient', message: 'service is stopping' });
});
