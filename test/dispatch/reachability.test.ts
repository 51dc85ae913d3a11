/** The cache of reachability: queried once, kept with the phone's features, and dropped when it was wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReachability } from '../../src/dispatch/reachability.ts';
import { RemoteFailure } from '../../src/errors.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, startService, startWebhookSink } from '../harness.ts';

const recipient = (n: number) => ({ platformAgentId: 'demo_agent', phoneNumber: `+1555010000${n}` });

test("a number is queried once, and its phone's features are cached with the answer", async () => {
  const asked: string[] = [];
  const reachability = createReachability({
    async checkCapability({ phoneNumber }) {
      asked.push(phoneNumber);
      return { reachable: true, features: ['RICHCARD_STANDALONE', 'ACTION_DIAL'] };
    },
  });
  const first = await reachability.ask(recipient(1));
  assert.deepEqual(first, { reachable: true, features: ['RICHCARD_STANDALONE', 'ACTION_DIAL'] });
  assert.deepEqual(await reachability.ask(recipient(1)), first);
  const second = await reachability.ask(recipient(2));
  assert.deepEqual(asked, [recipient(1).phoneNumber, recipient(2).phoneNumber]);
  assert.equal(second.features, first.features, 'phones that can show the same share one list');
});

test('a platform that cannot answer is queried again, and the message goes out meanwhile', async () => {
  let asked = 0;
  const reachability = createReachability({
    checkCapability() {
      asked += 1;
      throw new RemoteFailure('transient', 'trouble', { retry: true });
    },
  });
  for (let n = 0; n < 2; n++) assert.equal((await reachability.ask(recipient(1))).reachable, true);
  assert.equal(asked, 2);
});

test('a 404 on a send drops the cached reachability, so that the next message queries again', async () => {
  await using service = await startService();
  await using sink = await startWebhookSink();
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, { note: { template: { contentMessage: { text: 'Hello' } } } });
  const phoneNumber = newPhoneNumber();

  async function outcome() {
    const path = `/agents/${agentId}/states/note/send/${phoneNumber}`;
    const { messageId } = expectStatus(await service.call('POST', path, {}), 200);
    const isOutcome = (type: string) => type === 'SENT' || type === 'FAILED';
    return (await sink.wait(({ body }) => body.messageId === messageId && isOutcome(body.eventType), 'the outcome'))
      .body;
  }

  assert.equal((await outcome()).eventType, 'SENT');
  expectStatus(await service.call('PUT', `/emulator/handsets/${phoneNumber}`, { rcs: false }), 200);
  assert.equal((await outcome()).errorCode, '404', 'the platform was asked because the number was taken as reachable');
  const asked = await outcome();
  assert.equal(asked.eventType, 'FAILED');
  assert.equal(asked.errorCode, undefined, 'the capability check found it before the send');
});
