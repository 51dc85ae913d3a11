import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_Y, heightOf } from '../../console/src/flow/card-size.ts';
import { AGENT_NODE, type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { wayOf } from '../../console/src/flow/places.ts';
import { quickLayout } from '../../console/src/flow/quick-layout.ts';

/** Each leads to those after the colon, by chips; `a` is the entry. */
function graphOf(...lines: string[]) {
  const states = lines.map((line): FlowState => {
    const [stateId = '', ...targets] = line.split(/[: ]+/);
    const suggestions = targets.map((postbackData) => ({ reply: { text: postbackData, postbackData } }));
    return { stateId, flowEntryStateId: 'a', template: { contentMessage: { text: stateId, suggestions } } };
  });
  return flowGraph(states, { defaultState: 'a' });
}

test('each state stands one column after the last that leads to it, and those that lead back count for nothing', () => {
  const { places, routes } = quickLayout(graphOf('a: b c', 'b: c', 'c: d a', 'd: b'));
  const columns = [AGENT_NODE, 'a', 'b', 'c', 'd'].map((id) => places.get(id)!.x);
  assert.deepEqual(
    columns,
    columns.toSorted((one, other) => one - other),
  );
  assert.equal(new Set(columns).size, columns.length);
  assert.deepEqual([...routes.keys()].map((way) => JSON.parse(way).toSpliced(1, 1).join(' to ')).toSorted(), [
    `${AGENT_NODE} to a`,
    'a to b',
    'a to c',
    'b to c',
    'c to d',
  ]);
});

test('the cards of a column do not overlap, and a line ends where its card begins', () => {
  const graph = graphOf('a: b c d', 'b', 'c: e', 'd', 'e');
  const { places, routes } = quickLayout(graph);
  const beside = graph.nodes.filter(({ id }) => ['b', 'c', 'd'].includes(id));
  for (const [index, node] of beside.entries()) {
    const next = beside[index + 1];
    if (next) assert.ok(places.get(next.id)!.y > places.get(node.id)!.y + heightOf(node));
  }
  for (const edge of graph.edges) {
    const { x, y } = places.get(edge.target)!;
    assert.deepEqual(routes.get(wayOf(edge))!.points.at(-1), { x, y: y + ENTRY_Y });
  }
});
