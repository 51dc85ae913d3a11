/** Two flows as one graph, which says what the second has more, has otherwise, and no longer has. Pure. */
import type { FlowEdge, FlowGraph, FlowNode } from '../flow/graph.ts';

/** Which states differ: of the API's comparison of the two. */
type Differences = { added: string[]; removed: string[]; changed: { stateId: string }[] };

export function comparedGraph(before: FlowGraph, after: FlowGraph, differences: Differences): FlowGraph {
  const added = new Set(differences.added);
  const removed = new Set(differences.removed);
  const changed = new Set(differences.changed.map(({ stateId }) => stateId));
  const kept = new Map(after.nodes.map((node) => [node.id, node]));
  const marked = (node: FlowNode): FlowNode => {
    if (added.has(node.id)) return { ...node, change: 'added' };
    return changed.has(node.id) ? { ...node, change: 'changed' } : node;
  };
  const gone = before.nodes
    .filter(({ id }) => removed.has(id) || !kept.has(id))
    .map((node): FlowNode => ({ ...node, problems: [], ...(removed.has(node.id) && { change: 'removed' }) }));
  const edges = comparedEdges(before.edges, after.edges);
  return {
    // What still leads to a state that was removed has it as a missing one.
    nodes: [...after.nodes.filter(({ id }) => !removed.has(id)).map(marked), ...gone],
    edges: edges.map((edge, index) => ({ ...edge, id: String(index) })),
  };
}

/** An edge is the same by its ends, its kind and its label; changed, when its label alone is another. */
function comparedEdges(before: FlowEdge[], after: FlowEdge[]): FlowEdge[] {
  const same = paired(before, after, ({ source, target, kind, label }) => [source, target, kind, label]);
  const relabelled = paired(same.left, same.added, ({ source, target, kind }) => [source, target, kind]);
  return [
    ...same.pairs.map(([, edge]) => edge),
    ...relabelled.pairs.map(([, edge]): FlowEdge => ({ ...edge, change: 'changed' })),
    ...relabelled.added.map((edge): FlowEdge => ({ ...edge, change: 'added' })),
    ...relabelled.left.map((edge): FlowEdge => ({ ...edge, change: 'removed' })),
  ];
}

/** Each of `after` with one of `before` that has the same key; `left` and `added` are those without. */
function paired(before: FlowEdge[], after: FlowEdge[], keyOf: (edge: FlowEdge) => string[]) {
  const waiting = Map.groupBy(before, (edge) => JSON.stringify(keyOf(edge)));
  const pairs: [FlowEdge, FlowEdge][] = [];
  const added: FlowEdge[] = [];
  for (const edge of after) {
    const old = waiting.get(JSON.stringify(keyOf(edge)))?.shift();
    if (old) pairs.push([old, edge]);
    else added.push(edge);
  }
  return { pairs, added, left: [...waiting.values()].flat() };
}
