/** How many flow documents an account may upload at once: each is in memory several times. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../until.ts';
import { createClient, listen, startApi } from './context.ts';

test('a third upload of an account is a 429, and uploads that are broken off make room', async () => {
  await using api = await startApi();
  const { token } = await createClient(api);
  const { brandId } = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body;
  const { body } = await api.call('POST', '/agents', { as: token, body: { name: 'Bot', brandId, useCase: 'OTP' } });
  const path = `/agents/${body.agentId}/flow`;
  const { hostname, port } = new URL(await listen(api));
  const put = () => api.call('PUT', path, { as: token, body: { states: {} } });
  // More than may be under way at once, one after the other.
  for (let n = 0; n < 8; n++) assert.equal((await put()).status, 200);

  /** An upload that never ends. */
  const begin = async () => {
    const arrived = once(api.server.server, 'request');
    const socket = connect(Number(port), hostname);
    const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000`;
    socket.write(`PUT ${path} HTTP/1.1\r\n${headers}\r\n\r\n{"states"`);
    await arrived;
    return socket;
  };
  const uploads = [await begin(), await begin()];
  const refused = await put();
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, 'too_many_requests');
  assert.equal(refused.headers['retry-after'], '1');
  for (const upload of uploads) upload.destroy();
  await until(async () => (await put()).status === 200, 'room again');
});
