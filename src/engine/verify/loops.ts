/** Rules about circles of transitions, which no message and no user interrupts. */
import type { Transition } from '../../model/state.ts';
import { MAX_HOPS } from '../enter.ts';
import { isAlways, oppositeOf, plain } from './conditions.ts';
import { cyclesOf } from './graph.ts';
import type { FlowRule } from './rule.ts';
import { type FlowView, placeIn } from './view.ts';

/** Of a circle, in a message. */
const MAX_NAMED = 6;

export const silentLoop: FlowRule = {
  severity: 'error',
  says: 'States lead to one another by transitions that always fire, and to nothing else: the turn stops with `hop_limit`.',
  inFlow(flow) {
    const endless = endlessStates(flow);
    const next = (stateId: string) => outcomes(flow, stateId).slice(-1);
    return cyclesOf(endless, next).map((cycle) => atCycle(flow, cycle, 'never ends: its transitions always fire'));
  },
};

/** States from which every way leads to another of them. */
function endlessStates(flow: FlowView): Set<string> {
  const endless = new Set([...flow.states.keys()].filter((stateId) => outcomes(flow, stateId).length > 0));
  const from = new Map<string, string[]>();
  for (const stateId of endless) {
    for (const next of outcomes(flow, stateId)) from.set(next, [...(from.get(next) ?? []), stateId]);
  }
  const left = [...flow.states.keys(), ...from.keys()].filter((stateId) => !endless.has(stateId));
  for (let ended = left.pop(); ended !== undefined; ended = left.pop()) {
    for (const stateId of from.get(ended) ?? []) if (endless.delete(stateId)) left.push(stateId);
  }
  return endless;
}

/** The states that can follow at once, the last of them for certain if none before; none where there may be none. */
function outcomes({ states }: FlowView, stateId: string): string[] {
  const { transitions = [] } = states.get(stateId)?.body ?? {};
  const always = transitions.findIndex(({ condition }) => isAlways(condition));
  return transitions.slice(0, always + 1).map(({ nextState }) => nextState);
}

export const possibleLoop: FlowRule = {
  severity: 'warning',
  says: 'States lead to one another by transitions, without a message or an input between them. If the conditions hold the turn goes round until it stops with `hop_limit`, and runs its operations each time.',
  inFlow(flow) {
    const endless = endlessStates(flow);
    const next = (stateId: string) => [...new Set(firing(flow, stateId).map(({ nextState }) => nextState))];
    const open = [...flow.states.keys()].filter((stateId) => !endless.has(stateId));
    return cyclesOf(open, (stateId) => next(stateId).filter((other) => flow.states.has(other) && !endless.has(other)))
      .filter((cycle) => canGoRound(flow, cycle))
      .map((cycle) => atCycle(flow, cycle, 'may never end: no message and no input comes between'));
  },
};

/** Without those that a transition before them, which always fires, hides. */
function firing({ states }: FlowView, stateId: string): Transition[] {
  const { transitions = [] } = states.get(stateId)?.body ?? {};
  const always = transitions.findIndex(({ condition }) => isAlways(condition));
  return always === -1 ? transitions : transitions.slice(0, always + 1);
}

/** Without operations nothing changes on the way, so conditions that exclude each other never both hold. */
function canGoRound(flow: FlowView, cycle: string[]): boolean {
  if (cycle.some((stateId) => (flow.states.get(stateId)?.body.operations ?? []).length > 0)) return true;
  const needed = new Set<string>();
  const excluded = new Set<string>();
  for (const [index, stateId] of cycle.entries()) {
    const following = cycle[(index + 1) % cycle.length]!;
    const ways = firing(flow, stateId);
    const way = ways.findIndex(({ nextState }) => nextState === following);
    // A second way between the same two may do what the first cannot.
    if (ways.filter(({ nextState }) => nextState === following).length > 1) continue;
    needed.add(plain(ways[way]!.condition));
    for (const { condition } of ways.slice(0, way)) excluded.add(plain(condition));
    for (const opposite of oppositeOf(ways[way]!.condition) ?? []) excluded.add(opposite);
  }
  return needed.isDisjointFrom(excluded);
}

function atCycle(flow: FlowView, cycle: string[], what: string) {
  const [stateId, following = stateId] = cycle;
  const index = firing(flow, stateId!).findLastIndex(({ nextState }) => nextState === following);
  const named = cycle.length > MAX_NAMED ? [...cycle.slice(0, MAX_NAMED), '…'] : cycle;
  const round = [...named, stateId].join(' → ');
  return {
    path: placeIn(stateId!, `/transitions/${index}/nextState`),
    message: `${what} (${round}); a turn stops after ${MAX_HOPS} states`,
    stateId: stateId!,
  };
}
