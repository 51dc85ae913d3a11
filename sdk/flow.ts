/** A flow written in code: a state id that the flow does not have is a mistake that the compiler finds. */
import type { Schemas } from '../client/index.ts';

type Flow = Schemas['Flow'];
type State = Schemas['StateBody'];
type Leading<Target, Id> = Omit<Target, 'nextState'> & { nextState: Id };

type StateOf<Id extends string> = Omit<State, 'flowEntryStateId' | 'transitions' | 'input'> & {
  flowEntryStateId?: Id;
  transitions?: Leading<NonNullable<State['transitions']>[number], Id>[];
  input?: Leading<NonNullable<State['input']>, Id>;
};

type FlowOf<Id extends string> = Omit<Flow, 'defaultState' | 'keywords' | 'states'> & {
  defaultState?: NoInfer<Id>;
  keywords?: { keyword: string; stateId: NoInfer<Id> }[];
  states: { [StateId in Id]: StateOf<NoInfer<Id>> };
};

/**
 * The flow document, as `PUT /agents/{agentId}/flow` takes it. Every id of a state (`defaultState`, `keywords`,
 * `flowEntryStateId`, `nextState`) must be a key of `states`. What a chip's `postbackData` names, and the variables of a
 * template, are text to the compiler: the service's findings cover them.
 */
export function defineFlow<const Id extends string>(
  flow: FlowOf<Id>,
): Omit<Flow, 'states'> & { states: Record<Id, State> } {
  return flow;
}
