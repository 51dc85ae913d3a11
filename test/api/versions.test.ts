/** Versions of a flow: their history, publishing, activation, and how they differ. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openAgentCache } from '../../src/agent-cache.ts';
import { until } from '../until.ts';
import { type Answer, type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let clientId: string;
let brandId: string;
let agentId: string;
let agent: string;
before(async () => {
  api = await startApi();
  ({ token: as, clientId } = await createClient(api));
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
});
beforeEach(async () => {
  const { body } = await api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'OTP' } });
  agentId = body.agentId;
  agent = `/agents/${agentId}`;
});
after(() => api[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });
const get = (path: string) => api.call('GET', agent + path, { as });
const post = (path: string, body: object = {}) => api.call('POST', agent + path, { as, body });
const put = (states: object, settings: object = {}) =>
  api.call('PUT', `${agent}/flow`, { as, body: { ...settings, states } });
const configure = (config: object) => api.call('PATCH', agent, { as, body: { config } });
const versions = async () => (await get('/versions')).body.versions;
const flowOf = async (version: number) => (await get(`/flow?version=${version}`)).body;
const rollout = async () => (await get('')).body.rollout;

function assertProblem(answer: Answer, status: number, code: string, ...paths: string[]) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.deepEqual(
    (answer.body.errors ?? []).map(({ path }: { path: string }) => path),
    paths,
  );
}

/** As if the versions so far had been made a while ago. */
const age = (interval: string) =>
  api.context.sql`update flow_version set created_at = created_at - ${interval}::interval where agent_id = ${agentId}`;

describe('the history of a flow that is live at once', () => {
  it('has one version for the changes of one author within a minute', async () => {
    await put({ a: says('one'), b: says('two') }, { defaultState: 'a' });
    await api.call('PUT', `${agent}/states/a`, { as, body: says('three') });
    await api.call('DELETE', `${agent}/states/b`, { as });
    await api.call('POST', `${agent}/states/c`, { as, body: says('four') });
    await configure({ keywords: [{ keyword: 'x', stateId: 'a' }] });
    const [only, ...others] = await versions();
    assert.deepEqual(others, []);
    const { createdAt: _, ...version } = only;
    assert.deepEqual(version, { version: 1, author: clientId, percent: 0, pinnedSessions: 0 });
    assert.deepEqual(await flowOf(1), (await get('/flow')).body);
  });

  it('has one for each author, and for each minute, with what was before', async () => {
    await put({ a: says('one') });
    await api.call('PUT', `${agent}/states/a`, { body: says('two') });
    await api.call('PUT', `${agent}/states/a`, { body: says('two') });
    await age('61 seconds');
    await api.call('PUT', `${agent}/states/a`, { body: says('three') });
    const authors = (await versions()).map(({ version, author }: Answer['body']) => [version, author]);
    assert.deepEqual(authors, [
      [3, 'operator'],
      [2, 'operator'],
      [1, clientId],
    ]);
    const texts = [];
    for (const version of [1, 2, 3]) texts.push((await flowOf(version)).states.a.template.contentMessage.text);
    assert.deepEqual(texts, ['one', 'two', 'three']);
    const { body } = await get('/versions/1/diff/draft');
    const change = { path: '/template/contentMessage/text', before: 'one', after: 'three' };
    assert.deepEqual(body, { added: [], removed: [], changed: [{ stateId: 'a', changes: [change] }], settings: [] });
  });

  it('does not grow by what changes nothing', async () => {
    await put({ a: says('one') });
    await age('61 seconds');
    await put({ a: says('one') });
    await api.call('PATCH', `${agent}/states/a`, { as, body: {} });
    await configure({ sessionTtl: '60s' });
    assert.equal((await versions()).length, 1);
  });

  it('leads back: activating a version makes the flow what it was, as a change of its own', async () => {
    await put({ a: says('one'), b: says('two') }, { defaultState: 'a' });
    await age('61 seconds');
    await put({ a: says('other') });
    await age('61 seconds');
    assertProblem(await post('/versions/1/activate', { percent: 10 }), 400, 'validation_failed', '/percent');
    assert.equal((await post('/versions/1/activate')).status, 200);
    assert.deepEqual((await get('/flow')).body, { defaultState: 'a', states: { a: says('one'), b: says('two') } });
    assert.equal((await versions()).length, 3);
    assert.equal(await rollout(), undefined);
  });

  it('can be given a message', async () => {
    await put({ a: says('one') });
    const { status, body } = await post('/versions', { message: 'The first one' });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.version, body.message], [1, 'The first one']);
    await put({ a: says('two') });
    assert.equal((await versions()).length, 2, 'a version with a message does not change any more');
  });
});

