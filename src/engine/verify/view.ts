/** A flow as the rules see it: its states with the ways between them, and where a conversation can begin. */

import type { FieldError } from '../../errors.ts';
import { type AgentConfig, foldedKeyword, type UseCase } from '../../model/agent.ts';
import type { Flow } from '../../model/flow.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import type { StateBody } from '../../model/state.ts';
import type { Read } from '../check.ts';
import type { Way } from '../ways.ts';
import { reachable } from './graph.ts';

/** What a flow document does not say; null where it is not known. */
export type Surroundings = {
  useCase: UseCase | null;
  optOut: AgentConfig['optOut'] | null;
  /** The names of each connector's operations; `http` need not be among them. */
  connectors: Readonly<Record<string, readonly string[]>> | null;
  /** The document has no keywords and no default state although the agent may have some, like a folder of states. */
  statesAlone: boolean;
};

export type StateView = {
  stateId: string;
  body: StateBody;
  reads: Read[];
  liquidErrors: FieldError[];
  ways: Way[];
};

export type FlowView = {
  flow: Flow;
  known: Surroundings;
  states: ReadonlyMap<string, StateView>;
  /** Folded. */
  keywords: ReadonlySet<string>;
  /** Where a conversation can begin, by a message or a send. */
  entries: ReadonlySet<string>;
  /** The states to which it can lead: several where the postback of a chip holds Liquid. */
  statesAt(way: Way): readonly string[];
  /** All to which the ways of a state can lead. */
  after(stateId: string): readonly string[];
  /** Whatever a user can get to. */
  reached: ReadonlySet<string>;
};

export function viewOf(flow: Flow, known: Surroundings, states: ReadonlyMap<string, StateView>): FlowView {
  const statesAt = createFinder(states);
  const next = new Map([...states].map(([stateId, { ways }]) => [stateId, [...new Set(ways.flatMap(statesAt))]]));
  const after = (stateId: string) => next.get(stateId) ?? [];
  const entries = new Set(entriesOf(flow).filter((stateId) => states.has(stateId)));
  const keywords = new Set((flow.keywords ?? []).map(({ keyword }) => foldedKeyword(keyword)));
  return { flow, known, states, keywords, entries, statesAt, after, reached: reachable(entries, after) };
}

/**
 * What a message can begin with, what states name as the entry of their flow, and states that belong to no flow: such a
 * one is sent by itself.
 */
export function entriesOf({ defaultState, keywords = [], states }: Flow): string[] {
  return [
    ...(defaultState === undefined ? [] : [defaultState]),
    ...keywords.map(({ stateId }) => stateId),
    ...Object.entries(states).map(([stateId, { flowEntryStateId }]) => flowEntryStateId ?? stateId),
  ];
}

function createFinder(states: ReadonlyMap<string, unknown>): FlowView['statesAt'] {
  /** Many chips are alike, and each fits many states. */
  const fitting = new Map<string, string[]>();
  return ({ to }) => {
    if (typeof to === 'string') return states.has(to) ? [to] : [];
    const { begins, ends } = to;
    const key = `${begins} ${ends}`;
    const known = fitting.get(key);
    if (known) return known;
    const length = begins.length + ends.length;
    const fit = [...states.keys()].filter((id) => id.length >= length && id.startsWith(begins) && id.endsWith(ends));
    fitting.set(key, fit);
    return fit;
  };
}

/** The pointer to a place in a state. */
export function placeIn(stateId: string, path = ''): string {
  return pointerTo('states', stateId) + path;
}
