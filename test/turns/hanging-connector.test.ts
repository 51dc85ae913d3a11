/** A system that a flow calls and that never answers holds up its callers, for a while, and nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURES_TO_OPEN, FIRST_SLOTS } from '../../src/net/breaker.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, type Service, startService } from '../harness.ts';
import { listenTcp } from '../net/servers.ts';
import { until } from '../until.ts';

/** More than a lane has in memory at a time. */
const SENDS = 1_700;
const PARALLEL = 32;

test("a connector of one account that hangs does not stop another account's sends on the same lane", async () => {
  await using hanging = await listenTcp();
  await using service = await startService({ lanes: 1 });
  const { accountId } = expectStatus(await service.call('POST', '/accounts', { name: 'Other' }), 201);
  const hung = await createAgent(service, { accountId });
  const good = await createAgent(service);
  await createStates(service, hung, {
    look: {
      operations: ['a', 'b', 'c', 'd', 'e', 'f'].map((contextKey) => ({
        connectorId: 'http',
        authenticationId: 'none',
        operation: 'request',
        contextKey,
        data: { method: 'GET', url: `${hanging.url}/${contextKey}` },
      })),
    },
  });
  await createStates(service, good, { hello: { template: { contentMessage: { text: 'Hello' } } } });

  const numbers = Array.from({ length: SENDS }, (_, index) => `+1556${String(index).padStart(7, '0')}`);
  await inParallel(numbers, (phoneNumber) => send(service, hung, 'look', phoneNumber));
  await isSent(service, good, await send(service, good, 'hello', newPhoneNumber()));
  // As many as may be under way, one more for each that times out until the breaker opens, and its probes.
  const asked = hanging.received.length;
  assert.ok(asked > 0 && asked <= FIRST_SLOTS + 2 * FAILURES_TO_OPEN, `${asked} of ${SENDS * 6} calls were made`);

  const phoneNumber = newPhoneNumber();
  await send(service, hung, 'look', phoneNumber);
  const { data, turns } = await until(async () => {
    const { status, body } = await service.call('GET', `/agents/${hung}/conversations/${phoneNumber}`);
    return status === 200 && body;
  }, 'the turn of who asks while it hangs');
  // One of them may be the breaker's probe.
  const reasons = ['a_error', 'b_error'].map((name) => data[name]);
  const { message } = reasons.find(({ code }) => code === 'unavailable');
  assert.match(message, /^http:.* has timed out many times in a row and is paused; /);
  const steps = turns[0].trace.filter(({ step }: { step: string }) => step === 'operation');
  assert.deepEqual(
    steps.slice(0, 2).map(({ error }: { error: unknown }) => error),
    reasons,
  );
  const metrics = expectStatus(await service.call('GET', '/metrics'), 200) as string;
  assert.match(metrics, /^parley_open_connector_breakers 1$/m);
  assert.match(metrics, /^parley_waiting_operations 0$/m);
});

test('turns that waited for a system resume a few at a time when it gets a pause, so that others keep running', async () => {
  await using hanging = await listenTcp();
  await using service = await startService({ lanes: 1 });
  const agentId = await createAgent(service);
  const data = { method: 'GET', url: hanging.url };
  const operation = { connectorId: 'http', authenticationId: 'none', operation: 'request', contextKey: 'found', data };
  const text = 'There is {{ found.body }}';
  await createStates(service, agentId, { look: { operations: [operation], template: { contentMessage: { text } } } });

  const { sandbox, metrics } = service.app.context;
  let [goneOn, most, ended] = [0, 0, 0];
  const renderFor = sandbox.renderFor;
  sandbox.renderFor = (accountId) => {
    const render = renderFor(accountId);
    return async (template, ...others) => {
      if (template === text) {
        // Until the event loop has come round.
        if (goneOn === 0) setImmediate(() => (goneOn = 0));
        most = Math.max(most, ++goneOn);
      }
      return render(template, ...others);
    };
  };
  const inc: (labels: object) => void = metrics.turns.inc.bind(metrics.turns);
  metrics.turns.inc = (labels?: object | number) => {
    // Receipts have turns as well.
    if (typeof labels === 'object' && 'kind' in labels && labels.kind === 'send') ended += 1;
    inc(labels as object);
  };

  // All of them are in memory.
  const numbers = Array.from({ length: 300 }, (_, index) => `+1556${String(index).padStart(7, '0')}`);
  await inParallel(numbers, (phoneNumber) => send(service, agentId, 'look', phoneNumber));
  await until(() => ended === numbers.length, 'the turns of all of them', 60_000);
  assert.ok(most > 0 && most <= 20, `${most} turns went on at a time`);
});

async function send(service: Service, agentId: string, stateId: string, phoneNumber: string): Promise<string> {
  const path = `/agents/${agentId}/states/${stateId}/send/${phoneNumber}`;
  return expectStatus(await service.call('POST', path, {}), 200).messageId;
}

async function isSent(service: Service, agentId: string, messageId: string): Promise<void> {
  await until(async () => {
    const { body } = await service.call('GET', `/agents/${agentId}/messages/${messageId}`);
    return ['SENT', 'DELIVERED'].includes(body.status);
  }, 'the message to be sent');
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
