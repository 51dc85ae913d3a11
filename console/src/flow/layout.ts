/**
 * Where the states of a flow stand: layers from left to right, entry states first. ELK works in a thread of its own, so
 * that a large flow does not hold up the page.
 */
import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { FlowGraph } from './graph.ts';

/** Of a node, in pixels; `flow-graph.css` draws them as large. */
export const NODE_WIDTH = 230;
export const NODE_HEIGHT = 104;

export type Places = Map<string, { x: number; y: number }>;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '120',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeNode': '24',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.separateConnectedComponents': 'true',
  // Half of ELK's own: what it costs grows with the square, and nobody sees the difference.
  'elk.layered.thoroughness': '4',
};

let elk: InstanceType<typeof ELK> | null = null;

export async function layOut({ nodes, edges }: FlowGraph): Promise<Places> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  const laidOut = await elk.layout({
    id: 'flow',
    layoutOptions: OPTIONS,
    children: nodes.map(({ id, isEntry }) => ({
      id,
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      ...(isEntry && edges.every(({ target }) => target !== id) && { layoutOptions: FIRST }),
    })),
    edges: edges.map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
  });
  return new Map((laidOut.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}

const FIRST = { 'elk.layered.layering.layerConstraint': 'FIRST' };
