/**
 * The flow of the page as it is edited: it follows what is stored where nothing is changed here, and changes are kept in
 * the browser until they are saved.
 */
import type { StateBody } from '@model/state.ts';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { findUnsaved, forgetUnsaved, keepUnsaved, listUnsaved } from '../unsaved.ts';
import { beginFlow, changedStates, type EditedFlow, editFlow } from './edited-flow.ts';
import { beginEditing, type Edit, type EditedState, isChanged, noteOf, resumeEditing } from './edited-state.ts';
import { bodyOf, type FlowState } from './graph.ts';

export type FlowEditing = ReturnType<typeof useEditedFlow>;

export function useEditedFlow(agentId: string, rows: FlowState[]) {
  const stored = useMemo(() => new Map(rows.map((state) => [state.stateId, bodyOf(state)])), [rows]);
  const [flow, dispatch] = useReducer(editFlow, stored, () => beginFlow(keptIn(agentId, stored)));
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    dispatch({ to: 'stored', stored, kept: keptIn(agentId, stored) });
  }
  const changed = useMemo(() => changedStates(flow), [flow]);
  const lost = useKeeping(agentId, flow);
  useEffect(() => forgetSame(agentId, stored), [agentId, stored]);
  const states = useMemo(
    () => rows.map((row) => ({ stateId: row.stateId, ...(flow.states.get(row.stateId)?.content.body ?? bodyOf(row)) })),
    [rows, flow],
  );

  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isHere = next.routeId === current.routeId && 'agentId' in next.params && next.params.agentId === agentId;
      return (
        !isHere &&
        changed.length > 0 &&
        !window.confirm(lost.size === 0 ? texts.editor.leaveKept : texts.editor.leaveLost)
      );
    },
    enableBeforeUnload: () => changed.length > 0,
  });

  return {
    flow,
    dispatch,
    changed,
    /** The states as they are edited. */
    states,
    /** The ids whose changes this browser had no room for. */
    lost,
    editedOf: (stateId: string): EditedState => flow.states.get(stateId) ?? beginEditing(stored.get(stateId)!),
    onEdit: (stateId: string, change: Edit) =>
      dispatch({ to: 'edit', stateId, stored: stored.get(stateId) ?? {}, change }),
  };
}

/** What this browser has kept of these states. */
function keptIn(agentId: string, stored: ReadonlyMap<string, StateBody>): ReadonlyMap<string, EditedState> {
  const places = listUnsaved().filter((place) => place.agentId === agentId && stored.has(place.stateId));
  const resumed = places.map((place) => resumeEditing(stored.get(place.stateId)!, findUnsaved(place)));
  return new Map(places.map(({ stateId }, index) => [stateId, resumed[index]!]));
}

/** Removes what is kept although it is stored meanwhile, or cannot be read. */
function forgetSame(agentId: string, stored: ReadonlyMap<string, StateBody>): void {
  for (const [stateId, edited] of keptIn(agentId, stored)) if (!isChanged(edited)) forgetUnsaved({ agentId, stateId });
}

/** Keeps every change in the browser; returns the ids of those for which there was no room. */
function useKeeping(agentId: string, { states }: EditedFlow): ReadonlySet<string> {
  const before = useRef<EditedFlow['states']>(new Map());
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const known = before.current;
    before.current = states;
    for (const [stateId, edited] of states) {
      const last = known.get(stateId);
      const place = { agentId, stateId };
      if (last?.content === edited.content && last.base === edited.base && last.stored === edited.stored) continue;
      if (!isChanged(edited)) {
        // Another tab of this browser may have typed into a state that is only looked at here.
        if (last && isChanged(last)) forgetUnsaved(place);
        setLost((ids) => without(ids, stateId));
        continue;
      }
      // What was resumed is kept already: viewing it does not renew it.
      if (!last && edited.typedAt !== null) continue;
      const isKept = keepUnsaved(place, noteOf(edited));
      setLost((ids) => (isKept ? without(ids, stateId) : new Set([...ids, stateId])));
    }
  }, [agentId, states]);
  return lost;
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : ids;
}
