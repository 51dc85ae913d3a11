/** Notices of the RCS platform, from signed bytes to the inbox. The translation itself is tested with the transport. */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { Problem } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import type { UserMessageItem } from '../../src/model/inbox-item.ts';
import { createGoogleWebhook } from '../../src/transports/google-webhook.ts';
import type { Transport } from '../../src/transports/transport.ts';
import type { Answer, Api } from './context.ts';
import { createAgent, startApiWithLanes } from './with-lanes.ts';

const TOKEN = 'a-webhook-token';
const NUMBER = '+15550100001';

const lines: string[] = [];
const log = createLog({
  level: 'debug',
  pretty: false,
  destination: new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
});
// Only the webhook half of a transport: the rest needs a platform.
const transport = { receive: createGoogleWebhook({ webhookToken: TOKEN, log }) } as Transport;
const api = await startApiWithLanes({ transport, log });
after(() => api[Symbol.asyncDispose]());

/** As Google sends it: base64 in an envelope, the signature over the bytes inside. */
function tell(payload: object | string, options: { token?: string; to?: Api } = {}): Promise<Answer> {
  const data = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const signature = createHmac('sha512', options.token ?? TOKEN)
    .update(data)
    .digest('base64');
  return (options.to ?? api).call('POST', '/platform/webhook', {
    as: null,
    body: { message: { data: data.toString('base64') } },
    headers: { 'x-goog-signature': signature },
  });
}

const text = (agentId: string, more: object = {}) => ({
  agentId: `${agentId}@rbm.goog`,
  senderPhoneNumber: NUMBER,
  messageId: randomUUID(),
  sendTime: '2026-01-02T03:04:05.678901Z',
  text: 'Hello',
  ...more,
});

test('a user message is in its lane before the platform gets its answer', async () => {
  const agentId = await createAgent(api);
  const message = text(agentId);
  const answer = await tell(message);
  assert.equal(answer.status, 200);
  const [row, ...others] = await api.inbox(agentId);
  assert.deepEqual(others, []);
  assert.equal(row?.phoneNumber, NUMBER);
  assert.deepEqual(row.body, {
    kind: 'user-message',
    sendTime: message.sendTime,
    messageId: message.messageId,
    content: { text: 'Hello' },
    classification: null,
  });
});

test('a user event and an expiry are in their lane before the platform gets its answer', async () => {
  const agentId = await createAgent(api);
  const about = { agentId, eventId: randomUUID(), messageId: randomUUID() };
  await tell({ ...about, senderPhoneNumber: NUMBER, eventType: 'READ' });
  await tell({ ...about, eventId: randomUUID(), phoneNumber: NUMBER, eventType: 'TTL_EXPIRATION_REVOKED' });
  assert.deepEqual(
    (await api.inbox(agentId)).map(({ body }) => body.kind),
    ['user-event', 'server-event'],
  );
});

test('a repeated notice is stored once, and answered 200 each time', async () => {
  const agentId = await createAgent(api);
  const message = text(agentId);
  const answers = await Promise.all([tell(message), tell(message), tell(message)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await api.inbox(agentId)).length, 1);
});

test("a notice finds its agent by the agent's id at the platform", async () => {
  const agentId = await createAgent(api, { config: { platformAgentId: 'acme_bot_x1y2' } });
  await tell(text('acme_bot_x1y2'));
  assert.equal((await api.inbox(agentId)).length, 1);
});

test('a notice for an unknown agent is answered 200 and logged without the number', async () => {
  lines.length = 0;
  const answer = await tell(text('nobody_knows_it'));
  assert.equal(answer.status, 200);
  for (let more = 0; more < 3; more++) await tell(text('nobody_knows_it'));
  const warnings = lines.filter((line) => line.includes('nobody_knows_it'));
  assert.equal(warnings.length, 1, 'once, however much is written to it within a minute');
  assert.ok(!lines.join('').includes(NUMBER.slice(1)));
});

test('a wrong signature is refused, and nothing is stored', async () => {
  const agentId = await createAgent(api);
  const answer = await tell(text(agentId), { token: 'another-token' });
  assert.equal(answer.status, 403);
  assert.deepEqual(await api.inbox(agentId), []);
});

test('the handshake is answered with the secret as plain text', async () => {
  const body = { clientToken: TOKEN, secret: 'the-secret' };
  const answer = await api.call('POST', '/platform/webhook', { as: null, body });
  assert.equal(answer.status, 200);
  assert.equal(answer.body, 'the-secret');
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
});

test('the bytes are taken as they come, whatever the content type; none is a 400', async () => {
  const agentId = await createAgent(api);
  const data = Buffer.from(JSON.stringify(text(agentId), null, 2));
  const signature = createHmac('sha512', TOKEN).update(data).digest('base64');
  const body = JSON.stringify({ message: { data: data.toString('base64') } }, null, 2);
  for (const type of ['text/plain', 'application/octet-stream', 'application/json; charset=UTF-8']) {
    const headers = { 'x-goog-signature': signature, 'content-type': type };
    assert.equal((await api.call('POST', '/platform/webhook', { as: null, body, headers })).status, 200, type);
  }
  assert.equal((await api.inbox(agentId)).length, 1);
  assert.equal((await api.call('POST', '/platform/webhook', { as: null })).status, 400);
});

test('characters that PostgreSQL cannot store are replaced', async () => {
  const agentId = await createAgent(api);
  const message = JSON.stringify(text(agentId, { text: 'a\u0000b' })).replace('\\u0000b"', '\\u0000b\\ud800c"');
  assert.equal((await tell(message)).status, 200);
  const [row] = await api.inbox(agentId);
  assert.equal((row!.body as UserMessageItem).content.text, 'a\uFFFDb\uFFFDc');
});

test('more than 1 MiB is a 413', async () => {
  const answer = await tell(text('any', { text: 'x'.repeat(1024 * 1024) }));
  assert.equal(answer.status, 413);
});

test('a notice that could not be written is answered 503, so that the platform repeats it', async () => {
  const { lanes } = api.context;
  const append = () => Promise.reject(new Problem('not_ready', 'The database cannot be reached.'));
  await using own = await startApiWithLanes({ transport, lanes: { ...lanes, append } as typeof lanes });
  const agentId = await createAgent(own);
  const answer = await tell(text(agentId), { to: own });
  assert.equal(answer.status, 503);
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
});

test('while the database is away the platform is answered 503', async () => {
  await using own = await startApiWithLanes({ transport });
  await own.context.sql[Symbol.asyncDispose]();
  assert.equal((await tell(text('any'), { to: own })).status, 503);
});
