import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import { machineAddresses } from '../../src/net/address.ts';
import { outboundFailure } from '../../src/net/failure.ts';
import { createOutbound, type OutboundOptions } from '../../src/net/outbound.ts';
import { askNameServers } from '../../src/net/resolve.ts';
import { type Listener, listenDns, listenHttp, listenTcp } from './servers.ts';

const LIMITS = { deadlineMs: 5_000, maxResponseBytes: 1_000 };

/** On the open network with 127.0.0.1 treated as a public address, and the listener's port as a standard one. */
function asIfPublic(port: number, answers: string[][]): OutboundOptions & { lookUps: number } {
  const options = {
    network: 'public' as const,
    ports: [port],
    isPublic: (address: string) => address === '127.0.0.1',
    lookUps: 0,
    resolve: async () => {
      options.lookUps += 1;
      return answers.shift() ?? [];
    },
  };
  return options;
}

describe('outbound dialling', () => {
  it('dials the address that was checked, with the name as SNI', async () => {
    await using listener = await listenTcp('127.0.0.1', (socket) => socket.destroy());
    await using outbound = createOutbound(asIfPublic(listener.port, [['127.0.0.1']]));
    const request = outbound.request({ url: `https://hooks.example.com:${listener.port}/`, method: 'GET', ...LIMITS });
    await assert.rejects(request, { kind: 'transient', retry: true });
    assert.equal(listener.accepted, 1);
    assert.ok(Buffer.concat(listener.received).includes('hooks.example.com'));
  });

  it('resolves once for a connection, so that a second answer cannot rebind it', async () => {
    await using outer = await listenTcp('127.0.0.1', (socket) => socket.destroy());
    const options = asIfPublic(outer.port, [['127.0.0.1'], ['127.0.0.2']]);
    await using outbound = createOutbound(options);
    const url = `https://rebind.example.com:${outer.port}/`;
    await assert.rejects(outbound.request({ url, method: 'GET', ...LIMITS }), { kind: 'transient' });
    assert.equal(options.lookUps, 1);
    await assert.rejects(outbound.request({ url, method: 'GET', ...LIMITS }), { kind: 'refused' });
    assert.deepEqual([outer.accepted, options.lookUps], [1, 2]);
  });

  it('sends not one packet to loopback or to this machine, by name or by literal', async () => {
    const addresses = machineAddresses().filter((address) => !address.startsWith('fe80:'));
    assert.ok(addresses.includes('127.0.0.1'));
    await using stack = new AsyncDisposableStack();
    const listeners: [string, Listener][] = [];
    for (const address of addresses) {
      // An IPv6 address may be listed while the kernel refuses to bind it.
      const listener = await listenTcp(address, (socket) => socket.destroy()).catch(() => null);
      if (listener) listeners.push([address, stack.use(listener)]);
    }
    for (const [address, listener] of listeners) {
      const host = new URL(listener.url).host;
      const options = { resolve: async () => [address], ports: [listener.port] };
      await using outbound = createOutbound({ network: 'public', ...options });
      for (const url of [`https://${host}/`, `http://${host}/`, `https://inner.example.com:${listener.port}/`]) {
        const request = outbound.request({ url, method: 'POST', body: 'x', ...LIMITS });
        await assert.rejects(request, { kind: 'refused', retry: false });
      }
      assert.equal(listener.accepted, 0, address);
      // The control: on the open network the same listener does see the same request.
      await using open = createOutbound({ network: 'any', ...options });
      const url = `https://inner.example.com:${listener.port}/`;
      await assert.rejects(open.request({ url, method: 'GET', ...LIMITS }), { kind: 'transient' });
      assert.equal(listener.accepted, 1, address);
    }
  });

  it('refuses a name that is an alias of an internal name', async () => {
    await using dns = await listenDns('10.0.0.5');
    assert.deepEqual(await askNameServers('public.example.com', [dns.server]), ['10.0.0.5']);
    await using outbound = createOutbound({
      network: 'public',
      resolve: (hostname) => askNameServers(hostname, [dns.server]),
    });
    assert.equal(await outbound.check('https://public.example.com/'), 'names a host whose address is not public');
    const request = outbound.request({ url: 'https://public.example.com/', method: 'GET', ...LIMITS });
    await assert.rejects(request, { kind: 'refused' });
  });

  it('reports a name that does not exist as a failure that may pass', async () => {
    await using dns = await listenDns(null);
    await using outbound = createOutbound({
      network: 'public',
      resolve: (hostname) => askNameServers(hostname, [dns.server]),
    });
    const request = outbound.request({ url: 'https://gone.example.com/', method: 'GET', ...LIMITS });
    await assert.rejects(request, { kind: 'transient', retry: true, message: 'DNS name not found' });
    assert.equal(await outbound.check('https://gone.example.com/'), null);
  });

  it('inherits no proxy variables', async (t) => {
    await using proxy = await listenTcp();
    await using server = await listenHttp((_request, response) => response.end('direct'));
    const names = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];
    const before = names.map((name) => process.env[name]);
    t.after(() => {
      for (const [i, name] of names.entries()) {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      }
    });
    for (const name of names) process.env[name] = proxy.url;
    await using outbound = createOutbound({ network: 'any' });
    const { body } = await outbound.request({ url: server.url, method: 'GET', ...LIMITS });
    assert.equal(body.toString(), 'direct');
    assert.equal(proxy.accepted, 0);
  });
});

