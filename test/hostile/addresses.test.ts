/**
 * Addresses that lead back into our own network: refused when saved and when dialled, and no listener there sees a
 * connection. See docs/hostile-input.md, "Addresses".
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, test } from 'node:test';
import { RemoteFailure } from '../../src/errors.ts';
import { createAgent, createStates, newPhoneNumber, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';

/** The ports that a public address may have, and a free one. */
const PORTS = [443, 80, 0];
const OWN = Object.values(networkInterfaces())
  .flat()
  .filter((found) => found && !found.internal && !found.address.startsWith('fe80'))
  .map((found) => found!.address);

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '169.254.169.254',
  '169.254.169.254.',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::]',
  '[::1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  'ip6-localhost',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '224.0.0.1',
  '168.63.129.16',
  '100.100.100.200',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  'metadata.google.internal',
  'printer.local',
  'intranet',
  ...OWN.map((address) => (address.includes(':') ? `[${address}]` : address)),
];

let service: Service;
let agentId: string;
let free = 0;
const listeners: Server[] = [];
const seen: string[] = [];

before(async () => {
  for (const host of ['127.0.0.1', '::1', ...OWN]) {
    for (const port of PORTS) {
      const server = createServer((socket) => {
        seen.push(`${host}:${port} ${socket.remoteAddress}`);
        socket.destroy();
      });
      // Without permission for a low port, or without IPv6, there is one listener less.
      const listening = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen(port, host, () => resolve(true));
      });
      if (!listening) continue;
      listeners.push(server);
      if (port === 0 && host === '127.0.0.1') free = (server.address() as { port: number }).port;
    }
  }
  service = await startService({ outboundNetwork: 'public' });
  agentId = await createAgent(service);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  for (const server of listeners) server.close();
});

const urls = () =>
  HOSTS.flatMap((host) => [`https://${host}/hook`, `http://${host}/hook`, `https://${host}:${free}/hook`]).concat([
    'https://user@127.0.0.1@example.com/',
    `https://example.com:${free}/`,
    ...[22, 25, 6379, 5432].map((port) => `https://example.com:${port}/`),
  ]);

test('there are listeners, so that silence means something', () => assert.ok(listeners.length >= 2 && free > 0));

test('no such address is saved as a webhook', async () => {
  for (const url of urls()) {
    const { status, body } = await service.call('PATCH', `/agents/${agentId}`, { config: { eventForwardUrl: url } });
    assert.equal(status, 400, `${url} was answered ${status}`);
    assert.equal(body.errors[0].path, '/config/eventForwardUrl', url);
  }
});

test('no such address is saved as the base of a connector', async () => {
  for (const [index, baseUrl] of urls().entries()) {
    const connector = { connectorId: `c${index}`, baseUrl, operations: { get: { method: 'GET', path: '/' } } };
    const { status } = await service.call('POST', '/connectors', connector);
    assert.equal(status, 400, `${baseUrl} was answered ${status}`);
  }
});

test('no such address is dialled', async () => {
  for (const url of urls()) {
    const request = { url, method: 'POST', deadlineMs: 2_000, maxResponseBytes: 1024 };
    await assert.rejects(service.app.context.outbound.request(request), RemoteFailure, url);
  }
});

test('no operation of a flow reaches such an address, however the flow came to it', async () => {
  const phoneNumber = newPhoneNumber();
  const ask = {
    connectorId: 'http',
    authenticationId: 'none',
    operation: 'request',
    contextKey: 'answer',
    data: { method: 'GET', url: 'https://{{ params.host }}/' },
  };
  await createStates(service, agentId, {
    ask: { operations: [ask], template: { contentMessage: { text: '{{ data.answer_error.message }}|' } } },
  });
  for (const host of [`127.0.0.1:${free}`, '127.0.0.1', '[::1]', 'localhost.', ...OWN]) {
    const { status } = await service.call('POST', `/agents/${agentId}/states/ask/send/${phoneNumber}`, {
      params: { host },
    });
    assert.equal(status, 200);
  }
  const count = 4 + OWN.length;
  const turns = await until(async () => {
    const { body } = await service.call('GET', `/agents/${agentId}/conversations/${phoneNumber}`);
    return body.turns?.length === count && body.turns;
  }, 'a turn for every address');
  for (const { trace } of turns) {
    const operation = trace.find(({ step }: { step: string }) => step === 'operation');
    assert.ok(operation.error, JSON.stringify(operation));
  }
});

test('no listener on this machine has seen a connection', () => assert.deepEqual(seen, []));
