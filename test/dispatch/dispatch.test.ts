/** Messages on their way to the platform: patience, throttling, refusals of the database. With the whole service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTrigger, notOnCluster } from '../cluster.ts';
import { createTestDatabase } from '../database.ts';
import {
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

const HELLO = { hello: { template: { contentMessage: { text: 'Hello {{ params.n }}' } } } };
/** So long that a message with them is not kept in memory. */
const LONG_CHIPS = Array.from({ length: 4 }, (_, n) => ({
  reply: { text: `Chip ${n}`, postbackData: 'p'.repeat(2_000) },
}));

const send = async (service: Service, agentId: string, phoneNumber: string, body: object = {}) =>
  expectStatus(await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`, body), 200).messageId;

const told = (sink: WebhookSink, messageId: string, types: string[]) =>
  sink.wait(
    ({ body }) => body.messageId === messageId && types.includes(body.eventType),
    `${types.join(' or ')} of ${messageId}`,
  );

async function prepared() {
  await using starting = new AsyncDisposableStack();
  const sink = starting.use(await startWebhookSink());
  const service = starting.use(await startService());
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, HELLO);
  const running = starting.move();
  return { sink, service, agentId, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test('a message that waited for eleven minutes is sent, unless its own time to live was over: then no call is made, and the event says so', async () => {
  await using database = await createTestDatabase();
  await using sink = await startWebhookSink();
  const { agentId, ids, phones } = await (async () => {
    await using service = await startService({ databaseUrl: database.url });
    const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
    await createStates(service, agentId, HELLO);
    const phones = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()];
    // No lane has an owner: accepted items wait.
    await database.sql`
      insert into process (process_id, host, pid, seen_at) values ('elsewhere', 'elsewhere', 1, now() + interval '1 hour')`;
    for (const table of ['lane_owner', 'lane_fence']) {
      await database.sql`update ${database.sql(table)} set owner = 'elsewhere', epoch = epoch + 1`;
    }
    const bodies = [{}, { ttl: '86400s' }, { ttl: '600s' }];
    const ids: string[] = [];
    for (const [n, body] of bodies.entries()) ids.push(await send(service, agentId, phones[n]!, body));
    return { agentId, ids, phones };
  })();
  await database.sql`update inbox set received_at = ${new Date(Date.now() - 11 * 60_000)}`;
  await database.sql`update lane_owner set owner = null`;
  await database.sql`delete from process`;

  await using service = await startService({ databaseUrl: database.url });
  const types = await Promise.all(
    ids.map(async (id) => (await told(sink, id, ['SENT', 'FAILED', 'TTL_EXPIRATION_REVOKED'])).body.eventType),
  );
  assert.deepEqual(types, ['SENT', 'SENT', 'TTL_EXPIRATION_REVOKED']);
  const { transcript } = expectStatus(await service.call('GET', `/emulator/handsets/${phones[2]}`), 200);
  assert.deepEqual(transcript, []);
  const { status } = expectStatus(await service.call('GET', `/agents/${agentId}/messages/${ids[2]}`), 200);
  assert.equal(status, 'REVOKED');
});

test('a throttled agent makes nobody else wait', async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  const other = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, other, HELLO);
  const phones = Array.from({ length: 200 }, newPhoneNumber);
  for (const phone of phones) {
    const fault = { faults: [{ status: 429, times: 1_000 }] };
    expectStatus(await service.call('PUT', `/emulator/handsets/${phone}`, fault), 200);
  }
  const held = await Promise.all(phones.map((phone) => send(service, agentId, phone)));
  await until(async () => {
    const metrics = await service.call('GET', '/metrics');
    return /^parley_throttled_agents 1$/m.test(metrics.body);
  }, 'the agent to be held back');
  await Promise.all(
    Array.from({ length: 20 }, async () => told(sink, await send(service, other, newPhoneNumber()), ['SENT'])),
  );
  assert.ok(!sink.received.some(({ body }) => held.includes(body.messageId)), 'none of the others was sent');
  for (const phone of phones) {
    expectStatus(await service.call('PUT', `/emulator/handsets/${phone}`, { faults: [] }), 200);
  }
  await Promise.all(held.map((id) => told(sink, id, ['SENT'])));
});

test('a message that the database refuses becomes a dead letter with the reason, its conversation goes on, and it can be retried', async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  const { sql } = service.app.context;
  const phoneNumber = newPhoneNumber();
  await sql`
    create function poison() returns trigger language plpgsql as $$ begin raise exception 'this row is poison'; end $$`;
  const cure = await addTrigger(sql, 'event', 'poison', `new.phone_number = '${phoneNumber}' and new.type = 'SENT'`);
  const messageId = await send(service, agentId, phoneNumber);
  const failed = await until(async () => {
    const { deadLetters } = expectStatus(await service.call('GET', '/dead-letters'), 200);
    return deadLetters[0];
  }, 'the dead letter');
  assert.equal(failed.item.kind, 'dispatch');
  assert.equal(failed.item.message.messageId, messageId);
  assert.match(failed.reason, /the dispatch failed 5 times: .*poison/);
  assert.equal((await service.call('GET', '/readyz')).status, 200);

  await cure();
  await told(sink, await send(service, agentId, phoneNumber), ['SENT']);
  expectStatus(await service.call('POST', `/dead-letters/${failed.lane}/${failed.seq}/retry`, {}), 202);
  await told(sink, messageId, ['SENT']);
  const { transcript } = expectStatus(await service.call('GET', `/emulator/handsets/${phoneNumber}`), 200);
  assert.equal(transcript.filter((entry: { messageId: string }) => entry.messageId === messageId).length, 1);
});

test('a message that still waits for the platform when the user opts out is never sent', async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  const phoneNumber = newPhoneNumber();
  const handset = `/emulator/handsets/${phoneNumber}`;
  expectStatus(await service.call('PUT', handset, { faults: [{ status: 503, times: 1_000 }] }), 200);
  const messageId = await send(service, agentId, phoneNumber, { ttl: '3600s' });
  await until(async () => {
    const { faults } = expectStatus(await service.call('GET', handset), 200);
    return faults[0].times < 1_000;
  }, 'the first attempt');
  expectStatus(await service.call('POST', `${handset}/messages`, { agentId, text: 'Stop!' }), 200);
  await until(async () => {
    const rows = await service.app.context.sql`select from inbox where phone_number = ${phoneNumber}`;
    return rows.length === 1;
  }, 'the word to have arrived');
  expectStatus(await service.call('PUT', handset, { faults: [] }), 200);

  const { body } = await told(sink, messageId, ['SENT', 'FAILED']);
  assert.deepEqual([body.eventType, body.errorCode], ['FAILED', undefined]);
  const { transcript } = expectStatus(await service.call('GET', handset), 200);
  assert.ok(!transcript.some((entry: { messageId: string }) => entry.messageId === messageId));
});

test('a long message that waits for its next attempt is only in the database, and is read on its turn', async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  await createStates(service, agentId, {
    long: { template: { contentMessage: { text: `{{ params.n }} ${'long '.repeat(600)}`, suggestions: LONG_CHIPS } } },
  });
  const { sql } = service.app.context;
  const phoneNumber = newPhoneNumber();
  const handset = `/emulator/handsets/${phoneNumber}`;
  expectStatus(await service.call('PUT', handset, { faults: [{ status: 503, times: 1_000 }] }), 200);
  const path = `/agents/${agentId}/states/long/send/${phoneNumber}`;
  const { messageId } = expectStatus(await service.call('POST', path, { params: { n: 1 } }), 200);
  await until(async () => {
    const { faults } = expectStatus(await service.call('GET', handset), 200);
    return faults[0].times < 1_000;
  }, 'the first attempt');
  await sql`
    update outbox set body = jsonb_set(body::jsonb, '{content,text}', '"as it was in the database"')::json
    where phone_number = ${phoneNumber}`;
  expectStatus(await service.call('PUT', handset, { faults: [] }), 200);
  await told(sink, messageId, ['SENT']);
  const { transcript } = expectStatus(await service.call('GET', handset), 200);
  assert.match(JSON.stringify(transcript), /as it was in the database/);
});

/** Nearly the maximum length of a message. */
const largest = () => {
  const openUrlAction = { url: `https://example.com/${'u'.repeat(1_900)}`, description: 'd'.repeat(15_000) };
  const chip = { action: { text: 'Look', postbackData: 'p'.repeat(2_000), openUrlAction } };
  const suggestions = Array.from({ length: 11 }, () => chip);
  return { largest: { template: { contentMessage: { text: '{{ params.n }}', suggestions } } } };
};

