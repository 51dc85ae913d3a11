import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENT_NODE, bodyOf, type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { chipsOf } from '../../console/src/flow/rows.ts';

const text = (words: string, chips: { text: string; postbackData: string }[] = []) => ({
  template: { contentMessage: { text: words, suggestions: chips.map((reply) => ({ reply })) } },
});

const problemsOf = (states: FlowState[], stateId: string) =>
  flowGraph(states, {}).nodes.find(({ id }) => id === stateId)?.problems;

test('a saved state is all that its author wrote, and nothing that the service added', () => {
  const body = { ...text('Half price'), messageTrafficType: 'PROMOTION' as const, input: { nextState: 'b' } };
  const added = { agentId: 'agent_1', createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-02T03:04:05Z' };
  assert.deepEqual(bodyOf({ ...added, stateId: 'a', ...body }), body);
});

test('edges are told apart by how they lead to the next state', () => {
  const states: FlowState[] = [
    {
      stateId: 'welcome',
      flowEntryStateId: 'welcome',
      ...text('Hi', [
        { text: 'Help', postbackData: 'help' },
        { text: 'Order', postbackData: '{"nextState":"order","params":{"a":1}}' },
        { text: 'Other', postbackData: 'no state of ours' },
      ]),
      transitions: [{ condition: '{{ data.vip }}', nextState: 'vip' }],
      input: { nextState: 'order' },
    },
    { stateId: 'help', ...text('Help') },
    { stateId: 'order', ...text('Order') },
    { stateId: 'vip', ...text('Vip') },
  ];
  const config = { defaultState: 'help', keywords: [{ keyword: ' START ', stateId: 'welcome' }] };
  const edges = flowGraph(states, config).edges.map(({ kind, source, target, label }) => [kind, source, target, label]);
  assert.deepEqual(edges, [
    ['keyword', AGENT_NODE, 'welcome', 'START'],
    ['default', AGENT_NODE, 'help', 'anything else'],
    ['transition', 'welcome', 'vip', '{{ data.vip }}'],
    ['chip', 'welcome', 'help', 'Help'],
    ['chip', 'welcome', 'order', 'Order'],
    ['input', 'welcome', 'order', 'answer'],
  ]);
});

test('a missing state is shown, and marked where it is named', () => {
  const states: FlowState[] = [
    { stateId: 'a', flowEntryStateId: 'a', ...text('A'), input: { nextState: 'gone' } },
    { stateId: 'b', flowEntryStateId: 'nowhere', ...text('B') },
  ];
  const { nodes } = flowGraph(states, {});
  assert.equal(nodes.find(({ id }) => id === 'gone')?.kind, 'missing');
  assert.deepEqual(problemsOf(states, 'a'), ['The input leads to “gone”, which does not exist.']);
  assert.match(problemsOf(states, 'b')!.join(' '), /flow entry “nowhere” does not exist/);
});

test('a state that nothing leads to is marked, and one that a chip of a card leads to is not', () => {
  const card = {
    richCard: {
      standaloneCard: { cardContent: { title: 'T', suggestions: [{ reply: { text: 'Go', postbackData: 'b' } }] } },
    },
  };
  const states: FlowState[] = [
    { stateId: 'a', flowEntryStateId: 'a', template: { contentMessage: card } },
    { stateId: 'b', ...text('B') },
    { stateId: 'alone', ...text('C') },
  ];
  assert.deepEqual(problemsOf(states, 'b'), []);
  assert.match(problemsOf(states, 'alone')!.join(' '), /Nothing leads here/);
});

test('what follows a state that only a send request can enter is not marked, and a loop that nothing leads into is', () => {
  const to = (nextState: string) => ({ ...text('A'), input: { nextState } });
  const states: FlowState[] = [
    { stateId: 'sent', ...to('after') },
    { stateId: 'after', ...text('B') },
    { stateId: 'one', ...to('other') },
    { stateId: 'other', ...to('one') },
  ];
  const marked = states.filter(({ stateId }) => /Nothing leads here/.test(problemsOf(states, stateId)!.join(' ')));
  assert.deepEqual(
    marked.map(({ stateId }) => stateId),
    ['sent', 'one', 'other'],
  );
});

test('a loop of transitions alone is marked on each of its states, and one with a message in it is not', () => {
  const states: FlowState[] = [
    { stateId: 'a', flowEntryStateId: 'a', transitions: [{ condition: 'true', nextState: 'b' }] },
    {
      stateId: 'b',
      transitions: [
        { condition: 'true', nextState: 'a' },
        { condition: 'x', nextState: 'c' },
      ],
    },
    { stateId: 'c', ...text('C'), input: { nextState: 'a' } },
  ];
  assert.match(problemsOf(states, 'a')!.join(' '), /loop without a message or an input: .*→/);
  assert.match(problemsOf(states, 'b')!.join(' '), /can loop/);
  assert.deepEqual(problemsOf(states, 'c'), []);
});

test('half-written messages cause no error', () => {
  for (const content of [null, 1, 'x', [], { suggestions: null }, { suggestions: [null, { reply: { text: 3 } }] }]) {
    assert.deepEqual(chipsOf(content), []);
  }
});
