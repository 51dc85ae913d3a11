/** Events: listed by every filter, shown with their attempts, and sent again. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Answer,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
  type WebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
let sink: WebhookSink;
/** The status of the client's endpoint. */
let answer = 200;
before(async () => {
  service = await startService();
  sink = await startWebhookSink(() => answer);
  // Before the first event, because keys are cached for a while.
  expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await sink?.[Symbol.asyncDispose]();
});

const path = (agentId: string, rest = '') => `/agents/${agentId}/events${rest}`;

async function list(agentId: string, query = ''): Promise<Answer['body'][]> {
  return expectStatus(await service.call('GET', path(agentId, query)), 200).events;
}

/** The agent's only event of the type, once it has the status. */
function eventOf(agentId: string, type: string, status: string): Promise<Answer['body']> {
  return until(async () => {
    const [event] = await list(agentId, `?type=${type}`);
    return event?.status === status && event;
  }, `${type} to be ${status}`);
}

/** An agent that has sent one message to a phone that is off, so that SENT is its only event. */
async function agentWithEvent(config: object = { eventForwardUrl: sink.url }) {
  const agentId = await createAgent(service, { config });
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  const phoneNumber = newPhoneNumber();
  expectStatus(await service.call('PUT', `/emulator/handsets/${phoneNumber}`, { online: false }), 200);
  const send = await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`);
  return { agentId, phoneNumber, messageId: expectStatus(send, 200).messageId };
}

test('an event that the webhook accepted is FORWARDED, with the attempt and the payload as sent', async () => {
  answer = 200;
  const { agentId, phoneNumber, messageId } = await agentWithEvent();
  const event = await eventOf(agentId, 'SENT', 'FORWARDED');
  const webhook = await sink.wait(({ body }) => body.messageId === messageId, 'SENT');
  assert.equal(event.eventId, webhook.headers['webhook-id']);
  assert.deepEqual(event.payload, webhook.body);
  assert.equal(event.class, 'ServerEvent');
  assert.equal(event.phoneNumber, phoneNumber);
  assert.equal(event.messageId, messageId);
  assert.equal(event.attempts.length, 1);
  assert.equal(event.attempts[0].status, 200);
  assert.deepEqual(expectStatus(await service.call('GET', path(agentId, `/${event.eventId}`)), 200), event);
});

test('the headers of an attempt are those that the webhook got, but after a change of the signing tokens without signatures', async () => {
  answer = 200;
  const { agentId, messageId } = await agentWithEvent();
  const { eventId } = await eventOf(agentId, 'SENT', 'FORWARDED');
  const { headers: received } = await sink.wait(({ body }) => body.messageId === messageId, 'SENT');
  const { sql } = service.app.context;
  const ask = async () => {
    const { body } = await service.call('GET', path(agentId, `/${eventId}?headers=true`));
    return body.attempts[0].request;
  };
  const namesOf = (headers: object) => Object.keys(headers).map((name) => name.toLowerCase());
  // Long ago, instead of waiting until the first token is in effect for certain.
  await sql`update signing_token set changed_at = now() - interval '1 hour'`;
  const { headers, signingTokensChanged } = await ask();
  assert.equal(signingTokensChanged, false);
  assert.ok(namesOf(headers).includes('x-service-signature') && namesOf(headers).includes('webhook-signature'));
  for (const [name, value] of Object.entries(headers)) assert.equal(value, received[name.toLowerCase()], name);
  const missing = Object.keys(received).filter((name) => !namesOf(headers).includes(name));
  assert.deepEqual(
    missing.filter((name) => /^(x-|webhook-|content-type)/.test(name)),
    [],
  );

  const { signingTokenId } = expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  const { headers: unsigned, ...afterwards } = await ask();
  assert.deepEqual(afterwards, { signingTokensChanged: true });
  assert.deepEqual(
    namesOf(unsigned).filter((name) => name.endsWith('-signature')),
    [],
  );
  assert.equal(unsigned['webhook-timestamp'], received['webhook-timestamp']);

  for (const [method, rest] of [
    ['POST', '/promote'],
    ['DELETE', ''],
  ] as const) {
    await sql`update signing_token set changed_at = now() - interval '1 hour'`;
    await service.call(method, `/signing-tokens/${signingTokenId}${rest}`);
    assert.equal((await ask()).signingTokensChanged, true, method);
  }
});

test('an event that the webhook refused is FAILED: it is in the failure queue with its reason', async () => {
  answer = 410;
  const { agentId } = await agentWithEvent();
  const event = await eventOf(agentId, 'SENT', 'FAILED');
  assert.equal(event.attempts[0].status, 410);
  assert.ok(event.failure.reason);
  assert.ok(event.failure.failedAt);
  assert.deepEqual(await list(agentId, '?status=FAILED'), [event]);
});

test('an event that the webhook could not accept yet is PENDING, with the time of its next attempt', async () => {
  answer = 503;
  const { agentId } = await agentWithEvent();
  const event = await until(
    async () => (await list(agentId, '?status=PENDING'))[0]?.attempts[0] && list(agentId),
    'it',
  );
  assert.equal(event[0].attempts[0].status, 503);
  assert.ok(Date.parse(event[0].nextAttemptAt) > Date.parse(event[0].attempts[0].startedAt));
});

test('an event of an agent without a webhook is RECORDED, and cannot be redelivered', async () => {
  const { agentId } = await agentWithEvent({});
  const event = await eventOf(agentId, 'SENT', 'RECORDED');
  assert.deepEqual(event.attempts, []);
  for (const rest of [`/${event.eventId}/redeliver`, '/redeliver', '/test']) {
    const { status, body } = await service.call('POST', path(agentId, rest), rest === '/redeliver' ? {} : undefined);
    assert.equal(status, 409, rest);
    assert.equal(body.code, 'webhook_not_configured');
  }
});

test('a redelivered event has the same id and the same bytes, and leaves the failure queue', async () => {
  answer = 400;
  const { agentId, messageId } = await agentWithEvent();
  const failed = await eventOf(agentId, 'SENT', 'FAILED');
  answer = 200;
  const redelivered = await service.call('POST', path(agentId, `/${failed.eventId}/redeliver`));
  assert.equal(redelivered.status, 202);
  assert.deepEqual(redelivered.body, { accepted: 1, more: false });
  const event = await eventOf(agentId, 'SENT', 'FORWARDED');
  assert.deepEqual(
    event.attempts.map(({ status }: { status: number }) => status),
    [400, 200],
  );
  assert.deepEqual(await list(agentId, '?status=FAILED'), []);
  const received = sink.received.filter(({ body }) => body.messageId === messageId);
  assert.equal(received.length, 2);
  assert.deepEqual(received[0]?.raw, received[1]?.raw);
  assert.equal(received[0]?.headers['webhook-id'], received[1]?.headers['webhook-id']);
});

test('the failure queue is redelivered with one call, narrowed by class and time', async () => {
  answer = 400;
  const { agentId } = await agentWithEvent();
  const failed = await eventOf(agentId, 'SENT', 'FAILED');
  answer = 200;
  const none: object[] = [{ class: 'UserMessage' }, { until: failed.createdAt }, { since: '2099-01-01T00:00:00Z' }];
  for (const filter of none) {
    const { status, body } = await service.call('POST', path(agentId, '/redeliver'), filter);
    assert.equal(status, 202);
    assert.deepEqual(body, { accepted: 0, more: false }, JSON.stringify(filter));
  }
  const { body } = await service.call('POST', path(agentId, '/redeliver'), { since: failed.createdAt });
  assert.deepEqual(body, { accepted: 1, more: false });
  await eventOf(agentId, 'SENT', 'FORWARDED');
});

test("a test event is signed and sent, and the endpoint's response is returned", async () => {
  answer = 418;
  const { agentId } = await agentWithEvent();
  const tested = expectStatus(await service.call('POST', path(agentId, '/test')), 200);
  assert.equal(tested.outcome, 'refused');
  assert.equal(tested.status, 418);
  const webhook = await sink.wait(({ raw }) => raw.toString() === tested.requestBody, 'the test event');
  assert.equal(webhook.headers['x-service-signature'], tested.requestHeaders['X-Service-Signature']);
  assert.ok(webhook.headers['x-service-signature']);
});

test('an event that does not exist, of another agent, or of another installation is a 404', async () => {
  answer = 200;
  const { agentId } = await agentWithEvent();
  const other = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  const { eventId: id } = await eventOf(agentId, 'SENT', 'FORWARDED');
  const stranger = `${id.slice(0, -12)}ffffffffffff`;
  for (const address of [path(agentId, '/x'), path(other, `/${id}`), path(agentId, `/${stranger}`)]) {
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/redeliver'],
    ] as const) {
      const { status, body } = await service.call(method, address + rest);
      assert.equal(status, 404, address);
      assert.equal(body.code, 'event_not_found');
    }
  }
});

const endpoints = (agentId: string, rest = '') => `/agents/${agentId}/endpoints${rest}`;
const addEndpoint = async (agentId: string, body: object) =>
  expectStatus(await service.call('POST', endpoints(agentId), body), 201);

test('a further endpoint is made, read, changed unless somebody else was first, and deleted', async () => {
  const agentId = await createAgent(service);
  const made = await addEndpoint(agentId, { url: sink.url, types: ['DELIVERED'], description: 'The data lake' });
  const { endpointId } = made;
  assert.deepEqual(expectStatus(await service.call('GET', endpoints(agentId)), 200), { endpoints: [made] });
  const read = await service.call('GET', endpoints(agentId, `/${endpointId}`));
  assert.deepEqual(read.body, made);
  const change = (body: object, tag: string) =>
    service.call('PATCH', endpoints(agentId, `/${endpointId}`), body, { headers: { 'if-match': tag } });
  const changed = expectStatus(await change({ types: null, classes: ['UserEvent'] }, read.headers.get('etag')!), 200);
  assert.deepEqual([changed.types, changed.classes, changed.description], [undefined, ['UserEvent'], 'The data lake']);
  expectStatus(await change({ description: null }, read.headers.get('etag')!), 412);
  const { entries } = expectStatus(
    await service.call('GET', `/audit-log?resourceKind=endpoint&resourceId=${endpointId}`),
    200,
  );
  assert.deepEqual(
    entries.map(({ operation }: { operation: string }) => operation),
    ['updateEndpoint', 'createEndpoint'],
  );
  expectStatus(await service.call('DELETE', endpoints(agentId, `/${endpointId}`)), 204);
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await service.call(method, endpoints(agentId, `/${endpointId}`));
    assert.deepEqual([status, body.code], [404, 'endpoint_not_found']);
  }
});

test('an agent has ten further endpoints at most', async () => {
  const agentId = await createAgent(service);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => service.call('POST', endpoints(agentId), { url: sink.url })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [
      [409, 'too_many_endpoints'],
      [409, 'too_many_endpoints'],
    ],
  );
});

test('further endpoints get what their filters let through, whether or not the agent has a webhook', async () => {
  answer = 200;
  const url = (name: string) => `${sink.url}?${name}`;
  const agentId = await createAgent(service);
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  const all = await addEndpoint(agentId, { url: url('all') });
  const delivered = await addEndpoint(agentId, { url: url('delivered'), types: ['DELIVERED'] });
  const users = await addEndpoint(agentId, { url: url('users'), classes: ['UserEvent', 'UserMessage'] });
  const phoneNumber = newPhoneNumber();
  const sent = await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`);
  const { messageId } = expectStatus(sent, 200);
  const has = (endpointId: string, type: string, status: string) =>
    until(
      async () => (await list(agentId, `?type=${type}&endpointId=${endpointId}`))[0]?.status === status,
      `${type} to be ${status}`,
    );
  for (const { endpointId } of [all, delivered, users]) await has(endpointId, 'DELIVERED', 'FORWARDED');
  await has(all.endpointId, 'SENT', 'FORWARDED');
  for (const { endpointId } of [delivered, users]) await has(endpointId, 'SENT', 'RECORDED');
  await eventOf(agentId, 'SENT', 'RECORDED');
  const got = (name: string) =>
    sink.received
      .filter(({ url: to, body }) => to.endsWith(`?${name}`) && body.messageId === messageId)
      .map(({ body }) => body.eventType);
  assert.deepEqual([got('all'), got('delivered'), got('users')], [['SENT', 'DELIVERED'], ['DELIVERED'], ['DELIVERED']]);
});

