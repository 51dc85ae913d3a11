/**
 * The specification's story, over HTTP with nothing mocked inside: from a token to a signed event. The service, the
 * database, the emulated platform and the webhook are real; the tests act as the client and the user.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  type Answer,
  clientToken,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type ReceivedWebhook,
  type Service,
  startService,
  startWebhookSink,
  type WebhookSink,
} from './harness.ts';
import { until } from './until.ts';

let service: Service;
let sink: WebhookSink;
let orders: AsyncDisposable & { url: string };
let token: string;

before(async () => {
  service = await startService();
  sink = await startWebhookSink();
  orders = await startOrders();
  token = await clientToken(service);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await sink?.[Symbol.asyncDispose]();
  await orders?.[Symbol.asyncDispose]();
});

/** The system that the flow calls: it has order 4711 and no other. */
async function startOrders(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const known = request.url === '/orders/4711';
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? { id: '4711', status: 'shipped', carrier: 'DHL' } : { error: 'unknown' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const flow = () => ({
  welcome: {
    flowEntryStateId: 'welcome',
    template: {
      contentMessage: {
        text: 'Hello {{ params.name }}, which order?',
        suggestions: [{ reply: { text: 'Help', postbackData: 'help' } }],
      },
    },
    input: { nextState: 'look-up', assignments: [{ from: 'message.text', to: 'order' }] },
  },
  'look-up': {
    flowEntryStateId: 'welcome',
    operations: [
      {
        connectorId: 'http',
        authenticationId: 'none',
        operation: 'request',
        contextKey: 'order',
        data: { method: 'GET', url: `${orders.url}/orders/{{ input.order }}` },
      },
    ],
    transitions: [{ condition: '{% if data.order.status == 404 %}true{% endif %}', nextState: 'unknown-order' }],
    template: { contentMessage: { text: 'Order {{ input.order }} is {{ data.order.body.status }}.' } },
  },
  'unknown-order': {
    flowEntryStateId: 'welcome',
    template: { contentMessage: { text: 'There is no order {{ input.order }}, {{ params.name }}.' } },
  },
  help: { template: { contentMessage: { text: 'Type the number of your order.' } } },
});

const handset = (phoneNumber: string) => `/emulator/handsets/${phoneNumber}`;
const asClient = {
  get token() {
    return token;
  },
};

async function transcript(phoneNumber: string): Promise<Answer['body'][]> {
  return expectStatus(await service.call('GET', `${handset(phoneNumber)}?limit=500`), 200).transcript;
}

const ofMessage = (messageId: string, eventType: string) => (webhook: ReceivedWebhook) =>
  webhook.body.messageId === messageId && webhook.body.eventType === eventType;

test('from a token to a signed event: token, brand, agent, states, device, send, SENT, DELIVERED, answer, reply, UserMessage', async () => {
  const { signingToken } = expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  const { brands } = expectStatus(await service.call('GET', '/brands', undefined, asClient), 200);
  assert.ok(Array.isArray(brands));
  const agentId = await createAgent(service, { launched: false });
  const patch = { config: { eventForwardUrl: sink.url, defaultState: 'help' } };
  const agent = expectStatus(await service.call('PATCH', `/agents/${agentId}`, patch, asClient), 200);
  assert.equal(agent.mode, 'TEST');
  await createStates(service, agentId, flow());

  const phoneNumber = newPhoneNumber();
  const sendPath = `/agents/${agentId}/states/welcome/send/${phoneNumber}`;
  const refused = await service.call('POST', sendPath, {}, asClient);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'not_a_test_device');
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber }, asClient), 201);

  const { messageId, status } = expectStatus(
    await service.call('POST', sendPath, { params: { name: 'Ada' } }, asClient),
    200,
  );
  assert.equal(status, 'ENQUEUED');

  const sent = await sink.wait(ofMessage(messageId, 'SENT'), 'SENT');
  assert.equal(sent.headers['x-service-eventclass'], 'ServerEvent');
  assert.equal(
    sent.headers['x-service-signature'],
    createHmac('sha512', signingToken).update(sent.raw).digest('base64'),
  );
  assert.equal(sent.headers['x-service-response'], undefined);
  assert.equal(sent.headers['content-type'], 'application/json');
  assert.match(sent.headers['user-agent']!, /^Parley\//);
  assert.deepEqual(Object.keys(sent.body).sort(), [
    'agentId',
    'eventId',
    'eventOrigin',
    'eventType',
    'messageId',
    'phoneNumber',
    'richMessageClassification',
    'sendTime',
  ]);
  assert.equal(sent.body.agentId, agentId);
  assert.equal(sent.body.phoneNumber, phoneNumber);
  assert.equal(sent.body.eventOrigin, 'SERVICE');
  assert.deepEqual(sent.body.richMessageClassification, { classificationType: 'RICH_MESSAGE', segmentCount: 1 });

  const delivered = await sink.wait(ofMessage(messageId, 'DELIVERED'), 'DELIVERED');
  assert.equal(delivered.headers['x-service-eventclass'], 'UserEvent');
  assert.equal(delivered.body.senderPhoneNumber, phoneNumber);

  const answer = { agentId, text: '4711' };
  const { messageId: userMessageId } = expectStatus(
    await service.call('POST', `${handset(phoneNumber)}/messages`, answer),
    200,
  );
  const userMessage = await sink.wait(({ body }) => body.messageId === userMessageId, 'UserMessage');
  assert.equal(userMessage.headers['x-service-eventclass'], 'UserMessage');
  assert.equal(userMessage.headers['x-service-response'], 'look-up');
  assert.equal(userMessage.body.text, '4711');
  assert.equal(userMessage.body.senderPhoneNumber, phoneNumber);
  // The reply reached the platform before the event was forwarded.
  const seen = await transcript(phoneNumber);
  assert.deepEqual(
    seen.map((entry) => entry.contentMessage?.text ?? entry.text),
    ['Hello Ada, which order?', '4711', 'Order 4711 is shipped.'],
  );

  const conversation = expectStatus(
    await service.call('GET', `/agents/${agentId}/conversations/${phoneNumber}`, undefined, asClient),
    200,
  );
  const steps = conversation.turns[0].trace.map((step: { step: string }) => step.step);
  assert.deepEqual(
    steps.filter((step: string) => ['assign', 'operation', 'condition', 'message'].includes(step)),
    ['assign', 'operation', 'condition', 'message'],
  );
});

