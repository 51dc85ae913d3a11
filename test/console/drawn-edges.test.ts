import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_Y, heightOf, NODE_WIDTH } from '../../console/src/flow/card-size.ts';
import { drawnEdges } from '../../console/src/flow/drawn-edges.ts';
import { type FlowEdge, type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { wayOf } from '../../console/src/flow/places.ts';
import { quickLayout } from '../../console/src/flow/quick-layout.ts';

const says = (stateId: string, ...targets: string[]): FlowState => ({
  stateId,
  flowEntryStateId: 'a',
  template: {
    contentMessage: {
      text: stateId,
      suggestions: targets.map((to) => ({ reply: { text: `to ${to}`, postbackData: to } })),
    },
  },
});

const GRAPH = flowGraph([says('a', 'b'), says('b', 'c'), says('c', 'a')], {});
const LAYOUT = quickLayout(GRAPH);
const NONE = { selected: null, way: new Set<string>() };
const drawn = (edges: FlowEdge[], look: Partial<typeof NONE> | { selected: string } = {}) =>
  new Map(drawnEdges({ ...GRAPH, edges }, LAYOUT, { ...NONE, ...look }).map((edge) => [edge.source, edge]));

test('a line that leads back is a stub, until its state is selected, it is told of, or it was taken', () => {
  const stubs = (look = {}, edges = GRAPH.edges) => [...drawn(edges, look).values()].map(({ data }) => data!.isStub);
  assert.deepEqual(stubs(), [false, false, true]);
  assert.deepEqual(stubs({ selected: 'b' }), [false, false, true]);
  assert.deepEqual(stubs({ selected: 'c' }), [false, false, false]);
  assert.deepEqual(stubs({ way: new Set([wayOf(GRAPH.edges[2]!)]) }), [false, false, false]);
  const counted = GRAPH.edges.map((edge) => ({ ...edge, count: '7' }));
  assert.deepEqual(stubs({}, counted), [false, false, false]);
});

test('what differs is told by its label, its dash and for screen readers, and the rest steps back', () => {
  const [first, ...others] = GRAPH.edges;
  const edges = drawn([{ ...first!, change: 'removed' }, ...others]);
  const removed = edges.get('a')!;
  assert.equal(removed.data!.label, '− to b');
  assert.match(removed.ariaLabel!, /^chip to b from a to b, removed$/);
  assert.equal(removed.style!.strokeDasharray, '1 6');
  assert.deepEqual([removed.style!.opacity, edges.get('b')!.style!.opacity], [1, 0.3]);
});

test('what was taken is drawn widest and above the others', () => {
  const edges = drawn(GRAPH.edges, { way: new Set([wayOf(GRAPH.edges[0]!)]) });
  assert.deepEqual(
    ['a', 'b'].map((source) => [edges.get(source)!.style!.strokeWidth, edges.get(source)!.zIndex]),
    [
      [4, 1],
      [1.6, 0],
    ],
  );
});

test('a line that leads back is drawn around the cards between its ends', () => {
  const { points } = drawn(GRAPH.edges, { selected: 'c' }).get('c')!.data!.route!;
  const cards = GRAPH.nodes.map((node) => ({ ...LAYOUT.places.get(node.id)!, height: heightOf(node) }));
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index]!;
    assert.ok(from.x === to.x || from.y === to.y, 'each piece is level or upright');
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    const crossed = cards.filter(
      (card) => left < card.x + NODE_WIDTH && right > card.x && top < card.y + card.height && bottom > card.y,
    );
    assert.deepEqual(crossed, []);
  }
  assert.deepEqual(points.at(-1), { x: LAYOUT.places.get('a')!.x, y: LAYOUT.places.get('a')!.y + ENTRY_Y });
});