test('what waits for a paused endpoint is counted, and is sent when it is resumed', async () => {
  answer = 200;
  const { agentId } = await agentWithEvent();
  const { endpointId } = await addEndpoint(agentId, { url: `${sink.url}?resumed`, paused: true, types: ['SENT'] });
  const send = await service.call('POST', `/agents/${agentId}/states/hello/send/${newPhoneNumber()}`);
  const { messageId } = expectStatus(send, 200);
  const statistics = () => service.call('GET', `/agents/${agentId}/endpoint-statistics`);
  const { pausedSince, oldestAt } = await until(
    async () => (await statistics()).body.endpoints.find((one: Answer['body']) => one.endpointId && one.waiting > 0),
    'one that waits',
  );
  assert.ok(Date.parse(pausedSince) <= Date.parse(oldestAt));
  expectStatus(await service.call('PATCH', endpoints(agentId, `/${endpointId}`), { paused: false }), 200);
  await sink.wait(({ url, body }) => url.endsWith('?resumed') && body.messageId === messageId, 'the one that waited');
});

test('what fails at an endpoint is in its queue alone, is named in the summary, and is sent again there', async () => {
  answer = 200;
  const { agentId } = await agentWithEvent();
  // The endpoint that comes now would get this event too, were it still on its way.
  await eventOf(agentId, 'SENT', 'FORWARDED');
  const status = { of: 418 };
  await using other = await startWebhookSink(() => status.of);
  const { endpointId } = await addEndpoint(agentId, { url: other.url });
  const phoneNumber = newPhoneNumber();
  const send = await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`);
  const { messageId } = expectStatus(send, 200);
  const failed = await until(async () => {
    const events = await list(agentId, `?status=FAILED&endpointId=${endpointId}`);
    return events.length === 2 && events;
  }, 'both to fail');
  assert.deepEqual(await list(agentId, '?status=FAILED'), []);
  const { groups, endpoints: health } = expectStatus(
    await service.call('GET', `/agents/${agentId}/failures/summary?endpointId=${endpointId}`),
    200,
  );
  assert.deepEqual([groups.length, groups[0].endpointId, groups[0].count], [1, endpointId, 2]);
  assert.deepEqual(
    health.map((one: { endpointId: string | null }) => one.endpointId),
    [null, endpointId],
  );
  assert.equal(expectStatus(await service.call('GET', `/agents/${agentId}/failures/summary`), 200).total, 0);
  const ofAll = expectStatus(await service.call('GET', '/failures/summary'), 200);
  assert.ok(ofAll.groups.some((group: { endpointId: string }) => group.endpointId === endpointId));
  const atOwn = sink.received.filter(({ body }) => body.messageId === messageId).length;
  const discard = { endpointId, eventIds: [failed[0].eventId], why: 'One is enough' };
  expectStatus(await service.call('POST', path(agentId, '/discard'), discard), 200);
  status.of = 200;
  const { redeliveryId } = expectStatus(
    await service.call('POST', `/agents/${agentId}/redeliveries`, { endpointId }),
    202,
  );
  await until(async () => {
    const { state } = (await service.call('GET', `/agents/${agentId}/redeliveries/${redeliveryId}`)).body;
    return state === 'DONE';
  }, 'the redelivery to be done');
  await until(async () => (await list(agentId, `?status=FORWARDED&endpointId=${endpointId}`)).length === 1, 'it');
  assert.deepEqual(await list(agentId, `?status=FAILED&endpointId=${endpointId}`), []);
  assert.equal(sink.received.filter(({ body }) => body.messageId === messageId).length, atOwn);
  const test = expectStatus(await service.call('POST', path(agentId, '/test'), { endpointId }), 200);
  assert.equal(test.outcome, 'accepted');
  const statistics = expectStatus(await service.call('GET', `/agents/${agentId}/endpoint-statistics`), 200);
  const [ofOwn, ofOther] = statistics.endpoints;
  assert.deepEqual([ofOwn.endpointId, ofOwn.failed, ofOwn.waiting], [null, 0, 0]);
  assert.deepEqual([ofOther.endpointId, ofOther.failed, ofOther.waiting, ofOther.oldestAt], [endpointId, 0, 0, null]);
  assert.equal(other.received.at(-1)?.raw.toString(), test.requestBody);
  const nowhere = await service.call('POST', `/agents/${agentId}/redeliveries`, { endpointId: 'endpoint_of_nobody' });
  assert.deepEqual([nowhere.status, nowhere.body.code], [404, 'endpoint_not_found']);
});
