/** Which edges of a flow lead back: without them it has no cycle, so that the others all point to the right. Pure. */
import { AGENT_NODE, type FlowEdge, type FlowGraph } from './graph.ts';

/** Those to an entry too: entries are at the left. */
export function backEdges({ nodes, edges }: FlowGraph): Set<FlowEdge> {
  const after = Map.groupBy(edges, ({ source }) => source);
  const entries = new Set(nodes.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  const back = new Set(edges.filter(({ source, target }) => source !== AGENT_NODE && entries.has(target)));
  const seen = new Set<string>();
  const open = new Set<string>();
  for (const start of [...entries, ...nodes.map(({ id }) => id)]) {
    // A stack of its own: a flow may be deeper than the engine's.
    const way: { id: string; at: number }[] = [];
    const enter = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      open.add(id);
      way.push({ id, at: 0 });
    };
    enter(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const edge = after.get(top.id)?.[top.at];
      top.at += 1;
      if (!edge) {
        open.delete(top.id);
        way.pop();
      } else if (open.has(edge.target)) back.add(edge);
      else enter(edge.target);
    }
  }
  return back;
}
