/** Events: listed by every filter, shown with their attempts, and sent again. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventId } from '../../src/model/event-id.ts';
import { jsonRows } from '../../src/store/rows.ts';
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
import { createClient } from './context.ts';
import * as api from './with-lanes.ts';

let service: Service;
let sink: WebhookSink;
/** What the client's endpoint answers. */
let answer = 200;
before(async () => {
  service = await startService();
  sink = await startWebhookSink(() => answer);
  // Before the first event, because keys are remembered for a while.
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

test('an event that the webhook took is FORWARDED, with the attempt and the payload as it was sent', async () => {
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

test('an event that the webhook refused is FAILED: it lies in the failure queue with its reason', async () => {
  answer = 410;
  const { agentId } = await agentWithEvent();
  const event = await eventOf(agentId, 'SENT', 'FAILED');
  assert.equal(event.attempts[0].status, 410);
  assert.ok(event.failure.reason);
  assert.ok(event.failure.failedAt);
  assert.deepEqual(await list(agentId, '?status=FAILED'), [event]);
});

test('an event that the webhook could not take yet is PENDING, and says when it is tried again', async () => {
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

test('a redelivered event comes with the same id and the same bytes, and leaves the failure queue', async () => {
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

test('a test event is signed, sent and answered with what the endpoint answered', async () => {
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

/** Events made by hand, so that there are as many and as old ones as a test needs. */
async function agentWithHistory(own: api.LanesApi, count: number): Promise<string> {
  const agentId = await api.createAgent(own, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  const id = (n: number) => eventId(own.context.installation, { lane: 1, seq: n, ordinal: 0 });
  const rows = Array.from({ length: count }, (_, n) => ({
    seq: n,
    event_id: id(n),
    number: `+1555010${1000 + (n % 7)}`,
  }));
  await own.context.sql`
    insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, body, created_at)
    select 1, seq, 0, event_id, ${agentId}, number, case when seq % 3 = 0 then 'UserMessage' else 'UserEvent' end,
           case when seq % 3 = 0 then 'text' else 'DELIVERED' end, '{}',
           timestamptz '2026-01-01T00:00:00Z' + seq * interval '1 second'
    from json_to_recordset(${jsonRows(own.context.sql, rows)}) as row (seq bigint, event_id uuid, number text)`;
  return agentId;
}

/** Every page of a list, and how many there were. */
async function pages(own: api.LanesApi, agentId: string, query: string): Promise<{ seqs: number[]; pages: number }> {
  const seqs: number[] = [];
  let cursor = '';
  for (let count = 1; ; count++) {
    const { status, body } = await own.call('GET', path(agentId, `?${query}${cursor}`));
    assert.equal(status, 200, JSON.stringify(body));
    for (const event of body.events) seqs.push(Number.parseInt(event.eventId.slice(0, 13).replace('-', ''), 16));
    if (body.nextCursor === undefined) return { seqs, pages: count };
    cursor = `&cursor=${body.nextCursor}`;
  }
}

const countDown = (from: number, fits: (n: number) => boolean = () => true) =>
  Array.from({ length: from }, (_, n) => from - 1 - n).filter(fits);

test('events are listed newest first, page by page, by class, type, number and time', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 250);
  assert.deepEqual((await pages(own, agentId, 'limit=100')).seqs, countDown(250));
  assert.deepEqual((await pages(own, agentId, 'limit=100')).pages, 3);
  const filters: Record<string, (n: number) => boolean> = {
    'class=UserMessage': (n) => n % 3 === 0,
    'type=DELIVERED': (n) => n % 3 !== 0,
    'phoneNumber=%2B15550101003': (n) => n % 7 === 3,
    'status=RECORDED': () => true,
    'status=FAILED': () => false,
    'status=PENDING': () => false,
    'since=2026-01-01T00:01:00Z': (n) => n >= 60,
    'until=2026-01-01T00:01:00Z': (n) => n < 60,
    'since=2026-01-01T00:01:00Z&until=2026-01-01T00:02:00Z&class=UserMessage': (n) => n >= 60 && n < 120 && n % 3 === 0,
  };
  for (const [query, fits] of Object.entries(filters)) {
    assert.deepEqual((await pages(own, agentId, query)).seqs, countDown(250, fits), query);
  }
});

test('a filter that fits few of many events reads a bounded number for each page, and misses none', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 4500);
  await own.context.sql`update event set type = 'RARE' where seq in (0, 2400, 4499)`;
  const found = await pages(own, agentId, 'type=RARE');
  assert.deepEqual(found.seqs, [4499, 2400, 0]);
  assert.ok(found.pages > 1);
});

test('the failure queue is listed by when events came there', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 150);
  await own.context.sql`
    insert into failure (lane, seq, ordinal, agent_id, phone_number, reason, attempts, failed_at)
    select lane, seq, ordinal, agent_id, phone_number, 'HTTP 400', 1, timestamptz '2026-02-01' - seq * interval '1 second'
    from event where seq % 2 = 0`;
  const evenUp = countDown(150, (n) => n % 2 === 0).reverse();
  assert.deepEqual((await pages(own, agentId, 'status=FAILED&limit=40')).seqs, evenUp);
  const narrow = 'status=FAILED&class=UserMessage&since=2026-01-01T00:01:00Z';
  assert.deepEqual(
    (await pages(own, agentId, narrow)).seqs,
    evenUp.filter((n) => n >= 60 && n % 3 === 0),
  );
});

test('more than 10,000 events are redelivered in several calls, each event once', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await agentWithHistory(own, 10_500);
  await own.context.sql`
    insert into failure (lane, seq, ordinal, agent_id, phone_number, reason, attempts)
    select lane, seq, ordinal, agent_id, phone_number, 'HTTP 400', 1 from event`;
  const { body: first } = await own.call('POST', path(agentId, '/redeliver'), { body: {} });
  assert.equal(first.accepted, 10_000);
  assert.equal(first.more, true);
  const { body: second } = await own.call('POST', path(agentId, '/redeliver'), { body: { cursor: first.nextCursor } });
  assert.deepEqual(second, { accepted: 500, more: false });
  const seqs = (await own.inbox(agentId)).map(({ body }) => (body.kind === 'redeliver' ? body.seq : -1));
  assert.equal(new Set(seqs).size, 10_500);
  assert.equal(seqs.length, 10_500);
});

test('what a filter may not hold is a 400 that names it', async () => {
  await using own = await api.startApiWithLanes();
  const agentId = await api.createAgent(own, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  const wrong: Record<string, string> = {
    'status=LOST': 'status',
    'class=Event': 'class',
    'since=yesterday': 'since',
    'until=2016-12-31T23:59:60Z': 'until',
    'phoneNumber=1555': 'phoneNumber',
    'limit=101': 'limit',
    'cursor=x': 'cursor',
    'statu=FAILED': 'statu',
  };
  for (const [query, name] of Object.entries(wrong)) {
    const { status, body } = await own.call('GET', path(agentId, `?${query}`));
    assert.equal(status, 400, query);
    assert.equal(body.errors[0].path, name);
  }
  const { status, body } = await own.call('POST', path(agentId, '/redeliver'), { body: { stauts: 'FAILED' } });
  assert.equal(status, 400);
  assert.equal(body.errors[0].path, '/stauts');
});

test("another account's events are a 404", async () => {
  await using own = await api.startApiWithLanes();
  const { body: account } = await own.call('POST', '/accounts', { body: { name: 'other' } });
  const theirs = await api.createAgent(own, { accountId: account.accountId });
  const { token } = await createClient(own);
  const calls = [
    ['GET', ''],
    ['GET', '/x'],
    ['POST', '/x/redeliver'],
    ['POST', '/redeliver'],
    ['POST', '/test'],
  ] as const;
  for (const [method, rest] of calls) {
    const options = { as: token, ...(rest === '/redeliver' && { body: {} }) };
    assert.equal((await own.call(method, path(theirs, rest), options)).body.code, 'agent_not_found', rest);
  }
});
