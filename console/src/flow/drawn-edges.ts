/** How the edges of a flow are drawn: their kinds and their changes are told apart by colour, dash and label. */
import { type Edge, MarkerType } from '@xyflow/react';
import type { Change, EdgeKind, FlowEdge, FlowGraph } from './graph.ts';

export type Point = { x: number; y: number };
export type Places = Map<string, Point>;
/** `ways`: the corners of each edge, by its place in the graph's list. Those back to an entry have none. */
export type Layout = { places: Places; ways: (Point[] | undefined)[] };
/** `way`: null where the layout has none. */
export type RoutedEdge = Edge<{ way: Point[] | null; words?: string }, 'routed'>;

/** Beyond this a label is cut; the whole condition is in the state's editor. */
const MAX_LABEL = 18;
/** Beside a count, so that both fit between two states. */
const MAX_COUNTED_LABEL = 9;

export const KINDS: Record<EdgeKind, { name: string; dashes?: string }> = {
  chip: { name: 'chip' },
  input: { name: 'input' },
  transition: { name: 'transition', dashes: '7 4' },
  keyword: { name: 'keyword', dashes: '2 3' },
  default: { name: 'default', dashes: '2 3' },
};

/** Before the word, so that no change is told by colour alone. */
export const MARKS: Record<Change, string> = { added: '+', changed: '~', removed: '−' };

/**
 * Edges that lead back cross those that lead on: until one of their ends is selected, the card alone says where they lead.
 */
export function drawnEdges({ edges }: FlowGraph, layout: Layout | null, selected: string | null): RoutedEdge[] {
  const isCompared = edges.some(({ change }) => change);
  return edges.flatMap((edge, index) => {
    const { id, source, target, kind, change, count } = edge;
    const isNear = selected !== null && (source === selected || target === selected);
    const isTold = change !== undefined || count !== undefined;
    if (!isNear && !isTold && leadsBack(edge, layout)) return [];
    const isFaint = !isNear && !isTold && isCompared;
    const color = `var(--edge-${change ?? kind})`;
    return {
      id,
      type: 'routed' as const,
      source,
      target,
      data: { way: layout?.ways[index] ?? null, ...(!isFaint && { words: labelOf(edge) }) },
      animated: false,
      style: {
        stroke: color,
        strokeWidth: isNear || change ? 2.6 : 1.6,
        strokeDasharray: change === 'removed' ? '1 6' : KINDS[kind].dashes,
        opacity: isFaint ? 0.3 : 1,
      },
      markerEnd: { type: MarkerType.ArrowClosed, color },
      ariaLabel: said(edge),
    };
  });
}

function leadsBack({ source, target }: FlowEdge, layout: Layout | null): boolean {
  const left = (id: string) => layout?.places.get(id)?.x ?? 0;
  return left(target) <= left(source);
}

/** By state: where its edges lead back to. */
export function waysBack({ edges }: FlowGraph, layout: Layout | null): Map<string, string[]> {
  const back = Map.groupBy(
    edges.filter((edge) => leadsBack(edge, layout)),
    ({ source }) => source,
  );
  return new Map([...back].map(([source, ways]) => [source, [...new Set(ways.map(({ target }) => target))]]));
}

function labelOf({ label, change, count }: FlowEdge): string {
  const most = count === undefined ? MAX_LABEL : MAX_COUNTED_LABEL;
  const shown = label.length > most ? `${label.slice(0, most - 1)}…` : label;
  if (count !== undefined) return `${shown} ${count}`;
  return change ? `${MARKS[change]} ${shown}` : shown;
}

function said({ source, target, kind, label, change, count }: FlowEdge): string {
  const words = `${KINDS[kind].name} ${label} from ${source} to ${target}`;
  return [words, ...(change ? [change] : []), ...(count !== undefined ? [count] : [])].join(', ');
}
