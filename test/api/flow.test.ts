/** The flow document: read, replaced as a whole, and the ways in which that is refused. Also ETags, which begin here. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Answer, type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let brandId: string;
let agent: string;
let flow: string;
before(async () => {
  api = await startApi();
  as = (await createClient(api)).token;
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
});
beforeEach(async () => {
  const { body } = await api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'OTP' } });
  agent = `/agents/${body.agentId}`;
  flow = `${agent}/flow`;
});
after(() => api[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });
const get = (path = flow) => api.call('GET', path, { as });
const put = (body: unknown, headers: Record<string, string> = {}, query = '') =>
  api.call('PUT', `${flow}${query}`, { as, body, headers });
const tagOf = ({ headers }: Answer) => String(headers['etag']);

function assertProblem(answer: Answer, status: number, code: string, ...paths: string[]) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  const errors: { path: string }[] = answer.body.errors ?? [];
  assert.deepEqual(
    errors.map(({ path }) => path),
    paths,
  );
}

const SMALL = {
  defaultState: 'welcome',
  keywords: [{ keyword: 'order', stateId: 'ask' }],
  states: { welcome: says('Hello'), ask: { flowEntryStateId: 'welcome', ...says('Which?') } },
};

describe('a flow document', () => {
  it('is read back as it was put, and is what the single operations show', async () => {
    const answer = await put(SMALL);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body, {
      ...{ added: ['ask', 'welcome'], changed: [], removed: [], unchanged: 0 },
      ...{ keywordsChanged: true, defaultStateChanged: true },
    });
    const read = await get();
    assert.deepEqual(read.body, SMALL);
    assert.equal(tagOf(read), tagOf(answer));
    assert.deepEqual((await get(`${agent}/states/welcome`)).body.template, says('Hello').template);
    assert.equal((await get(agent)).body.config.defaultState, 'welcome');
  });

  it('of an agent without states is empty', async () => {
    const { status, body } = await get();
    assert.equal(status, 200);
    assert.deepEqual(body, { states: {} });
  });

  it('replaces everything: what it lacks is removed, and other fields of config stay', async () => {
    await api.call('PATCH', agent, { as, body: { config: { sessionTtl: '60s' } } });
    await put(SMALL);
    const { body } = await put({ states: { other: says('Other') } });
    assert.deepEqual(body, {
      ...{ added: ['other'], changed: [], removed: ['ask', 'welcome'], unchanged: 0 },
      ...{ keywordsChanged: true, defaultStateChanged: true },
    });
    assert.deepEqual((await get()).body, { states: { other: says('Other') } });
    assert.deepEqual((await get(agent)).body.config, { sessionTtl: '60s' });
  });

  it('leaves an unchanged state as it is, whatever the order of its keys', async () => {
    await put(SMALL);
    const before = (await get(`${agent}/states/ask`)).body;
    const { welcome, ask } = SMALL.states;
    const reordered = { template: ask.template, flowEntryStateId: ask.flowEntryStateId };
    const { body } = await put({ ...SMALL, states: { ask: reordered, welcome: says('Good day'), more: welcome } });
    assert.deepEqual([body.added, body.changed, body.removed, body.unchanged], [['more'], ['welcome'], [], 1]);
    assert.equal(body.keywordsChanged || body.defaultStateChanged, false);
    assert.deepEqual((await get(`${agent}/states/ask`)).body, before);
  });

  it('is visible in the catalog at once', async () => {
    await put(SMALL);
    const agentId = agent.split('/').at(-1)!;
    const text = async () => (await api.context.catalog.findState(agentId, 'ask'))?.template?.contentMessage['text'];
    assert.equal(await text(), 'Which?');
    await put({ ...SMALL, states: { ...SMALL.states, ask: says('Which one?') } });
    assert.equal(await text(), 'Which one?');
  });

  it('may hold two thousand states', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
    const states = Object.fromEntries(names.map((name) => [name, says(`Hello {{ params.name }} in ${name}`)]));
    assert.equal((await put({ states })).body.added.length, 2_000);
    const { body } = await put({ states: { ...states, s7: says('Other') } });
    assert.deepEqual([body.changed, body.unchanged], [['s7'], 1_999]);
  });
});

describe('a refused document', () => {
  it('stores nothing, and every fault is reported with its path', async () => {
    await put(SMALL);
    const before = await get();
    const operation = { connectorId: 'nowhere', authenticationId: 'none', operation: 'x', contextKey: 'x', data: {} };
    const answer = await put({
      defaultState: 'two words',
      keywords: [
        { keyword: 'a', stateId: 'good' },
        { keyword: ' A', stateId: 'good' },
      ],
      more: 1,
      states: {
        good: says('Fine'),
        'a b': says('x'),
        'a.1': { operations: [operation], input: {} },
        'a.2': says('{{ broken'),
        'a.3': 'text',
        'a.4': { ...says('x'), messageTrafficType: 'PROMOTION' },
      },
    });
    assertProblem(
      answer,
      ...([400, 'validation_failed'] as const),
      '/more',
      '/defaultState',
      '/keywords/1/keyword',
      '/states/a b',
      '/states/a.1/input/nextState',
      '/states/a.1/operations/0/connectorId',
      '/states/a.2/template/contentMessage/text',
      '/states/a.3',
      '/states/a.4/messageTrafficType',
    );
    assert.deepEqual((await get()).body, before.body);
    assert.equal(tagOf(await get()), tagOf(before));
  });

  it('with only faults of Liquid is invalid_liquid', async () => {
    const answer = await put({ states: { a: says('one\n{{ two') } });
    assertProblem(answer, 400, 'invalid_liquid', '/states/a/template/contentMessage/text');
    assert.equal(answer.body.errors[0].line, 2);
  });

  it('removes no state that a remaining one has as its flow entry', async () => {
    await put(SMALL);
    const rest = { ask: SMALL.states.ask, other: { flowEntryStateId: 'never', ...says('x') } };
    assertProblem(await put({ states: rest }), 400, 'validation_failed', '/states/ask/flowEntryStateId');
    assert.deepEqual((await get()).body, SMALL);
    assert.equal((await put({ states: {} })).status, 200);
  });

  it('is refused for what is not an object, lacks states, or has too many', async () => {
    for (const body of ['[]', '"text"', '1', 'null']) assertProblem(await put(body), 400, 'validation_failed', '');
    assertProblem(await put({}), 400, 'validation_failed', '/states');
    assertProblem(await put({ states: [] }), 400, 'validation_failed', '/states');
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`s${index}`, {}]));
    assertProblem(await put({ states: many }), 400, 'validation_failed', '/states');
  });

  it('names at most two hundred faults, however many there are', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`s${index}`, {}]));
    const { status, body } = await put({ states: wrong });
    assert.equal(status, 400);
    assert.equal(body.errors.length, 200);
  });

  it('is of another account: 404', async () => {
    const account = (await api.call('POST', '/accounts', { body: { name: 'other' } })).body.accountId;
    const other = (await createClient(api, account)).token;
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? SMALL : undefined;
      assertProblem(await api.call(method, flow, { as: other, body }), 404, 'agent_not_found');
    }
  });
});

describe('a dry run', () => {
  it('says what would change and what is wrong, and stores nothing', async () => {
    await put(SMALL);
    const states = { ask: SMALL.states.ask, next: { input: { nextState: 'nowhere' } }, bad: {} };
    const { status, body } = await put({ ...SMALL, states }, {}, '?dryRun=true');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.added, body.changed, body.removed, body.unchanged], [['bad', 'next'], [], ['welcome'], 1]);
    assert.deepEqual(
      body.errors.map(({ path }: { path: string }) => path),
      ['/states/bad', '/states/ask/flowEntryStateId'],
    );
    assert.deepEqual(
      body.warnings.map(({ path }: { path: string }) => path),
      ['/states/ask/flowEntryStateId', '/states/next/input/nextState'],
    );
    assert.deepEqual((await get()).body, SMALL);
  });
});

describe('an ETag', () => {
  it('of the flow refuses a change by somebody who has not seen the last one, and names what was saved since', async () => {
    const { headers } = await put(SMALL);
    const tag = String(headers['etag']);
    await api.call('PUT', `${agent}/states/ask`, { as, body: says('Now?') });
    const answer = await put(SMALL, { 'if-match': tag });
    assertProblem(answer, 412, 'changed_since', '/states/ask');
    assert.equal(tagOf(answer), tagOf(await get()));
    assertProblem(await put(SMALL, { 'if-match': tag }, '?dryRun=true'), 412, 'changed_since', '/states/ask');
    const saved = await put(SMALL, { 'if-match': tagOf(answer) });
    assert.equal(saved.status, 200);
    await api.call('PATCH', agent, { as, body: { config: { defaultState: 'ask' } } });
    const { body } = await put(SMALL, { 'if-match': tagOf(saved) });
    assert.match(body.detail, /the keywords or the default state changed/);
    assert.equal((await put(SMALL, { 'if-match': '*' })).status, 200);
    assertProblem(await put(SMALL, { 'if-match': 'nonsense' }), 412, 'changed_since');
  });

  it('lets one of two win who change the same flow at once', async () => {
    const headers = { 'if-match': tagOf(await get()) };
    const answers = await Promise.all(['one', 'two'].map((text) => put({ states: { a: says(text) } }, headers)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  });

  it('of a state and of an agent is in what is read and saved, and protects each kind of change', async () => {
    const state = `${agent}/states/a`;
    const created = await api.call('POST', state, { as, body: says('one') });
    assert.equal(tagOf(created), tagOf(await get(state)));
    const old = { 'if-match': tagOf(created) };
    const replaced = await api.call('PUT', state, { as, body: says('two'), headers: old });
    assert.equal(replaced.status, 200);
    assert.equal(tagOf(replaced), tagOf(await get(state)));
    for (const [method, body] of [
      ['PUT', says('three')],
      ['PATCH', { flowEntryStateId: 'b' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await api.call(method, state, { as, body, headers: old });
      assertProblem(answer, 412, 'changed_since');
      assert.equal(tagOf(answer), tagOf(replaced));
      assert.match(answer.body.detail, /^The state a was last changed at /);
    }
    const weak = { 'if-match': `"other", W/${tagOf(replaced)}` };
    assert.equal((await api.call('DELETE', state, { as, headers: weak })).status, 204);

    const read = await get(agent);
    const renamed = { as, body: { name: 'New' }, headers: { 'if-match': tagOf(read) } };
    const changed = await api.call('PATCH', agent, renamed);
    assert.equal(changed.status, 200);
    assert.equal(tagOf(changed), tagOf(await get(agent)));
    assertProblem(await api.call('PATCH', agent, renamed), 412, 'changed_since');
  });
});

describe('the JSON Schema of the flow document', () => {
  it('is public, accepts the first flow of the guide, and names what is wrong in another', async () => {
    const { status, body: schema, headers } = await api.call('GET', '/flow.schema.json', { as: null });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/schema\+json/);
    assert.equal(schema.$id, 'http://parley.test/flow.schema.json');
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile<object>(schema);
    const guide = await readFile(new URL('../../docs/flows.md', import.meta.url), 'utf8');
    const document: object = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(guide)![1]!);
    assert.ok(fits(document), JSON.stringify(fits.errors));
    assert.ok(fits({ ...document, $schema: schema.$id }));
    for (const wrong of [
      {},
      { states: { 'a b': says('x') } },
      { states: { a: {} } },
      { states: { a: { template: { contentMessage: { text: 1 } } } } },
      { states: {}, more: 1 },
    ]) {
      assert.ok(!fits(wrong), JSON.stringify(wrong));
    }
  });
});
