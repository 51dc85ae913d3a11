/** How commands ask: what `fetch` would do, without `fetch`. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { requestOnce } from '../../src/cli/http.ts';

const server = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
  else if (request.url === '/empty') response.writeHead(204).end();
  else if (request.url === '/begun') response.write('{');
  else if (request.url !== '/silent') request.pipe(response);
});
let url: string;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const asked = { method: 'POST', headers: { 'content-type': 'text/plain' }, signal: null };

test('a body goes there and back', async () => {
  const answer = await requestOnce(url, { ...asked, body: 'Grüße 🌍' });
  assert.deepEqual([answer.ok, answer.status, await answer.text()], [true, 200, 'Grüße 🌍']);
});

test('a redirect is not followed: the key must not go elsewhere', async () => {
  const { ok, status } = await requestOnce(`${url}/moved`, asked);
  assert.deepEqual([ok, status], [false, 302]);
});

test('an answer without a body frees its connection, so that the command can end', async () => {
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  await (await requestOnce(url, asked)).text();
  server.on('connection', count);
  for (let number = 1; number <= 3; number++) {
    assert.equal((await requestOnce(`${url}/empty`, asked)).status, 204);
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', count);
  assert.ok(connections <= 1, `${connections} connections were opened`);
});

test('a signal ends it with its reason: before, while it waits, and while it reads', async () => {
  const reason = new Error('enough');
  await assert.rejects(requestOnce(url, { ...asked, signal: AbortSignal.abort(reason) }), reason);
  for (const path of ['/silent', '/begun']) {
    const patience = new AbortController();
    const arrived = new Promise((resolve) => server.once('request', resolve));
    const text = requestOnce(url + path, { ...asked, signal: patience.signal }).then((answer) => answer.text());
    await arrived;
    patience.abort(reason);
    await assert.rejects(text, reason);
  }
});

test('nobody there, and no address, are errors', async () => {
  await assert.rejects(requestOnce('http://127.0.0.1:9', asked), { code: 'ECONNREFUSED' });
  await assert.rejects(requestOnce('nowhere', asked), TypeError);
});
