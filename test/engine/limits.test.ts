/** The bounds of a turn and of a session, on both sides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineNeeds, OperationOutcome } from '../../src/engine/decision.ts';
import { enter, MAX_HOPS } from '../../src/engine/enter.ts';
import { TemplateError } from '../../src/engine/liquid.ts';
import { reply } from '../../src/engine/reply.ts';
import { MAX_SESSION_BYTES, MAX_VALUES_BYTES } from '../../src/engine/room.ts';
import { MAX_RENDER_MS_PER_TURN, MAX_RENDERS_PER_TURN } from '../../src/engine/run.ts';
import type { Render } from '../../src/engine/sandbox.ts';
import { freshSession, sessionEnded } from '../../src/engine/session.ts';
import { MAX_TRACE_LENGTH, MAX_TRACE_RESULTS_LENGTH, MAX_TRACE_VALUE_LENGTH } from '../../src/engine/trace.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { sessionTtlMs } from '../../src/model/session.ts';
import type { StateBody } from '../../src/model/state.ts';

const NOW = '2026-01-02T03:04:05Z';
const turn = { session: freshSession(NOW), phoneNumber: '+15550100001', message: null, now: NOW };
const said = (text: string): StateBody => ({ template: { contentMessage: { text } } });
const operation = (contextKey: string, data: Record<string, unknown> = {}) => ({
  connectorId: 'crm',
  authenticationId: 'none',
  operation: 'get',
  contextKey,
  data,
});

function needsOf(states: Record<string, StateBody>, overrides: Partial<EngineNeeds> = {}): EngineNeeds {
  return {
    findState: async (stateId) => {
      const body = states[stateId];
      return body && { ...body, agentId: 'agent', stateId, createdAt: NOW, updatedAt: NOW };
    },
    runOperation: async (): Promise<OperationOutcome> => ({ ok: true, result: null }),
    render: async (text) => text,
    ...overrides,
  };
}

const send = (needs: EngineNeeds) => enter(needs, turn, { stateId: '1', because: 'send' });
const answering = (result: JsonValue) => ({
  runOperation: async (): Promise<OperationOutcome> => ({ ok: true, result }),
});

/** States 1 … length, each leading to the next; only the last one has a message. */
function chain(length: number): Record<string, StateBody> {
  const states: Record<string, StateBody> = {};
  for (let index = 1; index < length; index += 1) {
    states[index] = { transitions: [{ condition: 'true', nextState: `${index + 1}` }] };
  }
  return { ...states, [length]: said('arrived') };
}

test('50 states may be entered in one turn, and 51 may not', async () => {
  assert.equal((await send(needsOf(chain(MAX_HOPS)))).reply?.stateId, '50');
  const { reply, stopped } = await send(needsOf(chain(MAX_HOPS + 1)));
  assert.equal(reply, null);
  assert.equal(stopped?.reason, 'hop_limit');
});

const costing =
  (ms: number): Render =>
  async (text, _scope, { spend }) => {
    spend?.(ms);
    return text;
  };
const conditions = (count: number) =>
  Array.from({ length: count }, () => ({ condition: '{{ params.no }}', nextState: '1' }));

test('the templates of a turn may keep threads busy for a second in all', async () => {
  const states = { 1: { transitions: conditions(10), ...said('done') } };
  assert.equal((await send(needsOf(states, { render: costing(MAX_RENDER_MS_PER_TURN / 10) }))).stopped, null);
  const { stopped } = await send(needsOf(states, { render: costing(MAX_RENDER_MS_PER_TURN / 9 + 1) }));
  assert.equal(stopped?.reason, 'invalid_template');
  assert.match(stopped.detail, /ran for more than 1000 ms/);
});

test('templates that have taken long leave the main thread to others', async () => {
  const onThreads: (boolean | undefined)[] = [];
  const slow: Render = async (text, _scope, { spend, onThread }) => {
    onThreads.push(onThread);
    spend?.(6);
    return text;
  };
  await send(needsOf({ 1: { transitions: conditions(4), ...said('done') } }, { render: slow }));
  assert.deepEqual(onThreads, [false, false, true, true]);
});