test('a transition that fires routes silently: the user sees only the state it leads to', async () => {
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, flow());
  const phoneNumber = newPhoneNumber();
  expectStatus(
    await service.call('POST', `/agents/${agentId}/states/welcome/send/${phoneNumber}`, { params: { name: 'Bo' } }),
    200,
  );
  await until(async () => (await transcript(phoneNumber)).length === 1, 'the question');
  const { messageId } = expectStatus(
    await service.call('POST', `${handset(phoneNumber)}/messages`, { agentId, text: '9' }),
    200,
  );
  const event = await sink.wait(({ body }) => body.messageId === messageId, 'UserMessage');
  assert.equal(event.headers['x-service-response'], 'unknown-order');
  assert.equal((await transcript(phoneNumber)).at(-1).contentMessage.text, 'There is no order 9, Bo.');
});

test('a number that the platform refuses is FAILED with its status and its raw body', async () => {
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url, capabilityCheck: false } });
  await createStates(service, agentId, flow());
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('PUT', handset(phoneNumber), { rcs: false }), 200);
  const { messageId } = expectStatus(
    await service.call('POST', `/agents/${agentId}/states/help/send/${phoneNumber}`, {}),
    200,
  );
  const failed = await sink.wait(ofMessage(messageId, 'FAILED'), 'FAILED');
  assert.equal(failed.body.errorCode, '404');
  assert.equal(JSON.parse(failed.body.errorMessage).error.status, 'NOT_FOUND');
  assert.equal(failed.body.eventOrigin, 'SERVICE');
});

test('a number that the capability check refused is FAILED without errorCode and errorMessage', async () => {
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, flow());
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('PUT', handset(phoneNumber), { rcs: false }), 200);
  const { messageId } = expectStatus(
    await service.call('POST', `/agents/${agentId}/states/help/send/${phoneNumber}`, {}),
    200,
  );
  const failed = await sink.wait(ofMessage(messageId, 'FAILED'), 'FAILED');
  assert.equal('errorCode' in failed.body, false);
  assert.equal('errorMessage' in failed.body, false);
});

test('fifty messages from one handset within 100 ms are fifty turns, in order, one at a time', async () => {
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url, defaultState: 'echo' } });
  await createStates(service, agentId, {
    echo: { template: { contentMessage: { text: 'you said {{ message.text }}' } } },
  });
  const phoneNumber = newPhoneNumber();
  const begun = performance.now();
  const ids = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, n) =>
        expectStatus(await service.call('POST', `${handset(phoneNumber)}/messages`, { agentId, text: `${n}` }), 200)
          .messageId,
    ),
  );
  const tookMs = performance.now() - begun;
  await until(() => ids.every((id) => sink.received.some(({ body }) => body.messageId === id)), 'fifty events');
  const seen = await transcript(phoneNumber);
  const said = seen
    .filter((entry) => entry.direction === 'from-user' || entry.text !== undefined)
    .map((entry) => entry.text);
  const replies = seen.flatMap((entry) => (entry.contentMessage ? [entry.contentMessage.text] : []));
  assert.deepEqual(
    replies,
    said.map((text) => `you said ${text}`),
    `all within ${tookMs} ms`,
  );
  const { sql } = service.app.context;
  const turns = await sql<{ number: number; startedAt: Date; committedAt: Date; chainBefore: string; chain: string }[]>`
    select number, started_at as "startedAt", committed_at as "committedAt", chain_before as "chainBefore", chain
    from turn where agent_id = ${agentId} order by number`;
  assert.equal(turns.length, 50);
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1];
    assert.equal(turn.number, index + 1);
    assert.equal(turn.chainBefore, before?.chain ?? '');
    if (before)
      assert.ok(turn.startedAt >= before.committedAt, `turn ${turn.number} began before the one before ended`);
  }
});
