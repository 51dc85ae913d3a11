/** The ways out of a state, as its card shows them, and lines that are drawn from them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backEdges } from '../../console/src/flow/back-edges.ts';
import { outletOf, outletsOf, REST } from '../../console/src/flow/card-size.ts';
import { reconnection } from '../../console/src/flow/connect.ts';
import { type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { rowsOf } from '../../console/src/flow/rows.ts';
import type { StateBody } from '../../src/model/state.ts';

const chip = (text: string, postbackData: string) => ({ reply: { text, postbackData } });
const BODY: StateBody = {
  template: {
    contentMessage: {
      richCard: {
        standaloneCard: { cardContent: { title: 'Card', suggestions: [chip('Inner', '{"nextState":"b"}')] } },
      },
      suggestions: [chip('Outer', 'c'), chip('Text', 'nothing of ours')],
    },
  },
  transitions: [
    { condition: '{{ params.a }}', nextState: 'b' },
    { condition: 'true', nextState: 'c' },
  ],
  input: { nextState: 'b', assignments: [{ from: 'message.text', to: 'name' }] },
};
const STATES = ['a', 'b', 'c'];
const rows = rowsOf(BODY, (stateId) => STATES.includes(stateId));

/** The state after a line from this row to `d`. */
function redrawn(label: string): StateBody {
  const change = reconnection(BODY, rows.find((row) => row.label === label)!, {
    stateId: 'd',
    stateIds: [...STATES, 'd'],
  });
  return { ...BODY, [change.field]: change.value };
}

test('each transition, chip and answer of a state is a row, with where it leads', () => {
  assert.deepEqual(
    rows.map(({ kind, label, target }) => [kind, label, target]),
    [
      ['transition', '{{ params.a }}', 'b'],
      ['transition', 'else', 'c'],
      ['chip', 'Inner', 'b'],
      ['chip', 'Outer', 'c'],
      ['chip', 'Text', null],
      ['input', 'answer', 'b'],
    ],
  );
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('a state that says nothing and has no transition for the rest has a row for it', () => {
  const last = (body: StateBody) => rowsOf(body, () => true).at(-1);
  const transitions = [{ condition: '{{ params.a }}', nextState: 'b' }];
  assert.deepEqual(last({ transitions }), { id: 'else', kind: 'transition', label: 'else', target: null, keys: [] });
  assert.equal(last({ transitions: [{ condition: 'true', nextState: 'b' }] })?.label, 'always');
  assert.equal(last({ transitions, template: { contentMessage: { text: 'Hi' } } })?.label, '{{ params.a }}');
});

test('a line from a row changes that row alone', () => {
  const leads = (body: StateBody) =>
    rowsOf(body, (stateId) => [...STATES, 'd'].includes(stateId)).map((row) => row.target);
  const before = leads(BODY);
  for (const [index, { label }] of rows.entries()) {
    assert.deepEqual(leads(redrawn(label)), before.with(index, 'd'), label);
  }
  assert.deepEqual(redrawn('answer').input, { ...BODY.input, nextState: 'd' });
  assert.match(JSON.stringify(redrawn('Inner').template), /"postbackData":"\{\\"nextState\\":\\"d\\"\}"/);
});

test('a line from the rest adds a transition for it', () => {
  const body: StateBody = { transitions: [{ condition: '{{ params.a }}', nextState: 'b' }] };
  const change = reconnection(body, rowsOf(body, () => true).at(-1)!, { stateId: 'd', stateIds: ['d'] });
  assert.deepEqual(change.value, [...body.transitions!, { condition: 'true', nextState: 'd' }]);
});

test('without the edges that lead back a flow has no cycle, and no other edge is taken out', () => {
  const to = (stateId: string, ...targets: string[]): FlowState => ({
    stateId,
    flowEntryStateId: 'a',
    template: { contentMessage: { suggestions: targets.map((target) => chip(target, target)) } },
  });
  const graph = flowGraph([to('a', 'b', 'c'), to('b', 'd', 'a'), to('c', 'b', 'c'), to('d', 'b')], {});
  const back = [...backEdges(graph)].map(({ source, target }) => `${source} ${target}`);
  assert.deepEqual(back.toSorted(), ['b a', 'c c', 'd b']);
});

test('a state with many ways shows the first of them, and the others begin at one place', () => {
  const suggestions = Array.from({ length: 11 }, (_, index) => chip(`Chip ${index}`, 'a'));
  const [node] = flowGraph([{ stateId: 'a', template: { contentMessage: { suggestions } } }], {}).nodes;
  assert.equal(outletsOf(node!).length, 10);
  assert.equal(outletOf(node!, node!.rows[0]!.id), node!.rows[0]!.id);
  assert.equal(outletOf(node!, node!.rows[10]!.id), REST);
});
