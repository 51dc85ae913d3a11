/** Rules about where a flow does not go: states that nobody reaches, and states where a user gets no answer. */
import { isExhaustive } from './conditions.ts';
import { reachable } from './graph.ts';
import type { FlowRule, StateRule } from './rule.ts';
import { type FlowView, placeIn, type StateView } from './view.ts';

export const unreachableState: FlowRule = {
  severity: 'warning',
  says: 'Nothing that users get to leads to this state: no transition, input, chip, keyword or default state. A state without `flowEntryStateId`, or named by one, counts as an entry, because a send may begin there. Of a chain only the first is reported.',
  inFlow(flow) {
    // Any state may be the default state.
    if (flow.known.statesAlone) return [];
    const lost = [...flow.states.values()].filter(({ stateId }) => !flow.reached.has(stateId));
    return firstsOf(lost, flow).map(({ stateId, body }) => ({
      path: placeIn(stateId),
      message: `cannot be reached: nothing in the flow of "${body.flowEntryStateId}" leads here`,
      stateId,
    }));
  },
};

/** Those to which no other of them leads; of a circle, its first. */
function firstsOf(lost: StateView[], { after }: FlowView): StateView[] {
  const led = new Set(lost.flatMap(({ stateId }) => after(stateId).filter((next) => next !== stateId)));
  const firsts = lost.filter(({ stateId }) => !led.has(stateId));
  const covered = reachable(
    firsts.map(({ stateId }) => stateId),
    after,
  );
  for (const state of lost) {
    if (covered.has(state.stateId)) continue;
    firsts.push(state);
    for (const stateId of reachable([state.stateId], after)) covered.add(stateId);
  }
  return firsts;
}

export const deadEnd: StateRule = {
  severity: 'warning',
  says: 'A state has neither a message nor an input, and it may be that none of its transitions fires: the message that led here gets no answer. A last transition with the condition `true` mends it.',
  inState({ body: { template, input, transitions = [] } }) {
    if (template || input || isExhaustive(transitions)) return [];
    const message =
      transitions.length === 0
        ? 'ends in silence: it has no message, no input and no transitions'
        : 'ends in silence when no transition fires: it has no message and no input';
    return [{ path: transitions.length === 0 ? '' : '/transitions', message }];
  },
};
