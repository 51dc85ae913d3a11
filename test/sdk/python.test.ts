/** The Python client: the programs of its README against a service, and what it does when something fails. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { expectStatus, startService } from '../harness.ts';
import { until } from '../until.ts';
import { freePort, printed, programsOf } from './programs.ts';

const folder = join(import.meta.dirname, '../../sdk/python');
const PYTHON = 'python3';
/** 3.9 is the oldest that it supports. */
const isThere = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
if (!isThere)
  process.stdout.write('\nSKIPPED, because there is no python3 of version 3.9 or newer: test/sdk/python.test.ts\n');
const options = { skip: !isThere };

const environment = (more: Record<string, string>) => ({
  ...process.env,
  PYTHONPATH: folder,
  PYTHONDONTWRITEBYTECODE: '1',
  ...more,
});

async function python(program: string, more: Record<string, string>): Promise<string> {
  return (await promisify(execFile)(PYTHON, ['-c', program], { env: environment(more) })).stdout;
}

test('its version is that of the service', async () => {
  const { version } = JSON.parse(await readFile(join(folder, '../../package.json'), 'utf8'));
  assert.match(await readFile(join(folder, 'pyproject.toml'), 'utf8'), new RegExp(`^version = "${version}"$`, 'm'));
});

test('the programs of its README run against a service: from a token to a verified webhook', options, async () => {
  const programs = await programsOf(join(folder, 'README.md'), 'python');
  assert.equal(programs.length, 2);
  await using service = await startService();
  const { signingToken } = expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  expectStatus(await service.call('POST', '/brands', { name: 'Acme' }), 201);
  const { clientId, clientSecret } = expectStatus(await service.call('POST', '/credentials', { name: 'sdk' }), 201);
  const port = await freePort();
  const more = {
    PARLEY_URL: service.url,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    SIGNING_TOKEN: signingToken,
    WEBHOOK_URL: `http://127.0.0.1:${port}/events`,
    PORT: String(port),
  };
  const endpoint = spawn(PYTHON, ['-c', programs[1]!], { env: environment(more), stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const events = printed(endpoint);
    const output = await python(programs[0]!, more);
    const [, messageId] = /^Sent (\S+)$/m.exec(output) ?? assert.fail(output);
    assert.match(output, /^404 agent_not_found /m);
    await until(() => events().includes(`ServerEvent SENT ${messageId}`), 'the verified event SENT');
  } finally {
    endpoint.kill();
    await once(endpoint, 'exit');
  }
});

test('a send keeps its key over faults and a renewed token, and other POSTs are not repeated', options, async () => {
  const asked: (string | undefined)[] = [];
  const statuses = [503, 429, 401, 200, 503];
  let tokens = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/oauth2/token') {
      tokens += 1;
      return response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3600 }));
    }
    const { 'idempotency-key': key, authorization } = request.headers;
    asked.push(`${authorization} ${key}`);
    response.writeHead(statuses[asked.length - 1]!, { 'retry-after': '0' }).end('{"messageId": "m"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PARLEY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = `
import os
from parley import Parley, ParleyError
parley = Parley(os.environ["PARLEY_URL"], "id", "secret")
print(parley.send_state("a", "b", "+15550100001", idempotency_key="own")["messageId"])
try:
    parley.create_brand({"name": "Acme"})
except ParleyError as error:
    print(error.status, error.code)
`;
  assert.equal(await python(program, { PARLEY_URL }), 'm\n503 unexpected\n');
  server.close();
  const first = 'Bearer token-1 own';
  assert.deepEqual(asked, [first, first, first, 'Bearer token-2 own', 'Bearer token-2 undefined']);
});

test('a token that cannot be renewed stays in use while it is good', options, async () => {
  let tokens = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url !== '/oauth2/token')
      return response.end(JSON.stringify({ brands: [request.headers.authorization] }));
    tokens += 1;
    if (tokens > 1) return response.writeHead(503).end('{}');
    return response.end('{"access_token": "first", "expires_in": 3600}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PARLEY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In place of 54 minutes, the time of the renewal is moved.
  const program = `
import os
from parley import Parley
parley = Parley(os.environ["PARLEY_URL"], "id", "secret")
for _ in range(3):
    print(*parley.list_brands()["brands"])
    if _ == 0:
        parley._renew_at = float("-inf")
`;
  assert.equal(await python(program, { PARLEY_URL }), 'Bearer first\n'.repeat(3));
  server.close();
  assert.equal(tokens, 2);
});

test('a webhook is refused with a reason that names what is wrong', options, async () => {
  const program = `
import base64, hashlib, hmac
from parley import WebhookError, verify_webhook
body = b'{"messageId": "m", "eventType": "SENT", "eventOrigin": "SERVICE"}'
mac = lambda token: "v1," + base64.b64encode(hmac.new(token, b"e.1000." + body, hashlib.sha256).digest()).decode()
headers = {"Webhook-Id": "e", "Webhook-Timestamp": "1000", "Webhook-Signature": mac(b"old") + " " + mac(b"new")}
def code(body, headers, tokens, now=1000):
    try:
        return verify_webhook(body, headers, tokens, now=now)["class"]
    except WebhookError as error:
        return f"{error.status} {error.code}"
print(code(body, headers, "old"), code(body, headers, ["other", "new"]), sep="\\n")
print(code(body, headers, "other"), code(body + b" ", headers, "old"), code(body, headers, "old", now=1301), sep="\\n")
print(code(body, {}, "old"), code(body, {**headers, "Webhook-Timestamp": "now"}, "old"), sep="\\n")
`;
  const expected = ['ServerEvent', 'ServerEvent', '403 wrong_signature', '403 wrong_signature', '403 too_old'];
  assert.deepEqual((await python(program, {})).trim().split('\n'), [...expected, '403 missing_header', '403 too_old']);
});
