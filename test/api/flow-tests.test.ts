/** Flow tests of an agent: saved, listed, run against its draft on a thread, and the ways in which that is refused. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let brandId: string;
let agent: string;
before(async () => {
  api = await startApi();
  as = (await createClient(api)).token;
  brandId = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body.brandId;
});
beforeEach(async () => {
  const { body } = await call('POST', '/agents', { name: 'Bot', brandId, useCase: 'OTP' });
  agent = `/agents/${body.agentId}`;
  const chip = { reply: { text: 'More', postbackData: 'more' } };
  const states = {
    welcome: { template: { contentMessage: { text: 'Hello {{ params.name }}', suggestions: [chip] } } },
    more: { transitions: [{ condition: 'true', nextState: 'end' }] },
    end: { template: { contentMessage: { text: '{% for x in (1..3) %}{{ x }}{% endfor %}' } } },
  };
  const keywords = [{ keyword: 'hi', stateId: 'welcome' }];
  await call('PUT', `${agent}/flow`, { defaultState: 'end', keywords, states });
});
after(() => api[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as, body });
const says = (text: string, title = 'it says so') => ({
  format: 1,
  title,
  steps: [{ writes: 'hi', expect: { like: { reply: { text } }, response: 'hi' } }, { taps: 'More' }],
});

describe('a flow test', () => {
  it('is read back as it was saved, listed, replaced and deleted', async () => {
    const first = await call('PUT', `${agent}/tests/b`, says('Hello '));
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.partialDeepStrictEqual(first.body, { testId: 'b', title: 'it says so', steps: 2 });
    await call('PUT', `${agent}/tests/a`, says('Hello '));
    await call('PUT', `${agent}/tests/b`, says('Bye', 'it says bye'));
    const { tests } = (await call('GET', `${agent}/tests`)).body;
    assert.deepEqual(
      tests.map(({ testId, title }: { testId: string; title: string }) => [testId, title]),
      [
        ['a', 'it says so'],
        ['b', 'it says bye'],
      ],
    );
    assert.deepEqual((await call('GET', `${agent}/tests/b`)).body, says('Bye', 'it says bye'));
    assert.equal((await call('DELETE', `${agent}/tests/b`)).status, 204);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await call(method, `${agent}/tests/b`)).body.code, 'test_not_found');
    }
  });

  it('that is not one is refused with every fault', async () => {
    const steps = [{ writes: 'x', taps: 'y' }, { send: 'welcome' }, { waits: '1w', expect: {} }];
    const { status, body } = await call('PUT', `${agent}/tests/a`, { format: 2, title: 'a', steps });
    assert.equal(status, 400);
    assert.deepEqual(body.errors.map(({ path, message }: Record<string, string>) => `${path} ${message}`).sort(), [
      '/format must be 1',
      '/steps/0 must have exactly one of send, writes, taps, shares, files, waits',
      '/steps/1/send must be a JSON object',
      '/steps/2/expect must have at least one field',
      '/steps/2/waits must match its form (Nothing happens for so long: up to 99999999s, 9999m, 9999h or 9999d)',
    ]);
  });

  it('has a JSON Schema for editors, which refuses what the service refuses', async () => {
    const { body, headers } = await api.call('GET', '/flow-test.schema.json', { as: null });
    assert.match(String(headers['content-type']), /application\/schema\+json/);
    assert.equal(body.$id, 'http://parley.test/flow-test.schema.json');
    const isTest = new Ajv2020({ formats: { 'date-time': true } }).compile(body);
    assert.ok(isTest(says('Hello')), JSON.stringify(isTest.errors));
    assert.ok(!isTest({ ...says('Hello'), format: 2 }));
  });
});

describe('a test run', () => {
  it('runs all saved tests against the draft, with the result of each and the coverage', async () => {
    await call('PUT', `${agent}/tests/right`, says('Hello '));
    await call('PUT', `${agent}/tests/wrong`, says('Bye', 'it says bye'));
    const { status, body } = await call('POST', `${agent}/test-runs`);
    assert.equal(status, 200, JSON.stringify(body));
    const { tests, coverage, ...counts } = body;
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0, steps: 3 });
    assert.deepEqual(tests[0], { testId: 'right', title: 'it says so', passed: true, steps: 2 });
    assert.deepEqual(tests[1].failure.faults, [
      { path: '/steps/0/expect/like/reply/text', message: 'differs', expected: 'Bye', actual: 'Hello ' },
    ]);
    assert.deepEqual(coverage.states, { covered: 3, of: 3, missing: [] });
    assert.deepEqual([coverage.transitions.covered, coverage.chips.covered], [1, 1]);
  });

  it('runs the tests that it names, and whole ones that are not saved', async () => {
    await call('PUT', `${agent}/tests/a`, says('Hello '));
    await call('PUT', `${agent}/tests/b`, says('Hello '));
    const { body } = await call('POST', `${agent}/test-runs`, { tests: ['b', says('Bye', 'given')] });
    assert.deepEqual(
      body.tests.map(({ testId, title, passed }: Record<string, unknown>) => [testId, title, passed]),
      [
        ['b', 'it says so', true],
        [undefined, 'given', false],
      ],
    );
    const missing = await call('POST', `${agent}/test-runs`, { tests: ['c'] });
    assert.equal(missing.body.code, 'test_not_found');
  });

  it('of an agent without tests passes, and reaches nothing', async () => {
    const { body } = await call('POST', `${agent}/test-runs`, {});
    assert.deepEqual([body.passed, body.failed, body.coverage.states.covered], [0, 0, 0]);
  });

  it('of another account does not exist', async () => {
    const { body: account } = await api.call('POST', '/accounts', { body: { name: 'Other' } });
    const { token } = await createClient(api, account.accountId);
    for (const [method, path] of [
      ['POST', 'test-runs'],
      ['GET', 'tests'],
      ['GET', 'tests/a'],
    ] as const) {
      assert.equal((await api.call(method, `${agent}/${path}`, { as: token })).body.code, 'agent_not_found');
    }
  });
});
