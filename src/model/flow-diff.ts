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

export function diffFlows(before: Flow, after: Flow): FlowDiff {
  const has = ({ states }: Flow, stateId: string) => Object.hasOwn(states, stateId);
  const settings = ({ defaultState, keywords = [] }: Flow) => ({ defaultState, keywords });
  return {
    added: Object.keys(after.states).filter((stateId) => !has(before, stateId)),
    removed: Object.keys(before.states).filter((stateId) => !has(after, stateId)),
    changed: Object.keys(before.states)
      .filter((stateId) => has(after, stateId))
      .map((stateId) => ({ stateId, changes: jsonChanges(before.states[stateId], after.states[stateId]) }))
      .filter(({ changes }) => changes.length > 0),
    settings: jsonChanges(settings(before), settings(after)),
  };
}

export function isSame({ added, removed, changed, settings }: FlowDiff): boolean {
  return added.length + removed.length + changed.length + settings.length === 0;
}
