import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { openConnections } from '../../src/net/connections.ts';
import { listenTcp } from './servers.ts';

test('a connection is reused until its time is over, and requests under way on an old one complete', async () => {
  const sockets = new Set<Socket>();
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    if (request.url === '/slow') held.push(response);
    else response.end('fast');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clock = { nowMs: 0 };
  const connections = openConnections(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    maxConnections: 1,
    lifetimeMs: 300_000,
    now: () => clock.nowMs,
  });
  const limits = { deadlineMs: 10_000, maxResponseBytes: 100 };
  const get = async (path: string) =>
    String((await connections.exchange({ method: 'GET', path, headers: {}, body: null }, limits)).body);

  await get('/');
  clock.nowMs = 299_999;
  await get('/');
  assert.equal(sockets.size, 1);
  const slow = get('/slow');
  while (held.length === 0) await new Promise(setImmediate);
  clock.nowMs = 300_000;
  assert.equal(await get('/'), 'fast');
  assert.equal(sockets.size, 2, 'a fresh connection, although the old one is busy and the limit is one');
  held[0]?.end('slow');
  assert.equal(await slow, 'slow');
  await connections[Symbol.asyncDispose]();
  await new Promise((resolve) => server.close(resolve));
});

test('disposal aborts requests that do not end by themselves', async () => {
  await using silent = await listenTcp();
  const connections = openConnections(silent.url, { maxConnections: 1, lifetimeMs: 300_000 });
  const limits = { deadlineMs: 60_000, maxResponseBytes: 100 };
  const call = connections.exchange({ method: 'GET', path: '/', headers: {}, body: null }, limits);
  const broken = assert.rejects(call, { kind: 'transient', message: 'service is stopping' });
  await connections[Symbol.asyncDispose]();
  await broken;
});