describe('a flow that is published explicitly', () => {
  beforeEach(async () => {
    await put({ a: says('one'), b: says('two') }, { defaultState: 'a' });
    await configure({ publishing: 'explicit' });
  });

  it('begins with what was live, as version 1', async () => {
    assert.deepEqual(await rollout(), {
      shares: [{ version: 1, percent: 100 }],
      activation: 1,
      movedBefore: 1,
    });
    assert.deepEqual(await flowOf(1), (await get('/flow')).body);
  });

  it('of a new agent is empty', async () => {
    const body = { name: 'Bot', brandId, useCase: 'OTP', config: { publishing: 'explicit' } };
    const created = await api.call('POST', '/agents', { as, body });
    assert.deepEqual(created.body.rollout.shares, [{ version: 1, percent: 100 }]);
    agent = `/agents/${created.body.agentId}`;
    assert.deepEqual(await flowOf(1), { states: {} });
  });

  it('is changed as a draft, which becomes live by publishing', async () => {
    const { catalog } = api.context;
    const live = async (stateId: string) => {
      const found = (await catalog.findAgent(agentId))!;
      const state = await catalog.findState(agentId, stateId, await catalog.liveVersion(found, '+15550100001'));
      return state?.template?.contentMessage['text'];
    };
    await put({ a: says('new'), c: says('three') });
    assert.equal((await versions()).length, 1);
    assert.deepEqual([await live('a'), await live('c')], ['one', undefined]);
    const { status, body } = await post('/versions', { message: 'Better' });
    assert.equal(status, 201);
    const { createdAt: _, ...version } = body;
    assert.deepEqual(version, {
      ...{ version: 2, message: 'Better', author: clientId, percent: 100, pinnedSessions: 0 },
    });
    assert.deepEqual([await live('a'), await live('c')], ['new', 'three']);
    assert.equal((await get('/versions/1')).body.percent, 0);
    assert.deepEqual(await flowOf(1), { defaultState: 'a', states: { a: says('one'), b: says('two') } });
    assert.deepEqual(await flowOf(2), { states: { a: says('new'), c: says('three') } });
    assert.equal((await get('/flow?version=2')).headers['etag'], (await get('/flow?version=2')).headers['etag']);
  });

  it('differs between versions state by state and path by path', async () => {
    await put({ a: says('new'), c: says('three') });
    await post('/versions');
    const { body } = await get('/versions/1/diff/2');
    assert.deepEqual(body, {
      added: ['c'],
      removed: ['b'],
      changed: [{ stateId: 'a', changes: [{ path: '/template/contentMessage/text', before: 'one', after: 'new' }] }],
      settings: [{ path: '/defaultState', before: 'a' }],
    });
    assert.deepEqual((await get('/versions/2/diff/draft')).body, { added: [], removed: [], changed: [], settings: [] });
    for (const path of ['/versions/9', '/versions/1/diff/9', '/flow?version=9']) {
      assertProblem(await get(path), 404, 'version_not_found');
    }
    for (const path of ['/flow?version=8592997334352', '/flow/findings?version=8592997334352'])
      assertProblem(await get(path), 400, 'validation_failed', 'version');
    assertProblem(await get('/versions/1/diff/x'), 400, 'validation_failed', 'other');
    assertProblem(await post('/versions/9/activate'), 404, 'version_not_found');
  });

  it('is frozen without becoming live where that is asked for', async () => {
    await put({ a: says('new') });
    assert.equal((await post('/versions', { activate: false })).body.percent, 0);
    assert.deepEqual((await rollout()).shares, [{ version: 1, percent: 100 }]);
  });

  it('is given to a part of the numbers, and then to all; a rollback is the activation of an older version', async () => {
    await put({ a: says('new') });
    await post('/versions', { activate: false });
    assert.equal((await post('/versions/2/activate', { percent: 10 })).body.percent, 10);
    assert.equal((await get('/versions/1')).body.percent, 90);
    await post('/versions/2/activate', { percent: 50 });
    assert.deepEqual((await rollout()).shares, [
      { version: 2, percent: 50 },
      { version: 1, percent: 50 },
    ]);
    await post('/versions/2/activate');
    assert.deepEqual((await rollout()).shares, [{ version: 2, percent: 100 }]);
    assertProblem(await post('/versions/2/activate', { percent: 50 }), 400, 'validation_failed', '/percent');
    await post('/versions/1/activate', { sessions: 'move' });
    assert.deepEqual(await rollout(), { shares: [{ version: 1, percent: 100 }], activation: 5, movedBefore: 5 });
  });

  it('goes back to being live at once, with the draft', async () => {
    await put({ a: says('draft') });
    await configure({ publishing: null });
    assert.deepEqual((await rollout()).shares, []);
    const found = (await api.context.catalog.findAgent(agentId))!;
    assert.equal(await api.context.catalog.liveVersion(found, '+15550100001'), null);
    assert.deepEqual(await flowOf(2), { states: { a: says('draft') } });
    await configure({ publishing: 'explicit' });
    assert.deepEqual((await rollout()).movedBefore, 3, 'what was pinned before is not any more');
  });

  it('is not published with errors, unless that is forced and recorded', async () => {
    await api.call('POST', '/connectors', {
      as,
      body: {
        connectorId: 'shop',
        baseUrl: 'http://127.0.0.1:9',
        operations: { ping: { method: 'GET', path: '/' } },
      },
    });
    const operation = { connectorId: 'shop', authenticationId: 'none', operation: 'ping', contextKey: 'x', data: {} };
    assert.equal((await put({ a: { operations: [operation] } })).status, 200);
    const other = { baseUrl: 'http://127.0.0.1:9', operations: { pong: { method: 'GET', path: '/' } } };
    assert.equal((await api.call('PUT', '/connectors/shop', { as, body: other })).status, 200);
    assertProblem(await post('/versions'), 409, 'flow_invalid', '/states/a/operations/0/operation');
    assert.equal((await versions()).length, 1);
    const { status, body } = await post('/versions', { force: true });
    assert.equal(status, 201);
    assert.equal(body.forced, true);
  });

  it('is not published with mistakes that the verifier calls errors, nor while a saved test fails', async () => {
    await put({ a: { input: { nextState: 'nowhere' }, ...says('one') } }, { defaultState: 'a' });
    assertProblem(await post('/versions'), 409, 'flow_invalid', '/states/a/input/nextState');
    await put({ a: says('new') }, { defaultState: 'a' });
    const expects = (text: string) => ({
      format: 1,
      title: 'says',
      steps: [{ writes: 'hi', expect: { reply: { text } } }],
    });
    const test = async (text: string) => {
      const saved = await api.call('PUT', `${agent}/tests/says`, { as, body: expects(text) });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
    };
    await test('old');
    const answer = await post('/versions');
    assertProblem(answer, 409, 'tests_failed', '/tests/says');
    assert.equal((await versions()).length, 1);
    await test('new');
    assert.equal((await post('/versions')).status, 201);
  });

  it('is seen by other processes: by their notice, and by the agent that a turn begins with', async () => {
    await using other = await openAgentCache(api.context.sql);
    const before = (await other.findAgent(agentId))!;
    await put({ a: says('new') });
    await post('/versions');
    await until(async () => (await other.findAgent(agentId))!.rollout!.shares[0]!.version === 2, 'the notice');
    // A turn that began before it goes on with the version of its beginning.
    const version = await other.liveVersion(before, '+15550100001');
    assert.equal(version, 1);
    const state = await other.findState(agentId, 'a', version);
    assert.equal(state?.template?.contentMessage['text'], 'one');
    assert.deepEqual(await other.findSettings(agentId, version!), { defaultState: 'a' });
  });

  it('keeps the connectors and the traffic types of what is live', async () => {
    await api.call('POST', '/connectors', {
      as,
      body: {
        connectorId: 'kept',
        baseUrl: 'http://127.0.0.1:9',
        operations: { ping: { method: 'GET', path: '/' } },
      },
    });
    const operation = { connectorId: 'kept', authenticationId: 'none', operation: 'ping', contextKey: 'x', data: {} };
    await put({ a: { operations: [operation], messageTrafficType: 'AUTHENTICATION', ...says('x') } });
    await post('/versions');
    await put({ a: says('x') });
    assertProblem(await api.call('DELETE', '/connectors/kept', { as }), 409, 'connector_in_use');
    assertProblem(
      await api.call('PATCH', agent, { as, body: { useCase: 'PROMOTIONAL' } }),
      400,
      'validation_failed',
      '/useCase',
    );
    await post('/versions');
    assert.equal((await api.call('DELETE', '/connectors/kept', { as })).status, 204);
  });

  it('runs tests on the version that a test run names', async () => {
    await configure({ publishing: 'explicit' });
    await put({ a: says('Hello') });
    const { version } = (await post('/versions')).body;
    await put({ a: says('Bye') });
    const steps = [{ send: { stateId: 'a' }, expect: { reply: { text: 'Hello' } } }];
    const tests = [{ format: 1, title: 'it says hello', steps }];
    assert.equal((await post('/test-runs', { version, tests })).body.passed, 1);
    assert.equal((await post('/test-runs', { version: 'draft', tests })).body.failed, 1);
    assert.equal((await post('/test-runs', { version: 99, tests })).body.code, 'version_not_found');
  });

  it('keeps the tests that it was published with, whatever becomes of them', async () => {
    await configure({ publishing: 'explicit' });
    await put({ a: says('Hello') });
    const save = (title: string) => {
      const body = { format: 1, title, steps: [{ send: { stateId: 'a' } }] };
      return api.call('PUT', `/agents/${agentId}/tests/one`, { as, body });
    };
    await save('of the version');
    const { version } = (await post('/versions')).body;
    await save('of the draft');
    const titles = async (body: object) =>
      (await post('/test-runs', body)).body.tests.map(({ title }: { title: string }) => title);
    assert.deepEqual(await titles({}), ['of the draft']);
    assert.deepEqual(await titles({ version }), ['of the version']);
    assert.deepEqual(await titles({ version, tests: ['one'] }), ['of the draft']);
  });

  it('lets two publish at once: each gets a version of its own', async () => {
    const answers = await Promise.all([post('/versions'), post('/versions')]);
    assert.deepEqual(answers.map(({ body }) => body.version).sort(), [2, 3]);
  });
});
