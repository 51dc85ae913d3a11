/** Recorded sessions on another flow: the same, different, or nobody can say. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { replaySession } from '../../src/engine/replay/replay.ts';
import { replaySlice } from '../../src/engine/replay/slice.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import type { Flow } from '../../src/model/flow.ts';
import type { FlowTest, TestStep } from '../../src/model/flow-test.ts';
import { NO_COUNTS } from '../../src/model/replay.ts';
import { RECORDED_NUMBER, record } from './recorder.ts';

const FOLDER = new URL('./scenarios/', import.meta.url);

const atOnce = async () => {};
const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const says = (text: string) => ({ template: { contentMessage: { text } } });
const call = (url: string) => ({
  connectorId: 'http',
  authenticationId: 'none',
  operation: 'request',
  contextKey: 'order',
  data: { url, headers: { authorization: '{{ params.key }}' } },
});
const FLOW: Flow = {
  states: {
    ask: { ...says('Number?'), input: { nextState: 'look-up', assignments: [{ from: 'text', to: 'number' }] } },
    'look-up': { operations: [call('https://a.example/{{ input.number }}')], ...says('It is {{ data.order.state }}') },
    bye: says('Bye'),
  },
};
const order = { state: 'packed', apiToken: 's3cret' };
const STEPS: TestStep[] = [{ send: { stateId: 'ask' } }, { writes: '7' }, { send: { stateId: 'bye' } }];
const TALK = { connectors: [{ connectorId: 'http', operation: 'request', returns: order }] };

const recording = (steps = STEPS, flow = FLOW, more: Partial<FlowTest> = TALK) =>
  record(sandbox, flow, { format: 1, title: 'talk', ...more, steps });
const changed = (states: Flow['states']): Flow => ({ ...FLOW, states: { ...FLOW.states, ...states } });

async function replayed(flow: Flow, turns = recording()) {
  return replaySession(sandbox, flow, RECORDED_NUMBER, await turns, undefined);
}

describe('a replayed session', () => {
  for (const file of readdirSync(FOLDER)) {
    const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { flow: Flow; test: FlowTest };
    const { flow, test } = scenario;
    if (test.begin || test.steps.some(({ waits }) => waits)) continue;
    it(`is the same on the flow it ran on: ${test.title}`, async () => {
      const found = await replayed(flow, recording(test.steps, flow, { ...test }));
      assert.deepEqual(found, { outcome: 'same' });
    });
  }

  it('differs at the first turn with another message, wait or stop', async () => {
    const message = await replayed(changed({ bye: says('Goodbye') }));
    assert.deepEqual(message, {
      outcome: 'different',
      turn: 3,
      what: 'message',
      recorded: { reply: { text: 'Bye' }, state: 'bye', waits: null, stopped: null },
      replayed: { reply: { text: 'Goodbye' }, state: 'bye', waits: null, stopped: null },
    });
    const waits = await replayed(changed({ bye: { ...says('Bye'), input: { nextState: 'ask' } } }));
    assert.partialDeepStrictEqual(waits, { turn: 3, what: 'waits', replayed: { waits: 'bye' } });
    const { bye: _, ...states } = FLOW.states;
    assert.partialDeepStrictEqual(await replayed({ states }), { turn: 3, what: 'stop', replayed: { reply: null } });
  });

  it('gets recorded answers for the same calls, and of another call nobody can say', async () => {
    const moved = { ...FLOW.states['look-up'], operations: [call('https://b.example/{{ input.number }}')] };
    assert.deepEqual(await replayed(changed({ 'look-up': moved })), {
      outcome: 'cannot-say',
      turn: 2,
      reason: 'needs http/request',
    });
  });

  it('of a flow that reads a hidden value, or a result that is not whole, nobody can say', async () => {
    const reads = changed({ 'look-up': { ...FLOW.states['look-up'], ...says('Token {{ data.order.apiToken }}') } });
    assert.partialDeepStrictEqual(await replayed(reads), { outcome: 'cannot-say', reason: 'reads a hidden value' });
    const condition = { condition: "{% if data.order['apiToken'] == 'x' %}true{% endif %}", nextState: 'bye' };
    const tests = changed({ 'look-up': { ...FLOW.states['look-up'], transitions: [condition] } });
    assert.partialDeepStrictEqual(await replayed(tests), { outcome: 'cannot-say', reason: 'reads a hidden value' });
    const long = { connectors: [{ ...TALK.connectors[0]!, returns: { state: 'x', more: 'y'.repeat(70_000) } }] };
    assert.partialDeepStrictEqual(await replayed(FLOW, recording(STEPS, FLOW, long)), {
      outcome: 'cannot-say',
      reason: 'needs the whole result of http/request',
    });
  });

  it('ends where the user opted out', async () => {
    const turns = await recording();
    const other = changed({ bye: says('Goodbye') });
    const held = [...turns.slice(0, 2), { ...turns[2]!, stopped: 'unsubscribed' }];
    assert.deepEqual(await replayed(other, Promise.resolve(held)), { outcome: 'same' });
    const [, said] = await recording([{ send: { stateId: 'ask' } }, { writes: 'STOP' }]);
    assert.deepEqual(await replayed(other, Promise.resolve([turns[0]!, said!])), { outcome: 'same' });
  });
});

describe('a slice of a replay', () => {
  it('counts sessions, groups those that differ, and stops at the limit', async () => {
    const steps: TestStep[] = [...STEPS, { waits: '2d' }, { send: { stateId: 'ask' } }];
    const turns = JSON.stringify(await recording(steps));
    const conversations = ['+15550100001', '+15550100002'].map((phoneNumber) => ({ phoneNumber, turns }));
    const slice = {
      flow: JSON.stringify(changed({ bye: says('Goodbye') })),
      sessionTtlMs: 86_400_000,
      optOut: undefined,
      conversations,
    };
    const counts = await replaySlice(sandbox, { ...slice, left: 10 }, NO_COUNTS, atOnce);
    const { groups, reasons, ...sums } = counts;
    assert.deepEqual(sums, { conversations: 2, sessions: 4, same: 2, different: 2, cannotSay: 0 });
    assert.deepEqual(reasons, []);
    assert.partialDeepStrictEqual(groups, [{ state: 'bye', what: 'message', count: 2 }]);
    assert.deepEqual(
      groups[0]?.examples.map(({ phoneNumber, turn }) => [phoneNumber, turn]),
      [
        ['+15550100001', 3],
        ['+15550100002', 3],
      ],
    );
    const more = await replaySlice(sandbox, { ...slice, left: 1 }, counts, atOnce);
    assert.deepEqual([more.sessions, more.groups[0]?.count], [5, 3]);
  });

  it('leaves out a session whose beginning is not recorded', async () => {
    const [, ...turns] = await recording();
    const conversations = [{ phoneNumber: '+15550100001', turns: JSON.stringify(turns) }];
    const slice = { flow: JSON.stringify(FLOW), sessionTtlMs: 1e9, optOut: undefined, left: 10, conversations };
    assert.equal((await replaySlice(sandbox, slice, NO_COUNTS, atOnce)).sessions, 0);
  });
});
