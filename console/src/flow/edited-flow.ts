/**
 * A flow while it is edited: one document of its states, with one history. Each state keeps its own steps; this says in
 * which order they were made, so that undo goes back over the whole flow. Pure.
 */
import type { StateBody } from '@model/state.ts';
import {
  beginEditing,
  changedMeanwhile,
  type Edit,
  type EditedState,
  edit,
  faultyParts,
  isChanged,
} from './edited-state.ts';

export type EditedFlow = {
  /** Those that were opened or changed; the others are as they are stored. */
  states: ReadonlyMap<string, EditedState>;
  /** The state of each step, in order, and of each that was taken back. */
  done: readonly string[];
  undone: readonly string[];
};

export type FlowEdit =
  | { to: 'edit'; stateId: string; stored: StateBody; change: Edit }
  | { to: 'undo' | 'redo' }
  /** What was read from the service, and the edits that this browser kept of states that are new to it. */
  | { to: 'stored'; stored: ReadonlyMap<string, StateBody>; kept: ReadonlyMap<string, EditedState> }
  | { to: 'forget'; stateId: string };

/** As many as a state has steps, for each of the states that somebody works on at a time. */
const MAX_STEPS = 1000;

export function beginFlow(kept: ReadonlyMap<string, EditedState>): EditedFlow {
  return { states: kept, done: [], undone: [] };
}

export function editFlow(flow: EditedFlow, change: FlowEdit): EditedFlow {
  const { states, done } = flow;
  switch (change.to) {
    case 'edit': {
      const before = states.get(change.stateId) ?? beginEditing(change.stored);
      const after = edit(before, change.change);
      if (after === states.get(change.stateId)) return flow;
      const isStep = after.past !== before.past && after.past.at(-1) !== before.past.at(-1);
      const steps = isStep && { done: [...done, change.stateId].slice(-MAX_STEPS), undone: [] };
      return { ...flow, states: withState(states, change.stateId, after), ...steps };
    }
    case 'undo':
    case 'redo':
      return travelled(flow, change.to);
    case 'stored':
      return { ...flow, states: adopted(states, change) };
    case 'forget':
      return { ...flow, states: new Map([...states].filter(([stateId]) => stateId !== change.stateId)) };
  }
}

/** The state whose step comes next in this direction, if there is one. */
export function nextIn({ states, done, undone }: EditedFlow, direction: 'undo' | 'redo'): string | undefined {
  const [ids, steps] = direction === 'undo' ? ([done, 'past'] as const) : ([undone, 'future'] as const);
  return ids.findLast((id) => (states.get(id)?.[steps].length ?? 0) > 0);
}

export function changedStates({ states }: EditedFlow): string[] {
  return [...states].filter(([, edited]) => isChanged(edited)).map(([id]) => id);
}

/** The changed states that can be saved: readable, and without a question about a change by others. */
export function savableStates(flow: EditedFlow): string[] {
  return changedStates(flow).filter((id) => {
    const edited = flow.states.get(id)!;
    return faultyParts(edited.content).length === 0 && changedMeanwhile(edited).length === 0;
  });
}

function travelled(flow: EditedFlow, direction: 'undo' | 'redo'): EditedFlow {
  const stateId = nextIn(flow, direction);
  if (stateId === undefined) return flow;
  const [from, onto] = direction === 'undo' ? ([flow.done, flow.undone] as const) : ([flow.undone, flow.done] as const);
  const left = from.slice(0, from.lastIndexOf(stateId));
  const gone = [...onto, stateId];
  return {
    states: withState(flow.states, stateId, edit(flow.states.get(stateId)!, { to: direction })),
    ...(direction === 'undo' ? { done: left, undone: gone } : { done: gone, undone: left }),
  };
}

/** A state that was deleted elsewhere is no longer edited here; what was typed stays in the browser. */
function adopted(
  states: EditedFlow['states'],
  { stored, kept }: FlowEdit & { to: 'stored' },
): ReadonlyMap<string, EditedState> {
  const known = [...states].flatMap(([id, edited]): [string, EditedState][] => {
    const body = stored.get(id);
    return body ? [[id, edit(edited, { to: 'stored', body })]] : [];
  });
  return new Map([...[...kept].filter(([id]) => !states.has(id) && stored.has(id)), ...known]);
}

function withState(states: EditedFlow['states'], stateId: string, edited: EditedState): EditedFlow['states'] {
  return new Map([...states, [stateId, edited]]);
}
