/** How the edges of a flow are drawn: their kinds and their changes are told apart by colour, dash and label. */
import { type Edge, MarkerType } from '@xyflow/react';
import css from './flow-graph.module.css';
import type { Change, EdgeKind, FlowEdge, FlowGraph } from './graph.ts';
import type { Places } from './layout.ts';

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

/** Edges that lead back are faint and unlabelled until one of their ends is selected: they cross those that lead on. */
export function drawnEdges({ edges }: FlowGraph, places: Places | null, selected: string | null): Edge[] {
  const left = (id: string) => places?.get(id)?.x ?? 0;
  const isCompared = edges.some(({ change }) => change);
  return edges.map((edge) => {
    const { id, source, target, kind, change, count } = edge;
    const isNear = selected !== null && (source === selected || target === selected);
    const isTold = change !== undefined || count !== undefined;
    const isFaint = !isNear && !isTold && (isCompared || left(target) <= left(source));
    const color = `var(--edge-${change ?? kind})`;
    return {
      id,
      source,
      target,
      ...(!isFaint && { label: labelOf(edge) }),
      className: css['edge'] ?? '',
      data: { kind },
      animated: false,
      style: {
        stroke: color,
        strokeWidth: isNear || change ? 2.6 : 1.6,
        strokeDasharray: change === 'removed' ? '1 6' : KINDS[kind].dashes,
        opacity: isFaint ? 0.3 : 1,
      },
      labelStyle: { fill: color },
      markerEnd: { type: MarkerType.ArrowClosed, color },
      ariaLabel: said(edge),
    };
  });
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
