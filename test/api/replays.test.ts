/** Replays as jobs: conversations of a real service on a changed draft, progress, and who goes on after a crash. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NO_COUNTS } from '../../src/model/replay.ts';
import { claimJob, findJob, insertJob, releaseJob, saveJob } from '../../src/store/jobs.ts';
import { createAgent, createStates, newPhoneNumber, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });

async function replayed(agentId: string, limits: { limit?: number } = {}) {
  const body = { since: '2020-01-01T00:00:00Z', ...limits };
  const begun = await service.call('POST', `/agents/${agentId}/replays`, body);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  const path = `/agents/${agentId}/replays/${begun.body.replayId}`;
  const replay = await until(async () => {
    const { body } = await service.call('GET', path);
    return ['done', 'failed'].includes(body.status) && body;
  }, 'the end of the replay');
  assert.equal(replay.status, 'done', replay.failure);
  return { replay, path };
}

test('recorded conversations are replayed on the draft: the same, then different in groups with examples', async () => {
  const agentId = await createAgent(service);
  await createStates(service, agentId, { hello: says('Hello {{ params.name }}'), bye: says('Bye') });
  const phones = [newPhoneNumber(), newPhoneNumber()];
  for (const phone of phones) {
    await service.call('POST', `/agents/${agentId}/states/hello/send/${phone}`, { params: { name: 'Ada' } });
    await service.call('POST', `/agents/${agentId}/states/bye/send/${phone}`);
    await until(async () => {
      const { body } = await service.call('GET', `/agents/${agentId}/conversations/${phone}`);
      return body.turnCount === 2;
    }, 'two turns');
  }
  const { replay: same } = await replayed(agentId);
  assert.partialDeepStrictEqual(same, {
    conversations: 2,
    sessions: 2,
    same: 2,
    different: 0,
    groups: [],
    reasons: [],
  });

  await service.call('PUT', `/agents/${agentId}/states/bye`, says('Goodbye'));
  const { replay, path } = await replayed(agentId);
  assert.partialDeepStrictEqual(replay, { sessions: 2, same: 0, different: 2 });
  const [{ examples, ...group }] = replay.groups;
  assert.deepEqual(group, { state: 'bye', what: 'message', count: 2 });
  assert.deepEqual(examples.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber).sort(), phones.sort());
  assert.deepEqual(examples[0].recorded.reply, { text: 'Bye' });
  assert.deepEqual(examples[0].replayed.reply, { text: 'Goodbye' });
  const { replay: one } = await replayed(agentId, { limit: 1 });
  assert.equal(one.sessions, 1);

  assert.equal((await service.call('DELETE', path)).status, 204);
  assert.equal((await service.call('GET', path)).body.code, 'replay_not_found');
});

test('a funnel counts the turns of a time and a version, as one does by hand', async () => {
  const agentId = await createAgent(service);
  await createStates(service, agentId, { ask: { ...says('Who?'), input: { nextState: 'hello' } }, hello: says('Hi') });
  const phone = newPhoneNumber();
  for (const stateId of ['ask', 'hello']) {
    await service.call('POST', `/agents/${agentId}/states/${stateId}/send/${phone}`);
  }
  const funnel = (query = '') => service.call('GET', `/agents/${agentId}/funnel${query}`);
  const { body } = await until(async () => {
    const answer = await funnel();
    return answer.body.turns === 2 && answer;
  }, 'the turns');
  const none = { entered: 0, waited: 0, answered: 0, left: 0, failed: 0, sent: 0 };
  assert.partialDeepStrictEqual(body, {
    whole: true,
    conversations: 1,
    states: [
      { ...none, stateId: 'ask', entered: 1, waited: 1, left: 1, sent: 1 },
      { ...none, stateId: 'hello', entered: 1, sent: 1 },
    ],
    edges: [
      { from: null, to: 'ask', because: 'send', count: 1 },
      { from: null, to: 'hello', because: 'send', count: 1 },
    ],
  });
  assert.deepEqual((await funnel('?version=draft')).body.states, body.states);
  assert.equal((await funnel('?until=2020-01-01T00:00:00Z')).body.turns, 0);
  assert.equal((await funnel('?version=7')).body.code, 'version_not_found');
});

test('a job belongs to one process, until its lease ends or it gives the job back', async () => {
  const { sql } = service.app.context;
  const agentId = await createAgent(service);
  const key = { agentId, kind: 'of the test', jobId: 'job' };
  const limits = { maxOpen: 1, maxKept: 1 };
  const job = { ...key, request: {}, progress: NO_COUNTS, flow: '{}' };
  await sql.begin(async (transaction) => {
    assert.ok(await insertJob(transaction, job, limits));
    assert.equal(await insertJob(transaction, { ...job, jobId: 'more' }, limits), undefined, 'one is under way');
    assert.equal((await claimJob(transaction, 'first', 60))?.jobId, 'job');
    assert.equal(await claimJob(transaction, 'second', 60), undefined);
    await releaseJob(transaction, 'job', 'first');
    const claimed = await claimJob(transaction, 'second', 60);
    assert.equal(claimed?.flow, '{}');
    const done = { ...claimed!, status: 'done', cursor: 'x', failure: null } as const;
    assert.equal(await saveJob(transaction, done, 'first'), false);
    assert.equal(await saveJob(transaction, done, 'second'), true);
    assert.equal((await findJob(transaction, key))?.status, 'done');
    assert.ok(await insertJob(transaction, { ...job, jobId: 'next' }, limits));
    assert.equal(await claimJob(transaction, 'third', -1).then((next) => next?.jobId), 'next');
    assert.equal(await claimJob(transaction, 'fourth', 60).then((next) => next?.jobId), 'next', 'its lease has ended');
    // Nobody else may see them.
    await transaction`delete from job where kind = ${key.kind}`;
  });
});
