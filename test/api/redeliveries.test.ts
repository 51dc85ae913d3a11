/** Sending failed events again in the background: the probe, its outcome, and what follows, step by step. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startRedeliverer } from '../../src/forwarding/redelivery.ts';
import { until } from '../until.ts';
import { fillFailures } from './failed-events.ts';
import * as api from './with-lanes.ts';

let own: api.LanesApi;
before(async () => {
  own = await api.startApiWithLanes();
});
after(() => own[Symbol.asyncDispose]());

const start = () => startRedeliverer(own.context);

async function agentWithFailures(count: number): Promise<string> {
  const agentId = await api.createAgent(own, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  await fillFailures(own.context, agentId, [
    { group: '404', status: 404, count },
    { group: '401', status: 401, count: 1 },
  ]);
  return agentId;
}

const path = (agentId: string, rest = '') => `/agents/${agentId}/redeliveries${rest}`;

async function request(agentId: string, body: object = { reason: '404' }) {
  const answer = await own.call('POST', path(agentId), { body });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body;
}

const look = async (agentId: string, redeliveryId: string) =>
  (await own.call('GET', path(agentId, `/${redeliveryId}`))).body;

function inState(agentId: string, redeliveryId: string, state: string) {
  return until(async () => {
    const found = await look(agentId, redeliveryId);
    return found.state === state ? found : null;
  }, `the redelivery to be ${state}`);
}

/** The numbers of the events that were handed to forwarding. */
const sent = async (agentId: string) =>
  (await own.inbox(agentId)).map(({ body }) => (body.kind === 'redeliver' ? body.seq : -1));

/** As forwarding does when the webhook has answered. */
async function answerProbe(agentId: string, status: number): Promise<void> {
  const [seq] = await sent(agentId);
  await own.context.sql`
    insert into attempt (lane, seq, ordinal, started_at, status, duration_ms, response)
    values (1, ${seq!}, 0, now(), ${status}, 5, 'who are you')`;
}

test('one event is sent first, and the others of the group once it was taken', async () => {
  const agentId = await agentWithFailures(5);
  await using _ = start();
  const { redeliveryId, matched, state } = await request(agentId);
  assert.equal(matched, 5);
  assert.equal(state, 'WAITING');
  const { probeEventId } = await inState(agentId, redeliveryId, 'PROBING');
  assert.ok(probeEventId);
  assert.equal((await sent(agentId)).length, 1);
  await answerProbe(agentId, 204);
  const { accepted, finishedAt, reason } = await inState(agentId, redeliveryId, 'DONE');
  assert.ok(finishedAt);
  assert.equal(reason, null);
  // Its lane has no owner here, so the probe is still in the queue, and its repeat is dropped.
  assert.equal(accepted, 6);
  assert.equal(new Set(await sent(agentId)).size, 5);
  assert.equal((await sent(agentId)).length, 5);
});

test('when the probe is refused, the others stay, with the reason', async () => {
  const agentId = await agentWithFailures(5);
  await using _ = start();
  const { redeliveryId } = await request(agentId);
  await inState(agentId, redeliveryId, 'PROBING');
  await answerProbe(agentId, 404);
  const { reason, accepted } = await inState(agentId, redeliveryId, 'STOPPED');
  assert.match(reason, /answered 404, who are you/);
  assert.equal(accepted, 1);
  assert.equal((await sent(agentId)).length, 1);
});

test('attempts that the probe had before do not count', async () => {
  const agentId = await agentWithFailures(1);
  await own.context.sql`
    insert into attempt (lane, seq, ordinal, started_at, status, duration_ms)
    select 1, seq, 0, now() - interval '1 hour', 200, 5 from failure where agent_id = ${agentId}`;
  await using _ = start();
  const { redeliveryId } = await request(agentId);
  await inState(agentId, redeliveryId, 'PROBING');
  await answerProbe(agentId, 500);
  await inState(agentId, redeliveryId, 'STOPPED');
});

test('another process goes on where one has died, and sends nothing twice', async () => {
  const agentId = await agentWithFailures(3);
  const { redeliveryId } = await request(agentId);
  {
    await using _ = start();
    await inState(agentId, redeliveryId, 'PROBING');
  }
  // It died between sending the probe and recording that.
  await own.context.sql`update redelivery set state = 'WAITING', due_at = now() where redelivery_id = ${redeliveryId}`;
  await using _ = start();
  await inState(agentId, redeliveryId, 'PROBING');
  assert.equal((await sent(agentId)).length, 1);
  await answerProbe(agentId, 200);
  await inState(agentId, redeliveryId, 'DONE');
  assert.equal((await sent(agentId)).length, 3);
});

test('two processes share thousands of events, and each is sent once', async () => {
  const agentId = await agentWithFailures(2500);
  await using _one = start();
  await using _two = start();
  const { redeliveryId } = await request(agentId, { reason: '404', probe: false });
  const { accepted } = await inState(agentId, redeliveryId, 'DONE');
  assert.equal(accepted, 2500);
  assert.equal(new Set(await sent(agentId)).size, 2500);
  assert.equal((await sent(agentId)).length, 2500);
});

test('one at a time, which can be stopped', async () => {
  const agentId = await agentWithFailures(3);
  const { redeliveryId } = await request(agentId, {});
  const second = await own.call('POST', path(agentId), { body: {} });
  assert.equal(second.body.code, 'redelivery_running');
  const { body: stopped } = await own.call('POST', path(agentId, `/${redeliveryId}/stop`));
  assert.equal(stopped.state, 'STOPPED');
  assert.match(stopped.reason, /Stopped by operator/);
  await using _ = start();
  const { redeliveryId: next } = await request(agentId, { probe: false });
  await inState(agentId, next, 'DONE');
  assert.equal((await sent(agentId)).length, 4);
  const { body } = await own.call('GET', path(agentId));
  assert.deepEqual(
    body.redeliveries.map(({ state }: { state: string }) => state),
    ['DONE', 'STOPPED'],
  );
});

test('one that does not exist is a 404, and one without a webhook a 409', async () => {
  const agentId = await api.createAgent(own);
  for (const [method, rest] of [
    ['GET', '/x'],
    ['POST', '/x/stop'],
  ] as const) {
    assert.equal((await own.call(method, path(agentId, rest))).body.code, 'redelivery_not_found');
  }
  assert.equal((await own.call('POST', path(agentId), { body: {} })).body.code, 'webhook_not_configured');
});
