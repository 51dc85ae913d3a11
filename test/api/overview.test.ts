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
  assert.equal(found.traffic.length, 24);
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
    return body.failures.length > 0 && body.stopped.length > 0 && body.traffic.at(-1).sent > 0 ? body : undefined;
  }, 'the failure, the stopped turn and the count');
  assert.equal(found.failures[0].agentId, agentId);
  assert.ok(found.failures[0].count >= 1);
  assert.deepEqual(
    found.stopped.map(({ phoneNumber, reason }: { phoneNumber: string; reason: string }) => [phoneNumber, reason]),
    [[phoneNumber, 'missing_state']],
  );
  assert.ok(found.traffic.at(-1).refused >= 1);
});

test('the traffic of an hour, a day and a week is the same one, in steps of different length', async () => {
  const sums = new Map<string, number>();
  for (const [span, steps, stepSeconds] of [
    ['hour', 60, 60],
    ['day', 24, 3600],
    ['week', 56, 3 * 3600],
  ] as const) {
    const { body } = await service.call('GET', `/overview?span=${span}`);
    assert.deepEqual([body.span, body.traffic.length, body.stepSeconds], [span, steps, stepSeconds]);
    const starts = body.traffic.map(({ from }: { from: string }) => Date.parse(from));
    assert.ok(starts.slice(1).every((start: number, index: number) => start - starts[index] === stepSeconds * 1000));
    sums.set(
      span,
      body.traffic.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0),
    );
  }
  assert.ok(sums.get('hour')! > 0);
  assert.deepEqual(sums.get('day'), sums.get('week'));
  assert.equal((await service.call('GET', '/overview?span=year')).status, 400);
});

test('what waits is counted by agent, and leaves the list once it is done', async () => {
  let answers = 503;
  await using sink = await startWebhookSink(() => answers);
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  await service.call('PUT', `/emulator/handsets/${newPhoneNumber()}`, {});
  const own = async () => (await overview()).backlogs.find((row: { agentId: string }) => row.agentId === agentId);
  await service.call('POST', `/agents/${agentId}/endpoints`, { url: `${sink.url}/paused`, paused: true });
  await service.call('POST', `/agents/${agentId}/states/hello/send/${newPhoneNumber()}`, {});
  const row = await until(async () => {
    const found = await own();
    return found?.forwarding > 0 && found.outbox === 0 && found.inbox === 0 ? found : undefined;
  }, 'the events that wait for the paused endpoint');
  assert.equal(row.inboxOldestSeconds, 0);
  answers = 200;
  const { endpoints } = (await service.call('GET', `/agents/${agentId}/endpoints`)).body;
  await service.call('PATCH', `/agents/${agentId}/endpoints/${endpoints[0].endpointId}`, { paused: false });
  await until(async () => (await own()) === undefined, 'nothing to wait');
});

test('an agent that the platform throttles is named, with since when', async () => {
  const agentId = await createAgent(service);
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  const phoneNumber = newPhoneNumber();
  await service.call('PUT', `/emulator/handsets/${phoneNumber}`, {
    faults: [{ status: 429, times: 50 }],
  });
  await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`, {});
  const found = await until(
    async () => (await overview()).throttled.find((row: { agentId: string }) => row.agentId === agentId),
    'the throttled agent',
  );
  assert.ok(Date.parse(found.since) <= Date.now());
});
