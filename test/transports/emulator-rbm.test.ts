import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startEmulator } from '#emulator';
import { createEmulatorRbm } from '../../src/transports/emulator-rbm.ts';
import type { OutboundMessage, Transport } from '../../src/transports/transport.ts';
import { serviceAccountKey, silent, startPlatform } from './platform-stub.ts';

const OPERATOR_KEY = 'operator-key-of-the-test';
const message: OutboundMessage = {
  platformAgentId: 'demo_agent',
  phoneNumber: '+15550100001',
  messageId: '6f1c7a52-0000-4000-8000-000000000001',
  contentMessage: { text: 'hello' },
  useCase: 'TRANSACTIONAL',
  messageTrafficType: null,
  answersUser: false,
  ttlSeconds: null,
};

/** The driver addresses of an emulator: key and webhook, with the handshake, and a switch for an outage. */
async function startDriver() {
  const platform = await startPlatform();
  const driver = {
    isUp: true,
    registration: null as null | { webhookUri: string; verificationToken: string },
    puts: 0,
    looks: 0,
    keys: 0,
  };

  async function answerOf(method: string, path: string, body: string): Promise<[number, object]> {
    if (path === '/emulator/service-account') {
      driver.keys += 1;
      return [200, { ...serviceAccountKey(platform.tokenUri), type: 'service_account' }];
    }
    if (method === 'PUT') {
      const registration = JSON.parse(body);
      const handshake = JSON.stringify({ clientToken: registration.verificationToken, secret: '42' });
      const answer = await fetch(registration.webhookUri, { method: 'POST', body: handshake }).catch(() => null);
      if ((await answer?.text()) !== '42') return [400, { error: 'handshake' }];
      driver.registration = registration;
      driver.puts += 1;
    } else driver.looks += 1;
    return [200, { webhookUri: driver.registration?.webhookUri ?? null }];
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const path = request.url ?? '';
    if (!driver.isUp) return request.socket.destroy();
    if (path.startsWith('/emulator/v1/')) {
      const answer = await fetch(platform.origin + path, {
        method: 'POST',
        headers: { authorization: request.headers.authorization ?? '' },
        body,
      });
      return response.writeHead(answer.status).end(await answer.text());
    }
    if (request.headers.authorization !== `Bearer ${OPERATOR_KEY}`) return response.writeHead(401).end('{}');
    const [status, value] = await answerOf(request.method ?? '', path, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    platform,
    driver,
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await platform[Symbol.asyncDispose]();
    },
  };
}

/** A service that is only a webhook. */
async function startService(options: { emulatorUrl: string; operatorKey?: string }) {
  const state = { isListening: true };
  const transport: Transport = createEmulatorRbm({
    emulatorUrl: () => options.emulatorUrl,
    operatorKey: options.operatorKey ?? OPERATOR_KEY,
    webhookUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform/webhook`,
    log: silent,
    requestTimeoutMs: 5000,
    checkEveryMs: 5,
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!state.isListening) return request.socket.destroy();
    const received = transport.receive({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(received.status, { 'content-type': received.contentType }).end(received.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    transport,
    state,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 5000;
  while (!condition()) {
    assert.ok(Date.now() < giveUpAt, 'it did not come to pass within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test('start registers the webhook with a token that passes the handshake, and then messages are accepted', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  await service.transport.start();
  assert.match(stage.driver.registration?.webhookUri ?? '', /\/platform\/webhook$/);
  assert.ok((await service.transport.send(message)).acceptedAt);
});

test('two processes of one service verify with the same token, and another operator key gives another', async () => {
  await using stage = await startDriver();
  await using one = await startService({ emulatorUrl: stage.url });
  await one.transport.start();
  const first = stage.driver.registration?.verificationToken;
  await using two = await startService({ emulatorUrl: stage.url });
  await two.transport.start();
  assert.equal(stage.driver.registration?.verificationToken, first);
  await using other = await startService({ emulatorUrl: stage.url, operatorKey: 'another-operator-key' });
  const received = other.transport.receive({
    headers: {},
    body: Buffer.from(JSON.stringify({ clientToken: first, secret: 'x' })),
  });
  assert.equal(received.status, 403);
});

test('a send before start sets everything up itself', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  await Promise.all([service.transport.send(message), service.transport.send(message)]);
  assert.equal(stage.driver.puts, 1);
});

test('while the emulator is away a send is transient; start resolves all the same and connects when it comes', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  stage.driver.isUp = false;
  await service.transport.start();
  await assert.rejects(service.transport.send(message), { kind: 'transient', retry: true, httpStatus: null });
  stage.driver.isUp = true;
  await until(() => stage.driver.registration !== null);
  await service.transport.send(message);
});

test('while our webhook cannot be reached no message is sent, and the registration is retried', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  service.state.isListening = false;
  await service.transport.start();
  await assert.rejects(service.transport.send(message), { kind: 'transient' });
  assert.equal(stage.platform.seen.length, 0);
  service.state.isListening = true;
  await until(() => stage.driver.registration !== null);
});

test('a restarted emulator gets the webhook again without a send', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  await service.transport.start();
  stage.driver.registration = null;
  await until(() => stage.driver.registration !== null);
  assert.equal(stage.driver.puts, 2);
});

test('a webhook that another service has registered since is kept', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  await service.transport.start();
  stage.driver.registration = { webhookUri: 'http://127.0.0.1:1/other', verificationToken: 'other' };
  const { looks } = stage.driver;
  await until(() => stage.driver.looks >= looks + 2);
  assert.equal(stage.driver.puts, 1);
});

test('a key that the emulator no longer accepts is fetched again, and the send succeeds', async () => {
  await using stage = await startDriver();
  await using service = await startService({ emulatorUrl: stage.url });
  await service.transport.start();
  stage.platform.tokenScript.push({ status: 400, body: { error: 'invalid_grant', error_description: 'another key' } });
  assert.ok((await service.transport.send(message)).acceptedAt);
  assert.equal(stage.driver.keys, 2);
});

test('the emulator itself, killed and restarted on its port, accepts the next message and finds our webhook', async () => {
  const options = { host: '127.0.0.1', operatorKey: OPERATOR_KEY, log: silent };
  let emulator = await startEmulator({ ...options, port: 0 });
  await using service = await startService({ emulatorUrl: emulator.url });
  await service.transport.send(message);
  await emulator[Symbol.asyncDispose]();
  emulator = await startEmulator({ ...options, port: Number(new URL(emulator.url).port) });
  await service.transport.send(message).catch((error) => {
    // That the old one closed the connection may be noticed only on use.
    assert.equal(error.kind, 'transient');
    return service.transport.send(message);
  });
  const webhook = await fetch(`${emulator.url}/emulator/webhook`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  });
  assert.match(await webhook.text(), /platform\/webhook/);
  await emulator[Symbol.asyncDispose]();
});
