/** How the edges of a flow are drawn: their kinds and their changes are told apart by colour, dash and label. */
import { type Edge, MarkerType } from '@xyflow/react';
import { labelOf, NEW, outletOf } from './card-size.ts';
import type { FlowEdge, FlowGraph } from './graph.ts';
import { type Layout, type Route, wayOf } from './places.ts';
import type { EdgeKind } from './rows.ts';

export const KINDS: Record<EdgeKind, { name: string; dashes?: string }> = {
  chip: { name: 'chip' },
  input: { name: 'input' },
  transition: { name: 'transition', dashes: '7 4' },
  keyword: { name: 'keyword', dashes: '2 3' },
  default: { name: 'default', dashes: '2 3' },
};

/** `stub`: it leads back, which its row says; the whole line would cross those that lead on. */
export type WayEdge = Edge<{ route: Route | undefined; isStub: boolean; label: string | undefined }, 'way'>;

/** Edges that lead back are drawn whole when one of their ends is selected, or when there is something to tell of them. */
export function drawnEdges({ nodes, edges }: FlowGraph, { routes }: Layout, look: Look): WayEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isCompared = edges.some(({ change }) => change);
  return edges.map((edge) => {
    const { id, source, target, kind, row, change, count } = edge;
    const isNear = look.selected !== null && (source === look.selected || target === look.selected);
    const isOnWay = look.way.has(wayOf(edge));
    const route = routes.get(wayOf(edge));
    const isTold = change !== undefined || count !== undefined;
    const color = `var(--edge-${change ?? kind})`;
    const from = byId.get(source);
    return {
      id,
      type: 'way' as const,
      source,
      target,
      sourceHandle: from ? outletOf(from, row) : NEW,
      data: { route, isStub: !route && !isNear && !isTold && !isOnWay, label: labelOf(edge) },
      style: {
        stroke: color,
        strokeWidth: isOnWay ? 4 : isNear || change ? 2.6 : 1.6,
        strokeDasharray: change === 'removed' ? '1 6' : KINDS[kind].dashes,
        opacity: isCompared && !isTold && !isNear ? 0.3 : 1,
      },
      labelStyle: { fill: color },
      markerEnd: { type: MarkerType.ArrowClosed, color },
      zIndex: isNear || isOnWay ? 1 : 0,
      ariaLabel: said(edge),
    };
  });
}

export type Look = {
  selected: string | null;
  /** Edges to light up, by `wayOf`. */
  way: ReadonlySet<string>;
};

function said({ source, target, kind, label, change, count }: FlowEdge): string {
  const words = `${KINDS[kind].name} ${label} from ${source} to ${target}`;
  return [words, ...(change ? [change] : []), ...(count !== undefined ? [count] : [])].join(', ');
}
