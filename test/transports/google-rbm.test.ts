import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UseCase } from '../../src/model/agent.ts';
import { createGoogleRbm } from '../../src/transports/google-rbm.ts';
import type { OutboundMessage } from '../../src/transports/transport.ts';
import { googleError, serviceAccountKey, silent, startPlatform } from './platform-stub.ts';

const message: OutboundMessage = {
  platformAgentId: 'demo_agent',
  phoneNumber: '+15550100001',
  messageId: '6f1c7a52-0000-4000-8000-000000000001',
  contentMessage: { text: 'Your table is ready' },
  useCase: 'TRANSACTIONAL',
  messageTrafficType: null,
  answersUser: false,
  ttlSeconds: null,
};
const LOOK_UP = 'There was an error looking up the RBM agent (ID: demo_agent@rbm.goog) that corresponds to …';

async function start(options: { prefix?: string; requestTimeoutMs?: number } = {}) {
  const platform = await startPlatform();
  const transport = createGoogleRbm({
    apiUrl: platform.origin + (options.prefix ?? ''),
    serviceAccount: serviceAccountKey(platform.tokenUri),
    webhookToken: 'webhook-token',
    log: silent,
    lookUpPauseMs: 1,
    requestTimeoutMs: options.requestTimeoutMs ?? 5000,
  });
  return {
    platform,
    transport,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      await platform[Symbol.asyncDispose]();
    },
  };
}

test('a send is one POST with the ids in the query, the content in the body and the token in the header', async () => {
  await using stage = await start({ prefix: '/emulator/' });
  const accepted = await stage.transport.send({ ...message, ttlSeconds: 600 });
  assert.deepEqual(accepted, { acceptedAt: '2026-01-02T03:04:05.678901Z', classification: null });
  const [request] = stage.platform.seen;
  assert.equal(request?.method, 'POST');
  assert.equal(request?.url.pathname, '/emulator/v1/phones/+15550100001/agentMessages');
  assert.deepEqual(Object.fromEntries(request?.url.searchParams ?? []), {
    messageId: message.messageId,
    agentId: 'demo_agent',
  });
  assert.equal(request?.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    contentMessage: { text: 'Your table is ready' },
    messageTrafficType: 'TRANSACTION',
    ttl: '600s',
  });
});

const TRAFFIC: [UseCase, string][] = [
  ['OTP', 'AUTHENTICATION'],
  ['TRANSACTIONAL', 'TRANSACTION'],
  ['PROMOTIONAL', 'PROMOTION'],
  ['MULTI_USE', 'TRANSACTION'],
];
for (const [useCase, type] of TRAFFIC) {
  test(`a message of a ${useCase} agent is ${type}, and its reply to the user a SERVICEREQUEST`, async () => {
    await using stage = await start();
    await stage.transport.send({ ...message, useCase });
    await stage.transport.send({ ...message, useCase, answersUser: true });
    const types = stage.platform.seen.map((request) => JSON.parse(request.body).messageTrafficType);
    assert.deepEqual(types, [type, 'SERVICEREQUEST']);
  });
}

test('a message with its own traffic type keeps it, even as a reply', async () => {
  await using stage = await start();
  for (const answersUser of [false, true]) {
    await stage.transport.send({ ...message, useCase: 'MULTI_USE', messageTrafficType: 'PROMOTION', answersUser });
  }
  const types = stage.platform.seen.map((request) => JSON.parse(request.body).messageTrafficType);
  assert.deepEqual(types, ['PROMOTION', 'PROMOTION']);
});

test('the ttl is whole seconds, at least one and at most fifteen days, and absent when there is none', async () => {
  await using stage = await start();
  for (const ttlSeconds of [null, 0.2, 59.5, 99_999_999]) await stage.transport.send({ ...message, ttlSeconds });
  const ttls = stage.platform.seen.map((request) => JSON.parse(request.body).ttl);
  assert.deepEqual(ttls, [undefined, '1s', '60s', '1296000s']);
});

test("the platform's own classification is kept if present", async () => {
  await using stage = await start();
  await stage.transport.send(message);
  stage.platform.script.push({
    body: {
      sendTime: '2026-01-02T03:04:05Z',
      richMessageClassification: { classificationType: 'RICH_MESSAGE', segmentCount: 2 },
    },
  });
  assert.deepEqual(await stage.transport.send(message), {
    acceptedAt: '2026-01-02T03:04:05Z',
    classification: { classificationType: 'RICH_MESSAGE', segmentCount: 2 },
  });
});

test('a 200 without a readable body is an acceptance, now', async () => {
  await using stage = await start();
  await stage.transport.send(message);
  stage.platform.script.push({ body: 'ok' });
  const before = Date.now();
  const { acceptedAt } = await stage.transport.send(message);
  assert.ok(Date.parse(acceptedAt) >= before && acceptedAt.endsWith('Z'));
});

test('409 ALREADY_EXISTS is an acceptance', async () => {
  await using stage = await start();
  stage.platform.script.push(googleError(409, 'ALREADY_EXISTS'));
  assert.ok((await stage.transport.send(message)).acceptedAt);
});

