import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { AGENT, startClient, startWebhook, until } from './harness.ts';

test('a message is sent, delivered and answered, and the webhook gets signed notices', async () => {
  await using client = await startClient();
  await using webhook = await startWebhook();
  const registration = { webhookUri: webhook.uri, verificationToken: webhook.token };
  const registered = await client.drive('PUT', '/webhook', registration);
  assert.deepEqual([registered.status, registered.body], [200, { webhookUri: webhook.uri }]);

  const messageId = randomUUID();
  const sent = await client.send('%2B4915550100001', messageId, { contentMessage: { text: 'Guten Tag' } });
  assert.equal(sent.status, 200);
  assert.equal(sent.body.name, `phones/+4915550100001/agentMessages/${messageId}`);
  assert.match(sent.body.sendTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

  const delivered = await until(() => webhook.payloads('DELIVERED')[0]);
  assert.equal(delivered.messageId, messageId);
  assert.equal(delivered.senderPhoneNumber, '+4915550100001');
  assert.equal(delivered.agentId, `${AGENT}@rbm.goog`);

  const answered = await client.drive('POST', '/handsets/+4915550100001/messages', { agentId: AGENT, text: 'Hallo' });
  assert.equal(answered.status, 200);
  const message = await until(() => webhook.payloads().find((payload) => payload.text === 'Hallo'));
  assert.equal(message.messageId, answered.body.messageId);

  const { transcript } = await client.handset('+4915550100001');
  assert.deepEqual(
    transcript.map((entry: { direction: string; state: string }) => [entry.direction, entry.state]),
    [
      ['OUTBOUND', 'DELIVERED'],
      ['INBOUND', 'SENT'],
    ],
  );
});
