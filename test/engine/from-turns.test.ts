/** A flow test written from recorded turns: it passes on the flow that they ran on, and says nothing of the person. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { writeTest } from '../../src/engine/scenario/from-turns.ts';
import { failureInWords } from '../../src/engine/scenario/report.ts';
import { runFlowTest } from '../../src/engine/scenario/run.ts';
import type { Flow } from '../../src/model/flow.ts';
import { FlowTest } from '../../src/model/flow-test.ts';
import { sessionTtlMs } from '../../src/model/session.ts';
import { RECORDED_NUMBER, record } from './recorder.ts';

const FOLDER = new URL('./scenarios/', import.meta.url);

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const isFlowTest = new Ajv({ formats: { 'date-time': true } }).compile(FlowTest);

async function written(flow: Flow, test: FlowTest, options: Partial<Parameters<typeof writeTest>[0]> = {}) {
  const turns = await record(sandbox, flow, test);
  const sessionTtl = test.config?.sessionTtl;
  const about = {
    phoneNumber: RECORDED_NUMBER,
    sessionTtlMs: sessionTtlMs(test.config ?? {}),
    sessionTtl,
    optOut: undefined,
    turns,
  };
  const result = writeTest({ ...about, from: 1, keepPersonalData: false, ...options });
  assert.ok(result, 'a test was written');
  assert.ok(isFlowTest(result.test), JSON.stringify(isFlowTest.errors));
  return result;
}

async function assertPasses(flow: Flow, test: FlowTest) {
  const { result } = await runFlowTest(sandbox.renderFor('account'), flow, test);
  assert.ok(result.passed, result.failure && failureInWords(result.failure));
}

const FLOW: Flow = {
  states: {
    ask: {
      template: { contentMessage: { text: 'Hello {{ params.name }}, your number?' } },
      input: { nextState: 'look-up', assignments: [{ from: 'message.text', to: 'number' }] },
    },
    'look-up': {
      operations: [
        {
          connectorId: 'http',
          authenticationId: 'none',
          operation: 'request',
          contextKey: 'order',
          data: { url: 'https://shop.example.com:18080/{{ input.number }}', headers: { authorization: 'Bearer x' } },
        },
      ],
      template: {
        contentMessage: {
          text: 'Order {{ input.number }} of {{ data.order.customer.lastName }} ({{ data.order.contact }}) is {{ data.order.state }}. Call 08001234567.',
          suggestions: [{ reply: { text: 'Thanks, {{ params.name }}', postbackData: 'bye' } }],
        },
      },
    },
    bye: { template: { contentMessage: { text: 'Bye {{ params.name }} {{ user.phoneNumber }}' } } },
  },
};
const order = { customer: { lastName: 'Lovelace' }, contact: 'ada@lovelace.uk', state: 'packed', apiToken: 's3cret' };
const TALK: FlowTest = {
  format: 1,
  title: 'talk',
  connectors: [{ connectorId: 'http', operation: 'request', returns: order }],
  steps: [
    { send: { stateId: 'ask', params: { name: 'Ada' } } },
    { waits: '90m' },
    { writes: '12345' },
    { waits: '5s' },
    { taps: 'Thanks, Ada' },
  ],
};

describe('a test written from a conversation', () => {
  for (const file of readdirSync(FOLDER)) {
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    const { flow, test } = JSON.parse(text) as { flow: Flow; test: FlowTest };
    // One that begins in the middle cannot be recorded from its beginning.
    if (test.begin) continue;
    it(`passes on the flow it ran on: ${test.title}`, async () => {
      const { test: again } = await written(flow, test, { keepPersonalData: true });
      await assertPasses(flow, again);
    });
  }

  it('has the steps, the pauses and the answers of connectors, and taps by label', async () => {
    const { test } = await written(FLOW, TALK, { keepPersonalData: true });
    const does = test.steps.map(({ expect: _, ...step }) => step);
    assert.deepEqual(does, [
      { send: { stateId: 'ask', params: { name: 'Ada' } } },
      { waits: '90m' },
      { writes: '12345' },
      { taps: 'Thanks, Ada' },
    ]);
    assert.equal(test.phoneNumber, RECORDED_NUMBER);
    assert.equal(test.connectors?.length, 1);
    assert.deepEqual(test.steps[0]?.expect, {
      reply: { text: 'Hello Ada, your number?' },
      state: 'ask',
      waits: 'ask',
    });
  });

  it('has other personal data in the same places, leaves what is of the flow, and still passes', async () => {
    const { test, notes } = await written(FLOW, TALK);
    const text = JSON.stringify(test);
    for (const personal of ['Ada', 'Lovelace', 'lovelace.uk', '12345', RECORDED_NUMBER.slice(1)]) {
      assert.ok(!new RegExp(`\\b${personal}\\b`).test(text), `${personal} is in ${text}`);
    }
    assert.match(text, /Order 10001 of LastName 1 \(person1@example\.com\) is packed\. Call 08001234567\./);
    assert.match(text, /shop\.example\.com:18080\/10001/);
    assert.match(text, /Bye Name 1 \+12025550100/);
    assert.deepEqual(notes, ['Turn 2: the result in data.order is not kept whole (hidden).']);
    await assertPasses(FLOW, test);
  });

  it('that begins later begins with the session as it was', async () => {
    const { test } = await written(FLOW, TALK, { from: 3 });
    const { waits, params, reply } = test.begin ?? {};
    assert.deepEqual([waits, params, test.steps.length], [undefined, { name: 'Name 1' }, 1]);
    assert.match(JSON.stringify(reply), /Thanks, Name 1/);
    await assertPasses(FLOW, test);
  });

  it('is of the last session if nothing else is asked for', async () => {
    const steps = [...TALK.steps, { waits: '30h' }, { send: { stateId: 'bye' } }];
    const { test } = await written(FLOW, { ...TALK, steps }, { from: null });
    assert.deepEqual(
      test.steps.map(({ send }) => send?.stateId),
      ['bye'],
    );
    assert.equal(test.begin?.params, undefined);
  });

  it('ends before a turn that the flow did not decide, and says so; without any other there is no test', async () => {
    const turns = await record(sandbox, FLOW, TALK);
    const item = { kind: 'user-message', messageId: 'm', sendTime: null, classification: null } as const;
    turns[2] = { ...turns[2]!, item: { ...item, content: { text: 'Stop!' } } };
    const { test, notes } = await written(FLOW, TALK, { turns });
    assert.equal(test.steps.length, 3);
    assert.match(notes.at(-1) ?? '', /ends before turn 3/);
    const about = {
      phoneNumber: RECORDED_NUMBER,
      sessionTtlMs: 1000,
      sessionTtl: undefined,
      optOut: undefined,
      keepPersonalData: false,
    };
    assert.equal(writeTest({ ...about, turns, from: 3 }), null);
    assert.equal(writeTest({ ...about, turns: [], from: null }), null);
  });
});
