/**
 * The state of an address as it is edited: it follows what is stored until it is changed here, and changes are kept in
 * the browser until they are saved.
 */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { findUnsaved, forgetUnsaved, keepUnsaved } from '../unsaved.ts';
import { edit, isChanged, noteOf, resumeEditing } from './edited-state.ts';
import { bodyOf, type FlowState } from './graph.ts';

export function useEditedState(agentId: string, state: FlowState) {
  const place = useMemo(() => ({ agentId, stateId: state.stateId }), [agentId, state.stateId]);
  const stored = useMemo(() => bodyOf(state), [state]);
  const [edited, onEdit] = useReducer(edit, stored, () => resumeEditing(stored, findUnsaved(place)));
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    onEdit({ to: 'stored', body: stored });
  }
  const hasChanges = useMemo(() => isChanged(edited), [edited]);
  const [isKept, setKept] = useState(true);

  const { content, base } = edited;
  /** What is already kept, and since when: viewing it does not renew it. */
  const resumed = useRef<unknown>(content);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the note has the text and its base
  useEffect(() => {
    if (hasChanges && content === resumed.current) return;
    resumed.current = null;
    if (hasChanges) setKept(keepUnsaved(place, noteOf(edited)));
    else forgetUnsaved(place);
  }, [content, base, hasChanges]);

  useBlocker({
    shouldBlockFn: () => hasChanges && !window.confirm(isKept ? KEPT : LOST),
    enableBeforeUnload: () => hasChanges,
  });
  return { edited, onEdit, hasChanges, isKept };
}

const KEPT = 'Leave without saving? Your changes stay in this browser for a week, or until you log out.';
const LOST = 'Leave without saving? Your changes will be lost.';
