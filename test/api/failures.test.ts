/** The failure queue as a whole: its summary, its filters, and taking events out of it, on synthetic events. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from './context.ts';
import { fillFailures } from './failed-events.ts';
import * as api from './with-lanes.ts';

let own: api.LanesApi;
before(async () => {
  own = await api.startApiWithLanes();
});
after(() => own[Symbol.asyncDispose]());

const webhook = { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } };

async function get(path: string) {
  const { status, body } = await own.call('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const summaryOf = (agentId: string, query = '') => get(`/agents/${agentId}/failures/summary${query}`);
const queueOf = (agentId: string, query = '') => get(`/agents/${agentId}/events?status=FAILED${query}`);

/** Six that were refused, three of them messages of users, and four that found nobody. */
async function agentWithFailures(): Promise<string> {
  const agentId = await api.createAgent(own, webhook);
  await fillFailures(own.context, agentId, [
    { group: '401 bad signature', status: 401, count: 6 },
    { group: 'connection refused', status: null, count: 4 },
  ]);
  return agentId;
}

test('the summary counts by reason, with span, example and advice', async () => {
  const agentId = await agentWithFailures();
  const { total, groups, endpoints } = await summaryOf(agentId);
  assert.equal(total, 10);
  assert.deepEqual(
    groups.map(({ reason, status, count }: { reason: string; status: number; count: number }) => [
      reason,
      status,
      count,
    ]),
    [
      ['401 bad signature', 401, 6],
      ['connection refused', null, 4],
    ],
  );
  const [refused] = groups;
  assert.match(refused.check, /signing token/);
  const { events } = await queueOf(agentId, '&reason=401%20bad%20signature');
  assert.equal(events.length, 6);
  assert.equal(refused.exampleEventId, events[0].eventId);
  assert.equal(refused.until, events[0].failure.failedAt);
  assert.equal(refused.since, events.at(-1).failure.failedAt);
  assert.equal(events[0].failure.group, '401 bad signature');
  assert.equal(endpoints.length, 1);
  assert.equal(endpoints[0].url, webhook.config.eventForwardUrl);
  assert.equal(endpoints[0].breaker, 'closed');
});

test('summary and list agree on every filter', async () => {
  const agentId = await agentWithFailures();
  const { events } = await queueOf(agentId);
  const middle = encodeURIComponent(events[4].failure.failedAt);
  for (const filter of ['class=UserMessage', 'type=DELIVERED', `since=${middle}`, `until=${middle}`, 'reason=401']) {
    const { total } = await summaryOf(agentId, `?${filter}`);
    assert.equal((await queueOf(agentId, `&${filter}`)).events.length, total, filter);
  }
  assert.equal((await summaryOf(agentId, `?since=${middle}`)).total, 5);
});

test('the operator sees the queues of all agents, a client only those of its own', async () => {
  const agentId = await agentWithFailures();
  const all = await get('/failures/summary');
  assert.ok(all.groups.some((group: { agentId: string }) => group.agentId === agentId));
  assert.ok(all.endpoints.some((endpoint: { agentId: string }) => endpoint.agentId === agentId));
  const { token } = await createClient(own);
  assert.equal((await own.call('GET', '/failures/summary', { as: token })).status, 403);
  assert.equal((await own.call('GET', `/agents/${agentId}/failures/summary`, { as: token })).status, 200);
});

test('a reason selects events of the failure queue, and no others', async () => {
  const agentId = await agentWithFailures();
  assert.equal((await get(`/agents/${agentId}/events?reason=connection%20refused`)).events.length, 4);
  const { status, body } = await own.call('GET', `/agents/${agentId}/events?reason=401&status=PENDING`);
  assert.equal(status, 400);
  assert.equal(body.errors[0].path, 'reason');
});

test('discarded events leave the queue, with a record of what, how many, who and why', async () => {
  const agentId = await agentWithFailures();
  const { token, clientId } = await createClient(own);
  const body = { reason: 'connection refused', why: 'Test traffic' };
  const { body: done } = await own.call('POST', `/agents/${agentId}/events/discard`, { body, as: token });
  assert.equal(done.discarded, 4);
  assert.equal(done.more, false);
  assert.equal((await summaryOf(agentId)).total, 6);
  assert.equal((await queueOf(agentId)).events.length, 6);
  const { events } = await get(`/agents/${agentId}/events?status=DISCARDED`);
  assert.equal(events.length, 4);
  assert.equal(events[0].discarded.why, 'Test traffic');
  assert.equal(events[0].discarded.by, clientId);
  const [record] = await own.context.sql`select * from discard where discard_id = ${done.discardId}`;
  assert.equal(record?.['events'], 4);
  assert.deepEqual(record?.['filter'], { reason: 'connection refused' });
});

test('events are discarded and sent again by their ids as well', async () => {
  const agentId = await agentWithFailures();
  const ids = (await queueOf(agentId)).events.slice(0, 2).map(({ eventId }: { eventId: string }) => eventId);
  const path = `/agents/${agentId}/events`;
  const eventIds = [...ids, 'of nobody'];
  const sent = await own.call('POST', `${path}/redeliver`, { body: { eventIds } });
  assert.deepEqual(sent.body, { accepted: 2, more: false });
  const { body } = await own.call('POST', `${path}/discard`, { body: { eventIds, why: 'Old' } });
  assert.equal(body.discarded, 2);
  assert.equal((await summaryOf(agentId)).total, 8);
});

test('nothing is discarded without a reason', async () => {
  const agentId = await agentWithFailures();
  for (const body of [{}, { why: ' ' }]) {
    const answer = await own.call('POST', `/agents/${agentId}/events/discard`, { body });
    assert.equal(answer.status, 400);
    assert.match(answer.body.errors[0].path, /why/);
  }
  assert.equal((await summaryOf(agentId)).total, 10);
});
