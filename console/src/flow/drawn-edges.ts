/** How the edges of a flow are drawn: their kinds and their changes are told apart by colour, dash and label. */
import { type Edge, MarkerType } from '@xyflow/react';
import { texts } from '../texts/texts.ts';
import { labelOf, NEW, outletOf } from './card-size.ts';
import { AGENT_NODE, type FlowEdge, type FlowGraph } from './graph.ts';
import { type Layout, type Route, wayOf } from './places.ts';
import type { EdgeKind } from './rows.ts';
import { wayBack } from './way-back.ts';

export const DASHES: Record<EdgeKind, string | undefined> = {
  chip: undefined,
  input: undefined,
  transition: '7 4',
  keyword: '2 3',
  default: '2 3',
};

/** `stub`: it leads back, which its row says; the whole line would cross those that lead on. */
export type WayEdge = Edge<{ route: Route | undefined; isStub: boolean; label: string | undefined }, 'way'>;

/** Edges that lead back are drawn whole when one of their ends is selected, or when there is something to tell of them. */
export function drawnEdges({ nodes, edges }: FlowGraph, layout: Layout, look: Look): WayEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isCompared = edges.some(({ change }) => change);
  return edges.map((edge) => {
    const { id, source, target, kind, row, change, count } = edge;
    const isNear = look.selected !== null && (source === look.selected || target === look.selected);
    const isOnWay = look.way.has(wayOf(edge));
    const isTold = change !== undefined || count !== undefined;
    const onward = layout.routes.get(wayOf(edge));
    const isStub = !onward && !isNear && !isTold && !isOnWay;
    const route = onward ?? (isStub ? undefined : wayBack(edge, byId, layout));
    const color = `var(--edge-${change ?? kind})`;
    const from = byId.get(source);
    return {
      id,
      type: 'way' as const,
      source,
      target,
      sourceHandle: from ? outletOf(from, row) : NEW,
      data: { route, isStub, label: labelOf(edge) },
      style: {
        stroke: color,
        strokeWidth: isOnWay ? 4 : isNear || change ? 2.6 : 1.6,
        strokeDasharray: change === 'removed' ? '1 6' : DASHES[kind],
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
  const { kinds, edge, theAgent } = texts.graph;
  const words = edge(`${kinds[kind]} ${label}`, source === AGENT_NODE ? theAgent : source, target);
  return [words, ...(change ? [texts.versions.change[change]] : []), ...(count !== undefined ? [count] : [])].join(
    ', ',
  );
}
