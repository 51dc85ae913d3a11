/** A flow while it is edited: one history over its states. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, mergedOf } from '../../console/src/flow/compare.ts';
import {
  beginFlow,
  changedStates,
  type EditedFlow,
  editFlow,
  type FlowEdit,
  nextIn,
  savableStates,
} from '../../console/src/flow/edited-flow.ts';
import type { Edit } from '../../console/src/flow/edited-state.ts';

const say = (text: string) => ({ template: { contentMessage: { text } } });
const STORED = new Map([
  ['a', say('A')],
  ['b', say('B')],
]);
const change = (stateId: string, change: Edit): FlowEdit => ({
  to: 'edit',
  stateId,
  stored: STORED.get(stateId) ?? {},
  change,
});
const write = (stateId: string, text: string, atMs = 0) =>
  change(stateId, { to: 'write', part: 'message', text: JSON.stringify({ text }), atMs });
const after = (...changes: FlowEdit[]): EditedFlow => changes.reduce(editFlow, beginFlow(new Map()));
const textsOf = ({ states }: EditedFlow) =>
  [...STORED.keys()].map((id) => states.get(id)?.content.body.template?.contentMessage['text']);

test('undo goes back over all states in the order of the changes, and redo forward again', () => {
  const typed = after(write('a', 'A1'), write('b', 'B1', 9_000), write('a', 'A2', 18_000));
  assert.deepEqual(
    [textsOf(typed), changedStates(typed)],
    [
      ['A2', 'B1'],
      ['a', 'b'],
    ],
  );
  const order: unknown[] = [];
  let flow = typed;
  for (let id = nextIn(flow, 'undo'); id !== undefined; id = nextIn(flow, 'undo')) {
    flow = editFlow(flow, { to: 'undo' });
    order.push([id, ...textsOf(flow)]);
  }
  assert.deepEqual(order, [
    ['a', 'A1', 'B1'],
    ['b', 'A1', 'B'],
    ['a', 'A', 'B'],
  ]);
  assert.deepEqual(changedStates(flow), []);
  const forward = [1, 2, 3].reduce<EditedFlow>((each) => editFlow(each, { to: 'redo' }), flow);
  assert.deepEqual(textsOf(forward), ['A2', 'B1']);
  assert.equal(nextIn(forward, 'redo'), undefined);
});

test('a change ends redo in every state; viewing and typing on are no new steps', () => {
  const undone = after(write('a', 'A1'), { to: 'undo' }, write('b', 'B1', 9_000));
  assert.equal(nextIn(undone, 'redo'), undefined);
  const set = (text: string, atMs: number) =>
    change('a', { to: 'set', field: 'template', value: say(text).template, atMs, at: '/text' });
  const typed = after(set('A1', 0), set('A12', 100), change('a', { to: 'show', part: 'json' }));
  assert.deepEqual(typed.done, ['a']);
});

test('what cannot be parsed, and what others have changed, waits; the rest can be saved', () => {
  const flow = after(
    write('a', 'Mine'),
    change('b', { to: 'write', part: 'message', text: '{', atMs: 0 }),
    change('a', { to: 'stored', body: say('Theirs') }),
  );
  assert.deepEqual([changedStates(flow), savableStates(flow)], [['a', 'b'], []]);
  assert.deepEqual(savableStates(editFlow(flow, change('a', { to: 'keep' }))), ['a']);
  assert.deepEqual(changedStates(editFlow(flow, change('a', { to: 'discard' }))), ['b']);
});

test('a state that was deleted elsewhere leaves the document, and one that comes back brings what was kept', () => {
  const flow = after(write('a', 'A1'), { to: 'stored', stored: new Map([['b', say('B')]]), kept: new Map() });
  assert.deepEqual([...flow.states.keys()], []);
  assert.equal(nextIn(flow, 'undo'), undefined);
  const kept = after(write('a', 'A1')).states;
  assert.deepEqual(textsOf(editFlow(flow, { to: 'stored', stored: STORED, kept })), ['A1', undefined]);
});

test('two changes of different parts become one, and of the same part none', () => {
  const base = { ...say('Base'), transitions: [{ condition: 'true', nextState: 'a' }] };
  const theirs = { ...base, ...say('Theirs') };
  const mine = { template: base.template, input: { nextState: 'b' } };
  assert.deepEqual(mergedOf(base, theirs, mine), { ...say('Theirs'), input: { nextState: 'b' } });
  assert.equal(mergedOf(base, theirs, { ...base, ...say('Mine') }), null);
});

test('a difference names each place with both values', () => {
  const theirs = { ...say('Theirs'), transitions: [{ condition: 'true', nextState: 'a' }] };
  assert.deepEqual(differencesOf(theirs, say('Mine')), [
    { path: '/template/contentMessage/text', theirs: 'Theirs', mine: 'Mine' },
    { path: '/transitions', theirs: theirs.transitions, mine: undefined },
  ]);
  assert.deepEqual(differencesOf({ a: 1, b: 2 }, { b: 2, a: 1 }), []);
});