describe('outbound requests', () => {
  it('sends the method, path, headers and exact body, and returns status, headers and body', async () => {
    await using server = await listenHttp(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      response.writeHead(201, { 'x-a': ['1', '2'] });
      response.end(`${request.method} ${request.url} ${request.headers['x-test']} ${body.toString('hex')}`);
    });
    await using outbound = createOutbound({ network: 'any' });
    const response = await outbound.request({
      url: `${server.url}/a%20b?c=d#e`,
      method: 'POST',
      headers: { 'x-test': 'yes' },
      body: 'grüezi',
      ...LIMITS,
    });
    assert.equal(response.status, 201);
    assert.equal(response.headers['x-a'], '1, 2');
    assert.equal(response.body.toString(), 'POST /a%20b?c=d yes 6772c3bc657a69');
    assert.equal(response.truncated, false);
    assert.ok(response.durationMs > 0);
  });

  it('keeps a connection for the next request by default', async () => {
    await using server = await listenHttp((_request, response) => response.end());
    await using outbound = createOutbound({ network: 'any' });
    for (let i = 0; i < 10; i++) await outbound.request({ url: server.url, method: 'GET', ...LIMITS });
    // A request made just as the last one ends may find its connection not yet free.
    assert.ok(server.accepted <= 2, `${server.accepted} connections`);
    for (let i = 0; i < 10; i++) {
      await outbound.request({ url: server.url, method: 'GET', keepAlive: false, ...LIMITS });
    }
    assert.ok(server.accepted >= 10, `${server.accepted} connections`);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`does not follow a ${status}`, async () => {
      await using target = await listenTcp();
      await using server = await listenHttp((_request, response) => {
        response.writeHead(status, { location: target.url }).end();
      });
      await using outbound = createOutbound({ network: 'any' });
      const response = await outbound.request({ url: server.url, method: 'POST', body: 'x', ...LIMITS });
      assert.equal(response.status, status);
      assert.equal(target.accepted, 0);
    });
  }

  it('cuts a body that is longer than the limit and destroys the connection', async () => {
    await using server = await listenHttp((_request, response) => {
      const pump = () => {
        while (response.write('x'.repeat(16_384)));
      };
      response.on('drain', pump);
      pump();
    });
    await using outbound = createOutbound({ network: 'any' });
    const response = await outbound.request({ url: server.url, method: 'GET', ...LIMITS });
    assert.equal(response.truncated, true);
    assert.equal(response.body.toString(), 'x'.repeat(1_000));
    await allClosed(server);
  });

  it('does not cut a body of exactly the limit', async () => {
    await using server = await listenHttp((_request, response) => response.end('x'.repeat(1_000)));
    await using outbound = createOutbound({ network: 'any' });
    const response = await outbound.request({ url: server.url, method: 'GET', ...LIMITS });
    assert.deepEqual([response.truncated, response.body.length], [false, 1_000]);
  });

  it('ends a dripping body at the deadline and destroys the connection', async () => {
    await using server = await listenHttp((_request, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    await using outbound = createOutbound({ network: 'any' });
    const request = outbound.request({ url: server.url, method: 'GET', ...LIMITS, deadlineMs: 150 });
    await assert.rejects(request, { kind: 'transient', retry: true, message: 'timed out after 150 ms' });
    await allClosed(server);
  });

  it('ends an endpoint that accepts and never answers at the deadline', async () => {
    await using server = await listenTcp();
    await using outbound = createOutbound({ network: 'any' });
    const request = outbound.request({ url: server.url, method: 'GET', ...LIMITS, deadlineMs: 50 });
    await assert.rejects(request, { message: 'timed out after 50 ms' });
    await allClosed(server);
  });

  it('does not send a request later that timed out while its name was being resolved', async () => {
    const paths: (string | undefined)[] = [];
    await using server = await listenHttp((request, response) => {
      paths.push(request.url);
      response.end();
    });
    const name = Promise.withResolvers<string[]>();
    await using outbound = createOutbound({ network: 'any', resolve: () => name.promise });
    const url = `http://slow.example.com:${server.port}`;
    const late = outbound.request({ url: `${url}/late`, method: 'POST', ...LIMITS, deadlineMs: 20 });
    await assert.rejects(late, { message: 'timed out after 20 ms' });
    name.resolve(['127.0.0.1']);
    await outbound.request({ url: `${url}/next`, method: 'POST', ...LIMITS });
    assert.deepEqual(paths, ['/next']);
  });

  it('fails requests under way when it is disposed of', async () => {
    await using server = await listenTcp();
    const outbound = createOutbound({ network: 'any' });
    const request = outbound.request({ url: server.url, method: 'GET', ...LIMITS });
    const rejected = assert.rejects(request, { kind: 'transient', message: 'service is stopping' });
    await outbound[Symbol.asyncDispose]();
    await rejected;
  });
});

describe('outbound failures', () => {
  it('a refused connection is "connection refused"', async () => {
    const { url } = await (async () => {
      await using gone = await listenTcp();
      return gone;
    })();
    await assert.rejects(failed(url), { kind: 'transient', retry: true, message: 'connection refused' });
  });

  it('a connection that closes without an answer may be retried', async () => {
    await using server = await listenTcp('127.0.0.1', (socket) => socket.end());
    await assert.rejects(failed(server.url), {
      kind: 'transient',
      retry: true,
      message: 'connection closed before the response was complete',
    });
  });

  it('a reset connection is "connection reset"', async () => {
    await using server = await listenTcp('127.0.0.1', (socket) => socket.resetAndDestroy());
    await assert.rejects(failed(server.url), { kind: 'transient', retry: true, message: 'connection reset' });
  });

  it('a response that is not HTTP is reported as such', async () => {
    await using server = await listenTcp('127.0.0.1', (socket) => socket.end('220 smtp.example.com ready\r\n'));
    await assert.rejects(failed(server.url), { kind: 'transient', message: 'response is not valid HTTP' });
  });

  it('response headers that are too large are reported as such', async () => {
    await using server = await listenHttp((_request, response) => {
      response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end();
    });
    await assert.rejects(failed(server.url), { message: 'response headers are too large' });
  });

  it('a server that speaks no TLS is "TLS handshake failed"', async () => {
    await using server = await listenHttp((_request, response) => response.end());
    await assert.rejects(failed(server.url.replace('http:', 'https:')), { message: 'TLS handshake failed' });
  });

  it('a header that would break out of the request is refused', async () => {
    await using server = await listenHttp((_request, response) => response.end());
    await using outbound = createOutbound({ network: 'any' });
    const headers = { 'x-a': 'b\r\nx-c: d' };
    const request = outbound.request({ url: server.url, method: 'GET', headers, ...LIMITS });
    await assert.rejects(request, { kind: 'refused', retry: false });
    assert.equal(server.accepted, 0);
  });

  for (const [code, message] of [
    ['CERT_HAS_EXPIRED', 'TLS certificate is not valid: expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS certificate is not valid: issued for another name'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS certificate is not valid: self-signed certificate in the chain'],
    ['EHOSTUNREACH', 'host unreachable'],
    ['ESOMETHING', 'connection failed (ESOMETHING)'],
  ] as const) {
    it(`${code} is "${message}", and its own text stays in the cause`, () => {
      const cause = Object.assign(new Error('/home/secret at line 1'), { code });
      const failure = outboundFailure(cause);
      assert.ok(failure instanceof RemoteFailure);
      assert.deepEqual([failure.kind, failure.retry, failure.message], ['transient', true, message]);
      assert.equal(failure.cause, cause);
    });
  }
});

async function failed(url: string): Promise<never> {
  await using outbound = createOutbound({ network: 'any' });
  await outbound.request({ url, method: 'POST', body: 'x', ...LIMITS });
  throw new Error('the request did not fail');
}

async function allClosed(listener: Listener): Promise<void> {
  for (const socket of listener.open) await new Promise((resolve) => socket.once('close', resolve));
  assert.equal(listener.open.size, 0);
}
