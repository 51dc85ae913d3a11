import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENT_NODE, type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { countedGraph, otherWays } from '../../console/src/funnel/counted-graph.ts';

const states: FlowState[] = [
  {
    stateId: 'ask',
    template: {
      contentMessage: {
        text: 'When?',
        suggestions: ['Today', 'Now'].map((text) => ({ reply: { text, postbackData: 'booked' } })),
      },
    },
    input: { nextState: 'booked' },
  },
  { stateId: 'booked', template: { contentMessage: { text: 'Booked' } } },
];
const graph = flowGraph(states, { keywords: [{ keyword: 'BOOK', stateId: 'ask' }] });

const none = { entered: 0, waited: 0, answered: 0, left: 0, failed: 0, sent: 0 };
const way = (from: string | null, to: string, because: 'send' | 'chip' | 'input' | 'keyword', count: number) => ({
  ...{ from, to, because, count },
});
const funnel = {
  states: [
    { ...none, stateId: 'ask', entered: 400, waited: 400, answered: 300, left: 80 },
    { ...none, stateId: 'booked', entered: 300 },
  ],
  edges: [
    way(null, 'ask', 'send', 360),
    way('ask', 'booked', 'chip', 200),
    way('ask', 'booked', 'input', 100),
    way(null, 'ask', 'keyword', 30),
    way('booked', 'ask', 'keyword', 10),
  ],
};

test('each way has how often it was taken, and its share of those who came to its state', () => {
  const counted = countedGraph(graph, funnel);
  assert.deepEqual(
    counted.edges.map(({ kind, label, count }) => [kind, label, count]),
    [
      // From wherever the user was.
      ['keyword', 'BOOK', '40'],
      // Two chips to the same state are one way.
      ['chip', 'Today / Now', '200 (50 %)'],
      ['input', 'answer', '100 (25 %)'],
    ],
  );
});

test('a state has how many entered it, and how many of those who were asked left', () => {
  const { nodes } = countedGraph(graph, funnel);
  assert.deepEqual(
    nodes.map(({ id, count }) => [id, count]),
    [
      [AGENT_NODE, undefined],
      ['ask', '400 entered, 80 left (20 %)'],
      ['booked', '300 entered'],
    ],
  );
});

test('ways that the graph does not have are told beside it', () => {
  assert.deepEqual(otherWays(graph, funnel), [way(null, 'ask', 'send', 360)]);
});
