/**
 * Places the states of a flow, and leads its edges around them: layers from left to right, entry states first. ELK works
 * in its own thread, so that a large flow does not block the page.
 */
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { backEdges } from './back-edges.ts';
import { ENTRY_Y, heightOf, labelOf, NODE_WIDTH, outletOf, outletsOf } from './card-size.ts';
import { AGENT_NODE, type FlowEdge, type FlowGraph, type FlowNode } from './graph.ts';
import { type Layout, type Route, readingOrder, wayOf } from './places.ts';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.layered.spacing.edgeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.separateConnectedComponents': 'false',
  // Half of ELK's default: its cost grows with the square, and nobody sees the difference.
  'elk.layered.thoroughness': '4',
};

const BEFORE_ALL = { 'elk.layered.layering.layerConstraint': 'FIRST_SEPARATE' };
const FIRST = { 'elk.layered.layering.layerConstraint': 'FIRST' };

let elk: InstanceType<typeof ELK> | null = null;

export async function layOut(graph: FlowGraph): Promise<Layout> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const back = backEdges(graph);
  const edges = graph.edges.filter((edge) => !back.has(edge));
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const laidOut = await elk.layout({
    id: 'flow',
    layoutOptions: OPTIONS,
    children: readingOrder(graph).map(placed),
    edges: edges.map((edge) => routed(edge, byId)),
  });
  const found = new Map((laidOut.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    places: new Map((laidOut.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    routes: new Map(edges.map((edge) => [wayOf(edge), routeOf(found.get(edge.id))])),
  };
}

const portOf = (id: string, outlet: string) => JSON.stringify([id, outlet]);

function placed(node: FlowNode): ElkNode {
  const { id, isEntry } = node;
  const ports = [
    { id: portOf(id, 'in'), width: 0, height: 0, x: 0, y: ENTRY_Y },
    ...outletsOf(node).map(({ id: outlet, y }) => ({ id: portOf(id, outlet), width: 0, height: 0, x: NODE_WIDTH, y })),
  ];
  const layer = isEntry ? (id === AGENT_NODE ? BEFORE_ALL : FIRST) : {};
  return {
    id,
    width: NODE_WIDTH,
    height: heightOf(node),
    ports,
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS', ...layer },
  };
}

function routed(edge: FlowEdge, byId: ReadonlyMap<string, FlowNode>): ElkExtendedEdge {
  const { id, source, target } = edge;
  const text = labelOf(edge);
  return {
    id,
    sources: [portOf(source, outletOf(byId.get(source)!, edge.row))],
    targets: [portOf(target, 'in')],
    ...(text !== undefined && { labels: [{ text, width: text.length * LETTER_WIDTH, height: 18 }] }),
  };
}

/** Pixels, of the labels' font, on average. */
const LETTER_WIDTH = 7;

function routeOf(edge: ElkExtendedEdge | undefined): Route {
  const { startPoint, bendPoints = [], endPoint } = edge!.sections![0]!;
  const [label] = edge!.labels ?? [];
  return {
    points: [startPoint, ...bendPoints, endPoint],
    ...(label && { label: { x: label.x! + label.width! / 2, y: label.y! + label.height! / 2 } }),
  };
}