test('the time of a failed template counts as well', async () => {
  const failing: Render = async (_text, _scope, { spend }) => {
    spend?.(MAX_RENDER_MS_PER_TURN / 9 + 1);
    throw new TemplateError('too_long', 'no');
  };
  const { stopped } = await send(needsOf({ 1: { transitions: conditions(10), ...said('done') } }, { render: failing }));
  assert.match(stopped?.detail ?? '', /ran for more than 1000 ms/);
});

test('a turn may render 5000 strings, and those without Liquid do not count', async () => {
  const withConditions = (count: number) => ({
    1: { transitions: [...conditions(count), { condition: 'never', nextState: '1' }], ...said('done') },
  });
  assert.equal((await send(needsOf(withConditions(MAX_RENDERS_PER_TURN)))).stopped, null);
  const { stopped } = await send(needsOf(withConditions(MAX_RENDERS_PER_TURN + 1)));
  assert.match(stopped?.detail ?? '', /more than 5000 templates/);
});

test('a killed template ends the turn even in the data of an operation; one that fails ends the operation alone', async () => {
  const states = { 1: { operations: [operation('a', { x: '{{ params.x }}' })], ...said('done') } };
  const failing = (fault: 'killed' | 'render') => ({
    render: async () => {
      throw new TemplateError(fault, 'no');
    },
  });
  assert.equal((await send(needsOf(states, failing('killed')))).stopped?.reason, 'invalid_template');
  const { reply, session } = await send(needsOf(states, failing('render')));
  assert.equal(reply?.stateId, '1');
  assert.deepEqual(session.data, { a: null, a_error: { code: 'invalid_data', message: 'no' } });
});

test('a result is kept while the values of the session fit their limit, counted in bytes', async () => {
  const states = { 1: { operations: [operation('a')], ...said('done') } };
  const room = MAX_VALUES_BYTES - '"a":"",'.length;
  for (const text of ['x'.repeat(room), 'ü'.repeat(Math.floor(room / 2))]) {
    assert.equal((await send(needsOf(states, answering(text)))).session.data['a'], text);
    const { session } = await send(needsOf(states, answering(`${text}xx`)));
    assert.equal(session.data['a'], null);
    assert.deepEqual((session.data['a_error'] as { code: string }).code, 'too_large');
  }
});

test('what a session holds is counted as it changes, also in one that was not counted before', async () => {
  const states = { 1: { operations: [operation('a')], ...said('done') } };
  const { bytes: _uncounted, ...session } = { ...freshSession(NOW), params: { x: 'ü' }, data: { a: 1, a_error: {} } };
  const entry = { stateId: '1', because: 'send', params: { x: 'yy', y: {} } } as const;
  const after = (await enter(needsOf(states, answering([1])), { ...turn, session }, entry)).session;
  assert.deepEqual([after.params, after.data], [{ x: 'yy', y: {} }, { a: [1] }]);
  assert.equal(after.bytes, '"x":"yy","y":{},"a":[1],'.length);
});

test('a session without room for the reason of a failure stays unchanged, and expires', async () => {
  const full = { ...freshSession(NOW), params: { x: 'x'.repeat(MAX_SESSION_BYTES) }, awaitingStateId: '1' };
  const { bytes: _uncounted, ...session } = full;
  const states = {
    1: { operations: [operation('a')], input: { nextState: '1', assignments: [{ from: 'text', to: 'a' }] } },
  };
  const later = { ...turn, session, now: '2026-01-02T04:00:00Z' };
  const failing = { runOperation: async () => ({ ok: false, error: { code: 'timeout', message: 'late' } }) as const };
  const decisions = [
    await enter(needsOf(states, failing), later, { stateId: '1', because: 'send' }),
    await reply(needsOf(states, failing), { config: {} }, { ...later, message: { text: 'a' } }),
  ];
  for (const { reply: said, stopped, session: after } of decisions) {
    assert.equal(said, null);
    assert.equal(stopped?.reason, 'session_full');
    assert.deepEqual(after, session);
  }
});

