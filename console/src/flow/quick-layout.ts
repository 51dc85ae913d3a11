/**
 * Places the states of a flow at once, in columns: what one looks at while `layout.ts` finds better places for a large
 * flow. Pure.
 */
import { backEdges } from './back-edges.ts';
import { heightOf, NODE_WIDTH } from './card-size.ts';
import { AGENT_NODE, type FlowEdge, type FlowGraph, type FlowNode } from './graph.ts';
import { endsOf, type Layout, type Point, readingOrder, wayOf } from './places.ts';

/** Pixels between the cards of two columns, and of one. */
const BETWEEN_COLUMNS = 90;
const BETWEEN_CARDS = 36;

export function quickLayout(graph: FlowGraph): Layout {
  const back = backEdges(graph);
  const edges = graph.edges.filter((edge) => !back.has(edge));
  const columns = columnsOf(graph, edges);
  const places = new Map<string, Point>();
  const bottoms: number[] = [];
  for (const node of readingOrder(graph)) {
    const column = columns.get(node.id)!;
    const y = bottoms[column] ?? 0;
    bottoms[column] = y + heightOf(node) + BETWEEN_CARDS;
    places.set(node.id, { x: column * (NODE_WIDTH + BETWEEN_COLUMNS), y });
  }
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return { places, routes: new Map(edges.map((edge) => [wayOf(edge), { points: stepped(edge, places, byId) }])) };
}

/** Each state one column after the last of those that lead to it; only the agent is before entries. No cycle in `edges`. */
function columnsOf({ nodes }: FlowGraph, edges: readonly FlowEdge[]): Map<string, number> {
  const first = nodes.some(({ id }) => id === AGENT_NODE) ? 1 : 0;
  const columns = new Map(nodes.map(({ id }) => [id, id === AGENT_NODE ? 0 : first]));
  const after = Map.groupBy(edges, ({ source }) => source);
  const waiting = new Map([...Map.groupBy(edges, ({ target }) => target)].map(([id, into]) => [id, into.length]));
  const ready = nodes.flatMap(({ id }) => (waiting.has(id) ? [] : id));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const { target } of after.get(id) ?? []) {
      columns.set(target, Math.max(columns.get(target)!, columns.get(id)! + 1));
      waiting.set(target, waiting.get(target)! - 1);
      if (waiting.get(target) === 0) ready.push(target);
    }
  }
  return columns;
}

/** Out of the row, down between the columns, and into the card. */
function stepped(edge: FlowEdge, places: Map<string, Point>, byId: Map<string, FlowNode>): Point[] {
  const { start, end } = endsOf(edge, byId, places)!;
  const middle = end.x - BETWEEN_COLUMNS / 2;
  return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end];
}
