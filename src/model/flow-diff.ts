/** How one flow differs from another, state by state and path by path. */
import Type, { type Static } from 'typebox';
import { StateId } from './agent.ts';
import type { Flow } from './flow.ts';
import { JsonChange, jsonChanges } from './json-change.ts';

export const FlowDiff = Type.Object({
  added: Type.Array(StateId, { description: 'States that only the second flow has.' }),
  removed: Type.Array(StateId, { description: 'States that only the first flow has.' }),
  changed: Type.Array(Type.Object({ stateId: StateId, changes: Type.Array(JsonChange) }), {
    description: 'Paths begin at the state.',
  }),
  settings: Type.Array(JsonChange, { description: 'Of `/defaultState` and `/keywords`.' }),
});
export type FlowDiff = Static<typeof FlowDiff>;

type Settings = Pick<Flow, 'defaultState' | 'keywords'>;
/** A state that may differ; null where a flow does not have it. */
type Compared = { stateId: string; before: unknown; after: unknown };

export function diffOf(states: readonly Compared[], before: Settings, after: Settings): FlowDiff {
  const settings = ({ defaultState, keywords = [] }: Settings) => ({ defaultState, keywords });
  const idsOf = (some: readonly Compared[]) => some.map(({ stateId }) => stateId);
  return {
    added: idsOf(states.filter((state) => state.before === null)),
    removed: idsOf(states.filter((state) => state.after === null)),
    changed: states
      .filter((state) => state.before !== null && state.after !== null)
      .map((state) => ({ stateId: state.stateId, changes: jsonChanges(state.before, state.after) }))
      .filter(({ changes }) => changes.length > 0),
    settings: jsonChanges(settings(before), settings(after)),
  };
}

export function diffFlows(before: Flow, after: Flow): FlowDiff {
  const ids = new Set([...Object.keys(before.states), ...Object.keys(after.states)]);
  const bodyOf = ({ states }: Flow, stateId: string) => (Object.hasOwn(states, stateId) ? states[stateId] : null);
  const states = [...ids].map((stateId) => ({
    stateId,
    before: bodyOf(before, stateId),
    after: bodyOf(after, stateId),
  }));
  return diffOf(states, before, after);
}

export function isSame({ added, removed, changed, settings }: FlowDiff): boolean {
  return added.length + removed.length + changed.length + settings.length === 0;
}
