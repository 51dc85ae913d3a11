/** Events on the developer's machine: listen, and trigger, which makes them happen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { follow, type Parley, parley, run } from './run.ts';

let service: Service;
let cli: Parley;
let agentId: string;
before(async () => {
  service = await startService();
  cli = parley(service);
  expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  agentId = await createAgent(service);
  await createStates(service, agentId, {
    hello: { template: { contentMessage: { text: 'Hello {{ message.text }}' } } },
  });
  expectStatus(await service.call('PATCH', `/agents/${agentId}`, { config: { defaultState: 'hello' } }), 200);
});
after(() => service[Symbol.asyncDispose]());

test('listen posts each event here as a webhook would get it, and shows the reply and the response', async () => {
  await using sink = await startWebhookSink(({ body }) => (body.text === 'no' ? 422 : 204));
  const phoneNumber = newPhoneNumber();
  await using listening = follow(['listen', agentId, '--forward-to', sink.url], cli.environment);
  await listening.waitFor(/Ready: forwarding to .*development/);
  await cli.says('trigger', agentId, phoneNumber, 'message', '--text', 'yes');
  await listening.waitFor(/UserMessage .*"yes" → hello {2}204 \(\d+ ms\)/);
  await cli.says('trigger', agentId, phoneNumber, 'message', '--text', 'no');
  await listening.waitFor(/UserMessage .*"no" → hello {2}422/);
  const { headers, body } = await sink.wait((webhook) => webhook.body.text === 'yes', 'the message');
  assert.equal(body.senderPhoneNumber, phoneNumber);
  assert.match(String(headers['webhook-signature']), /^v1,/);
  assert.equal(headers['x-service-response'], 'hello');
  assert.equal(await listening.stop(), 0);
});

test('each trigger makes its event', async () => {
  const phoneNumber = newPhoneNumber();
  await using listening = follow(['listen', agentId], cli.environment);
  await listening.waitFor(/Ready: showing/);
  const { messageId } = await cli.json('trigger', agentId, phoneNumber, 'delivered');
  await listening.waitFor(new RegExp(`DELIVERED .*${messageId}`));
  await cli.says('trigger', agentId, phoneNumber, 'read');
  await listening.waitFor(new RegExp(`READ .*${messageId}`));
  for (const [what, seen] of [
    ['failed', /FAILED .* 400/],
    ['location', /UserMessage .* 52\.5162\d+, 13\.3777/],
    ['file', /UserMessage .* https:\/\/example\.com\/cat\.jpg/],
  ] as const) {
    await cli.says('trigger', agentId, phoneNumber, what, '--state', 'hello');
    await listening.waitFor(seen);
  }
});

test('a service that is not there, an agent that is not there, and a wrong address are refused', async () => {
  const { code, stderr } = await run(['listen', 'agent_x', '--forward-to', 'nowhere'], cli.environment);
  assert.deepEqual([code, /--forward-to must be a URL/.test(stderr)], [2, true]);
  assert.match((await cli.fails('listen', 'agent_none')).stderr, /No such agent/);
  const unheard = await run(['listen', agentId], { ...cli.environment, PUBLIC_URL: 'http://127.0.0.1:9' });
  assert.deepEqual([unheard.code, /does not respond/.test(unheard.stderr)], [1, true]);
});

test('an unknown trigger is not understood: exit code 2, with the known ones', async () => {
  const { code, stderr } = await run(['trigger', agentId, newPhoneNumber(), 'flood'], cli.environment);
  assert.equal(code, 2);
  assert.match(stderr, /delivered, read, failed, message, location, file/);
});

test('events test sends an example of each class', async () => {
  await using sink = await startWebhookSink();
  const agent = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  for (const eventClass of ['UserMessage', 'UserEvent', 'ServerEvent']) {
    await cli.says('events', 'test', agent, '--class', eventClass);
    assert.equal(sink.received.at(-1)!.headers['x-service-eventclass'], eventClass);
  }
  assert.match((await cli.fails('events', 'test', agent, '--class', 'Event')).stderr, /UserMessage/);
});