test('a 401 causes one retry, and a token that is refused again a failure', async () => {
  await using stage = await start();
  await stage.transport.send(message);
  stage.platform.script.push(googleError(401, 'UNAUTHENTICATED'));
  await stage.transport.send(message);
  assert.equal(stage.platform.seen.length, 3);
  stage.platform.script.push(googleError(401, 'UNAUTHENTICATED'), googleError(401, 'UNAUTHENTICATED', 'again'));
  await assert.rejects(stage.transport.send(message), { kind: 'auth', retry: true, httpStatus: 401, body: /again/ });
  assert.equal(stage.platform.seen.length, 5);
});

test('an agent that could not be looked up is retried once, then it fails permanently', async () => {
  await using stage = await start();
  stage.platform.script.push(googleError(403, 'PERMISSION_DENIED', LOOK_UP));
  await stage.transport.send(message);
  assert.equal(stage.platform.seen.length, 2);
  stage.platform.script.push(
    googleError(403, 'PERMISSION_DENIED', LOOK_UP),
    googleError(403, 'PERMISSION_DENIED', LOOK_UP),
  );
  await assert.rejects(stage.transport.send(message), { kind: 'not_permitted', retry: false, httpStatus: 403 });
  assert.equal(stage.platform.seen.length, 4);
});

test('a failure carries the status and the raw body, and the wait that the platform requested', async () => {
  await using stage = await start();
  stage.platform.script.push({ status: 503, headers: { 'retry-after': '3' }, body: '{\n "error": { "code": 503 }\n}' });
  await assert.rejects(stage.transport.send(message), {
    kind: 'transient',
    retry: true,
    httpStatus: 503,
    body: '{\n "error": { "code": 503 }\n}',
    retryAfterMs: 3000,
  });
});

test('a broken connection and a late answer are transient, with no status', async () => {
  await using stage = await start({ requestTimeoutMs: 150 });
  await stage.transport.send(message);
  stage.platform.script.push('break', 'hang');
  await assert.rejects(stage.transport.send(message), { kind: 'transient', retry: true, httpStatus: null, body: null });
  await assert.rejects(stage.transport.send(message), { kind: 'transient', retry: true, httpStatus: null, body: null });
});

test('revoke: revoked is true; delivered or unknown is false; anything else is a failure', async () => {
  await using stage = await start();
  assert.equal(await stage.transport.revoke(message), true);
  const [request] = stage.platform.seen;
  assert.equal(request?.method, 'DELETE');
  assert.equal(request?.url.pathname, `/v1/phones/+15550100001/agentMessages/${message.messageId}`);
  assert.equal(request?.url.searchParams.get('agentId'), 'demo_agent');
  assert.equal(request?.body, '');
  stage.platform.script.push(googleError(404, 'NOT_FOUND'), googleError(503, 'UNAVAILABLE'));
  assert.equal(await stage.transport.revoke(message), false);
  await assert.rejects(stage.transport.revoke(message), { kind: 'transient' });
});

test('capability: features; 404 and a 403 for a non-tester are unreachable; anything else is no answer', async () => {
  await using stage = await start();
  await stage.transport.send(message);
  stage.platform.script.push(
    { body: { features: ['RICHCARD_STANDALONE', 7, 'SOMETHING_NEW'] } },
    { body: {} },
    googleError(404, 'NOT_FOUND'),
    googleError(403, 'PERMISSION_DENIED', 'This operation is blocked because the RBM agent has not launched and …'),
  );
  const check = () => stage.transport.checkCapability(message);
  assert.deepEqual(await check(), { reachable: true, features: ['RICHCARD_STANDALONE', 'SOMETHING_NEW'] });
  assert.deepEqual(await check(), { reachable: true, features: [] });
  assert.deepEqual(await check(), { reachable: false, features: [] });
  assert.deepEqual(await check(), { reachable: false, features: [] });
  const request = stage.platform.seen[1];
  assert.equal(request?.method, 'GET');
  assert.equal(request?.url.pathname, '/v1/phones/+15550100001/capabilities');
  assert.match(request?.url.searchParams.get('requestId') ?? '', /^[0-9a-f-]{36}$/);
  stage.platform.script.push(googleError(429, 'RESOURCE_EXHAUSTED'), googleError(500, 'INTERNAL'));
  await assert.rejects(check(), { kind: 'throttled' });
  await assert.rejects(check(), { kind: 'transient' });
  stage.platform.script.push(
    googleError(403, 'PERMISSION_DENIED', LOOK_UP),
    googleError(403, 'PERMISSION_DENIED', LOOK_UP),
  );
  await assert.rejects(check(), { kind: 'not_permitted' }, 'a wrong agent id is no fault of the phone');
});

test('start fetches the token ahead of the first message, and a refused key does not stop it', async () => {
  await using stage = await start();
  await stage.transport.start();
  assert.equal(stage.platform.tokens.size, 1);
  await stage.transport.send(message);
  assert.equal(stage.platform.tokens.size, 1);
  await using refused = await start();
  refused.platform.tokenScript.push({ status: 400, body: { error: 'invalid_grant' } });
  await refused.transport.start();
  await assert.rejects(refused.transport.send(message), { kind: 'auth', retry: true });
});