test('a result that is nested too deep is not kept, and keys that reach a prototype are dropped', async () => {
  const states = { 1: { operations: [operation('a')], ...said('done') } };
  const deep = JSON.parse(`${'['.repeat(33)}${']'.repeat(33)}`) as JsonValue;
  assert.equal((await send(needsOf(states, answering(deep)))).session.data['a'], null);
  const { session } = await send(needsOf(states, answering(JSON.parse('{"__proto__":{"x":1},"constructor":1,"y":2}'))));
  assert.deepEqual(session.data['a'], { y: 2 });
});

test('results in the trace are cut after 64 KiB, each at 8 KiB, the trace at 256 KiB, and how it ended is always there', async () => {
  const states = {
    1: { operations: Array.from({ length: 60 }, () => operation('a')), ...said('done') },
  };
  const { trace, session } = await send(needsOf(states, answering('😀'.repeat(4100))));
  const operations = trace.filter((step) => step.step === 'operation');
  const whole = operations.findIndex(({ incomplete }) => incomplete === 'cut');
  assert.equal(whole, Math.floor(MAX_TRACE_RESULTS_LENGTH / 8202));
  const cut = operations[whole];
  assert.equal(operations[0]?.result, '😀'.repeat(4100));
  assert.match(String(cut?.result), /… \(8202 characters in all\)$/);
  assert.ok(String(cut?.result).isWellFormed());
  assert.ok(JSON.stringify(trace).length < MAX_TRACE_LENGTH + 2 * MAX_TRACE_VALUE_LENGTH);
  assert.deepEqual(trace.slice(-2), [
    { step: 'cut', detail: 'longer than 262144 characters' },
    { step: 'message', stateId: '1', contentMessage: { text: 'done' } },
  ]);
  assert.equal(session.data['a'], '😀'.repeat(4100));
});

test('the trace hides values named like a secret', async () => {
  const data = { headers: { Authorization: 'Bearer s3cret', accept: 'a' }, body: [{ apiKey: 's3cret', name: 'n' }] };
  const states = { 1: { operations: [operation('a', data)], ...said('done') } };
  const { trace } = await send(needsOf(states, answering({ access_token: 's3cret', id: 7 })));
  const step = trace.find((candidate) => candidate.step === 'operation');
  assert.deepEqual(step?.data, {
    headers: { Authorization: '[hidden]', accept: 'a' },
    body: [{ apiKey: '[hidden]', name: 'n' }],
  });
  assert.deepEqual(step?.result, { access_token: '[hidden]', id: 7 });
  assert.equal(step?.incomplete, 'hidden');
});

test("a bug in the engine's inputs is not taken for a decision", async () => {
  const broken = needsOf({}, { findState: () => Promise.reject(new Error('the database is away')) });
  await assert.rejects(send(broken), /the database is away/);
});

test('a session ends after its time to live without traffic, 24 hours if the agent does not say', () => {
  const session = freshSession('2026-01-02T00:00:00Z');
  assert.equal(sessionTtlMs({}), 86_400_000);
  assert.equal(sessionTtlMs({ sessionTtl: '600s' }), 600_000);
  assert.equal(sessionEnded(session, sessionTtlMs({}), '2026-01-02T23:59:59.999Z'), false);
  assert.equal(sessionEnded(session, sessionTtlMs({}), '2026-01-03T00:00:00Z'), true);
});

test('every turn is traffic', async () => {
  const later = '2026-01-02T04:00:00Z';
  const { session } = await enter(needsOf({}), { ...turn, now: later }, { stateId: 'gone', because: 'send' });
  assert.equal(session.lastActivityAt, later);
  assert.equal(session.startedAt, NOW);
});
