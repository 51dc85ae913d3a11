/** How large the card of a state is, where lines begin and end on it, and what is written on a line. Pure. */
import type { Change, FlowEdge, FlowNode } from './graph.ts';
import type { Row } from './rows.ts';

/** Pixels; the same in `flow-graph.module.css`. */
export const NODE_WIDTH = 230;
const HEAD_HEIGHT = 104;
const ROW_HEIGHT = 24;
const PADDING = 6;
/** Where lines end: the middle of the card's title. */
export const ENTRY_Y = 20;

/** With more, the rest of a state's ways begin at one row. */
const MAX_ROWS = 8;

/** A place where lines begin: `row` none for the one of the title, and for that of the rest. */
export type Outlet = { id: string; y: number; row?: Row };
/** Begins a way that the state does not have yet. */
export const NEW = 'new';
export const REST = 'rest';

export function outletsOf({ rows }: FlowNode): Outlet[] {
  const shown = rows.slice(0, MAX_ROWS);
  const middle = (index: number) => HEAD_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2;
  return [
    { id: NEW, y: ENTRY_Y },
    ...shown.map((row, index) => ({ id: row.id, y: middle(index), row })),
    ...(rows.length > shown.length ? [{ id: REST, y: middle(shown.length) }] : []),
  ];
}

/** The one that a line from this row begins at; of a row of another version, the title's. */
export function outletOf(node: FlowNode, rowId: string): string {
  const index = node.rows.findIndex(({ id }) => id === rowId);
  if (index < 0) return NEW;
  return index < MAX_ROWS ? rowId : REST;
}

export function heightOf(node: FlowNode): number {
  const rows = outletsOf(node).length - 1;
  return HEAD_HEIGHT + (rows > 0 ? rows * ROW_HEIGHT + PADDING : 0);
}

/** Before the word, so that no change is told by colour alone. */
export const MARKS: Record<Change, string> = { added: '+', changed: '~', removed: '−' };

/** Beyond this a label is cut; the whole condition is in the state's editor. */
const MAX_LABEL = 18;

/** Only of what the rows do not say: a difference, or a count. */
export function labelOf({ label, change, count }: FlowEdge): string | undefined {
  const shown = label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;
  if (count !== undefined) return count;
  return change && `${MARKS[change]} ${shown}`;
}
