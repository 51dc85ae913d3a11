/** Explorations by the API: begun, finished in the background, cancelled. The jobs have their tests with replays. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { documentedFlow } from '../engine/sample-flows.ts';
import { changed } from '../engine/seeded.ts';
import { createAgent, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
let agentId: string;
let explorations: string;
before(async () => {
  service = await startService();
  agentId = await createAgent(service);
  explorations = `/agents/${agentId}/explorations`;
  const flow = changed(documentedFlow(), {
    '/states/trouble/template/contentMessage/text': '{{ data.order.body.why }}',
  });
  assert.equal((await service.call('PUT', `/agents/${agentId}/flow`, flow)).status, 200);
});
after(() => service[Symbol.asyncDispose]());

const begin = (body: object) => service.call('POST', explorations, body);
const find = async (id: string) => (await service.call('GET', `${explorations}/${id}`)).body;
const ended = (id: string) =>
  until(async () => {
    const found = await find(id);
    return ['done', 'failed'].includes(found.status) && found;
  }, 'the exploration ends');

test('an exploration runs in the background, and reports what breaks the flow as a flow test', async () => {
  const begun = await begin({ conversations: 60, seed: 3 });
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  const found = await ended(begun.body.explorationId);
  assert.deepEqual(
    [found.status, found.done, found.seed, found.version],
    ['done', 60, 3, 'draft'],
    JSON.stringify(found),
  );
  assert.deepEqual(
    found.discoveries.map(({ code, stateId }: { code: string; stateId: string }) => [code, stateId]),
    [['invalid_message', 'trouble']],
  );
  assert.equal(found.discoveries[0].test.steps.length, 2);
  assert.deepEqual(found.coverage.states, { covered: 4, of: 4, missing: [] });
  const tests = [found.discoveries[0].test];
  const run = await service.call('POST', `/agents/${agentId}/test-runs`, { tests });
  assert.equal(run.body.failed, 1, JSON.stringify(run.body));
});

test('one that is deleted ends, and is gone', async () => {
  const { body } = await begin({ conversations: 100_000 });
  const path = `${explorations}/${body.explorationId}`;
  assert.equal((await service.call('DELETE', path)).status, 204);
  assert.equal((await service.call('GET', path)).body.code, 'exploration_not_found');
  assert.equal((await service.call('DELETE', path)).status, 404);
});

test('two are under way at once, and no more', async () => {
  const begun = [await begin({ conversations: 100_000 }), await begin({ conversations: 100_000 })];
  assert.deepEqual(
    begun.map(({ status }) => status),
    [202, 202],
  );
  const refused = await begin({});
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests']);
  for (const { body } of begun) await service.call('DELETE', `${explorations}/${body.explorationId}`);
});
