/** Lines that are drawn in the graph: most change the flow at once, others leave a question open. */
import { useState } from 'react';
import { reconnection } from './connect.ts';
import type { Line } from './connect-dialog.tsx';
import { AGENT_NODE, type FlowGraph } from './graph.ts';
import type { FlowEditing } from './use-edited-flow.ts';

/** Where it begins: `row` by its id, null for the title of the state. */
export type Beginning = { source: string; row: string | null };

export function useConnecting(graph: FlowGraph, editing: FlowEditing) {
  const [line, setLine] = useState<Line | null>(null);
  const isEdited = (stateId: string) => editing.states.some((state) => state.stateId === stateId);

  function connect({ source, row: rowId }: Beginning, target: string | null): void {
    const row = graph.nodes.find(({ id }) => id === source)?.rows.find(({ id }) => id === rowId) ?? null;
    if (!isEdited(source) || target === AGENT_NODE || (row && row.target === target && target !== null)) return;
    if (!row || target === null) {
      setLine({ source, row, target });
      return;
    }
    const stateIds = editing.states.map(({ stateId }) => stateId);
    editing.onEdit(source, reconnection(editing.editedOf(source).content.body, row, { stateId: target, stateIds }));
  }

  return { line: line && isEdited(line.source) ? line : null, connect, close: () => setLine(null) };
}
