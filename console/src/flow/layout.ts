/**
 * Places the states of a flow, and the lines between them, which go around cards: layers from left to right, entry states first. ELK works in its own thread, so that a
 * large flow does not block the page.
 */
import ELK, { type ElkExtendedEdge } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Layout } from './drawn-edges.ts';
import { AGENT_NODE, type FlowGraph, type FlowNode } from './graph.ts';

/** Of a node, in pixels; the same in `flow-graph.module.css`. */
export const NODE_WIDTH = 230;
export const NODE_HEIGHT = 104;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  // Room for a label.
  'elk.layered.spacing.nodeNodeBetweenLayers': '150',
  'elk.layered.spacing.edgeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '24',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.separateConnectedComponents': 'false',
  // Half of ELK's default: its cost grows with the square, and nobody sees the difference.
  'elk.layered.thoroughness': '4',
};

let elk: InstanceType<typeof ELK> | null = null;

export async function layOut({ nodes, edges }: FlowGraph): Promise<Layout> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const entries = new Set(nodes.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  const inOrder = readingOrder({ nodes, edges });
  const laidOut = await elk.layout({
    id: 'flow',
    layoutOptions: OPTIONS,
    children: inOrder.map(({ id, isEntry }) => ({
      id,
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      ...(isEntry && { layoutOptions: id === AGENT_NODE ? BEFORE_ALL : FIRST }),
    })),
    // Edges back to an entry are drawn, but do not affect the layout: entries are at the left.
    edges: edges.flatMap(({ source, target }, index) =>
      source === AGENT_NODE || !entries.has(target)
        ? [{ id: String(index), sources: [source], targets: [target] }]
        : [],
    ),
  });
  const drawn: ElkExtendedEdge[] = laidOut.edges ?? [];
  const sections = new Map(drawn.map(({ id, sections: [section] = [] }) => [id, section]));
  return {
    places: new Map((laidOut.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    ways: edges.map((_edge, index) => {
      const section = sections.get(String(index));
      return section && [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    }),
  };
}

/**
 * Entries first, then breadth first: ELK reverses edges that lead back in this order, so that a flow reads from left to
 * right.
 */
function readingOrder({ nodes, edges }: FlowGraph): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const after = Map.groupBy(edges, ({ source }) => source);
  const order = new Set(nodes.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  for (const id of order) for (const { target } of after.get(id) ?? []) order.add(target);
  for (const { id } of nodes) order.add(id);
  return [...order].flatMap((id) => byId.get(id) ?? []);
}

const BEFORE_ALL = { 'elk.layered.layering.layerConstraint': 'FIRST_SEPARATE' };
const FIRST = { 'elk.layered.layering.layerConstraint': 'FIRST' };
