/** Lines that lead back cross the others: they are drawn around the selected state alone, and the cards name them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnEdges, waysBack } from '../../console/src/flow/drawn-edges.ts';
import type { FlowGraph } from '../../console/src/flow/graph.ts';

const edge = (source: string, target: string, label: string) =>
  ({ id: `${source} ${target} ${label}`, source, target, kind: 'chip', label }) as const;
const GRAPH: FlowGraph = {
  nodes: [],
  edges: [
    edge('a', 'b', 'a label that is longer than fits'),
    edge('b', 'a', 'back'),
    edge('b', 'a', 'again'),
    edge('b', 'b', 'here'),
  ],
};
const WAY = [
  { x: 10, y: 0 },
  { x: 90, y: 0 },
];
const LAYOUT = {
  places: new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 100, y: 0 }],
  ]),
  ways: [WAY, undefined, undefined, undefined],
};

test('only what leads on is drawn, along its way, with as much of its label as fits', () => {
  const drawn = drawnEdges(GRAPH, LAYOUT, null);
  assert.deepEqual(
    drawn.map(({ data }) => data),
    [{ way: WAY, words: 'a label that is l…' }],
  );
});

test('beside the selected state everything is', () => {
  assert.equal(drawnEdges(GRAPH, LAYOUT, 'a').length, 3);
  assert.equal(drawnEdges(GRAPH, LAYOUT, 'b').length, 4);
});

test('a card names each state that it leads back to once', () => {
  assert.deepEqual([...waysBack(GRAPH, LAYOUT)], [['b', ['a', 'b']]]);
});
