/** A full disk is not the senders' fault: accepted items wait for room, however long that takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTrigger } from '../cluster.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, startService, startWebhookSink } from '../harness.ts';
import { until } from '../until.ts';

/** A turn that fails for another reason is given up after five times. */
const MORE_THAN_FIVE = 8;

test('a message that finds the disk full waits for room and does not become a dead letter', async () => {
  await using sink = await startWebhookSink();
  await using service = await startService();
  const { sql, metrics } = service.app.context;
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  // PostgreSQL's error, without filling a disk.
  await sql`
    create function fill() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`;
  const makeRoom = await addTrigger(sql, 'turn', 'fill');

  const path = `/agents/${agentId}/states/hello/send/${newPhoneNumber()}`;
  expectStatus(await service.call('POST', path, { params: {} }), 200);
  const losses = async () => (await metrics.laneLosses.get()).values[0]?.value ?? 0;
  await until(async () => (await losses()) >= MORE_THAN_FIVE, 'the turn to be tried again and again');
  await makeRoom();

  await sink.wait(({ body }) => body.eventType === 'SENT', 'the message to be sent');
  const { deadLetters } = expectStatus(await service.call('GET', '/dead-letters'), 200) as { deadLetters: unknown[] };
  assert.deepEqual(deadLetters, []);
});
