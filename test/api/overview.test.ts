import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  clientToken,
  createAgent,
  createStates,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';

let service: Service;

before(async () => {
  service = await startService({ forwardDelaysSeconds: [0] });
});
after(() => service[Symbol.asyncDispose]());

const overview = async () => (await service.call('GET', '/overview')).body;

test('the overview shows what runs', async () => {
  const found = await until(async () => {
    const { body } = await service.call('GET', '/overview');
    return body.processes.length > 0 && body.processes[0].lanes > 0 ? body : undefined;
  }, 'a process that owns lanes');
  assert.equal(found.platform, 'emulator');
  assert.equal(found.hours.length, 24);
  assert.equal(
    found.processes.reduce((sum: number, { lanes }: { lanes: number }) => sum + lanes, 0),
    found.lanes,
  );
});

test('a client is not shown the overview', async () => {
  assert.equal((await service.call('GET', '/overview', undefined, { token: await clientToken(service) })).status, 403);
});

test('what was sent, refused and stopped is in the overview', async () => {
  await using sink = await startWebhookSink(() => 400);
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, {
    hello: { template: { contentMessage: { text: 'Hello' } } },
    lost: { transitions: [{ condition: 'true', nextState: 'nowhere' }] },
  });
  const phoneNumber = newPhoneNumber();
  for (const stateId of ['hello', 'lost']) {
    await service.call('POST', `/agents/${agentId}/states/${stateId}/send/${phoneNumber}`, {});
  }
  const found = await until(async () => {
    const body = await overview();
    return body.failures.length > 0 && body.stopped.length > 0 && body.hours.at(-1).sent > 0 ? body : undefined;
  }, 'the failure, the stopped turn and the count');
  assert.equal(found.failures[0].agentId, agentId);
  assert.ok(found.failures[0].count >= 1);
  assert.deepEqual(
    found.stopped.map(({ phoneNumber, reason }: { phoneNumber: string; reason: string }) => [phoneNumber, reason]),
    [[phoneNumber, 'missing_state']],
  );
  assert.ok(found.hours.at(-1).refused >= 1);
});