test('more long messages than may be on their way at once all arrive, once each', async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  await createStates(service, agentId, largest());
  const phones = Array.from({ length: 80 }, newPhoneNumber);
  const ids = await Promise.all(
    phones.map(async (phone) => {
      const path = `/agents/${agentId}/states/largest/send/${phone}`;
      return expectStatus(await service.call('POST', path, { params: { n: 1 } }), 200).messageId;
    }),
  );
  await Promise.all(ids.map((id) => told(sink, id, ['SENT'])));
  for (const phone of phones) {
    const { transcript } = expectStatus(await service.call('GET', `/emulator/handsets/${phone}`), 200);
    assert.equal(transcript.length, 1);
  }
});

test('while the database accepts nothing an agent makes a limited number of long messages, and another one continues', {
  skip: notOnCluster('a lock of the whole table holds up none of its shards'),
}, async () => {
  await using stage = await prepared();
  const { service, sink, agentId } = stage;
  const { context } = service.app;
  await createStates(service, agentId, largest());
  const other = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, other, HELLO);
  // Long sessions, which are read again on their turn.
  const phones = Array.from({ length: 80 }, newPhoneNumber);
  const params = { n: 'kept', long: 'x'.repeat(8_000) };
  const first = await Promise.all(phones.map((phone) => send(service, agentId, phone, { params })));
  await Promise.all(first.map((id) => told(sink, id, ['SENT'])));
  const { renderFor } = context.sandbox;
  const rendered: unknown[] = [];
  context.sandbox.renderFor = (accountId) => (template, scope, options) => {
    rendered.push(template);
    return renderFor(accountId)(template, scope, options);
  };
  const long = () => rendered.filter((template) => template === '{{ params.n }}').length;

  const ids = await context.sql.begin(async (sql) => {
    await sql`lock table outbox in share row exclusive mode`;
    const sent = await Promise.all(
      phones.map(async (phone) => {
        const path = `/agents/${agentId}/states/largest/send/${phone}`;
        return expectStatus(await service.call('POST', path, {}), 200).messageId;
      }),
    );
    await until(() => long() >= 20, 'the first turns');
    sent.push(await send(service, other, newPhoneNumber(), { params: { n: 2 } }));
    await until(() => rendered.includes('Hello {{ params.n }}'), 'the turn of the other agent');
    assert.ok(long() < 60, `${long()} messages were made`);
    return sent;
  });
  await Promise.all(ids.map((id) => told(sink, id, ['SENT'])));
  const { transcript } = expectStatus(await service.call('GET', `/emulator/handsets/${phones.at(-1)}`), 200);
  assert.equal(transcript.at(-1).contentMessage.text, 'kept');
});
