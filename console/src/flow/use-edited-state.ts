/** The state of an address as it is edited: it follows what is stored as long as nobody has changed it here. */
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useReducer, useState } from 'react';
import { beginEditing, edit, isChanged } from './edited-state.ts';
import { bodyOf, type FlowState } from './graph.ts';

export function useEditedState(state: FlowState) {
  const stored = useMemo(() => bodyOf(state), [state]);
  const [edited, onEdit] = useReducer(edit, stored, beginEditing);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    onEdit({ to: 'stored', body: stored });
  }
  const hasChanges = useMemo(() => isChanged(edited), [edited]);
  useBlocker({
    shouldBlockFn: () => hasChanges && !window.confirm('Leave without saving what you changed?'),
    enableBeforeUnload: () => hasChanges,
  });
  return { edited, onEdit, hasChanges };
}
