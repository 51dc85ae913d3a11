/** Who leads to a state of a flow, in words, and the same flow with another name for it. Pure. */
import type { Flow } from '@model/flow.ts';
import type { StateBody } from '@model/state.ts';
import { asObject } from '../message/loose.ts';
import { readTarget, withState } from '../message/target.ts';
import { texts } from '../texts/texts.ts';
import { AGENT_NODE, type FlowGraph } from './graph.ts';
import { calledOf } from './summary.ts';

/** Each as “hours, by the chip “Offers””; not the state itself. */
export function usersOf({ nodes, edges }: FlowGraph, stateId: string): string[] {
  const states = new Map(nodes.flatMap(({ id, state }) => (state ? [[id, state]] : [])));
  const called = (id: string) =>
    id === AGENT_NODE ? texts.graph.theAgent : calledOf(states.get(id) ?? { stateId: id });
  const ways = edges
    .filter(({ source, target }) => target === stateId && source !== stateId)
    .map(({ source, kind, label }) => texts.graph.usedBy[kind](called(source), label));
  const entries = nodes
    .filter(({ id, state }) => id !== stateId && state?.flowEntryStateId === stateId)
    .map(({ id }) => texts.graph.usedBy.entry(called(id)));
  return [...ways, ...entries];
}

/** The flow in which `from` is called `to`, and everything that led there still does. */
export function renamed(flow: Flow, from: string, to: string): Flow {
  const stateIds = Object.keys(flow.states);
  const now = (stateId: string) => (stateId === from ? to : stateId);
  const states = Object.entries(flow.states).map(([id, body]) => [now(id), renamedIn(body, now, stateIds)]);
  return {
    ...flow,
    ...(flow.defaultState !== undefined && { defaultState: now(flow.defaultState) }),
    ...(flow.keywords && { keywords: flow.keywords.map((row) => ({ ...row, stateId: now(row.stateId) })) }),
    states: Object.fromEntries(states),
  };
}

const NEXT = /(^\s*\{.*"nextState"\s*:\s*")([^"\\]*)"/s;

type Now = (stateId: string) => string;

function renamedIn(body: StateBody, now: Now, stateIds: string[]): StateBody {
  const { flowEntryStateId, transitions, input, template } = body;
  const inChips = (value: unknown) => chipsRenamed(value, now, stateIds);
  return {
    ...body,
    ...(flowEntryStateId !== undefined && { flowEntryStateId: now(flowEntryStateId) }),
    ...(transitions && { transitions: transitions.map((row) => ({ ...row, nextState: now(row.nextState) })) }),
    ...(input && { input: { ...input, nextState: now(input.nextState) } }),
    ...(template && { template: { contentMessage: asObject(inChips(template.contentMessage)) } }),
  };
}

function chipsRenamed(value: unknown, now: Now, stateIds: string[]): unknown {
  if (Array.isArray(value)) return value.map((row) => chipsRenamed(row, now, stateIds));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'postbackData' && typeof inner === 'string'
      ? postbackRenamed(inner, now, stateIds)
      : chipsRenamed(inner, now, stateIds),
  ]);
  return Object.fromEntries(fields);
}

function postbackRenamed(text: string, now: Now, stateIds: string[]): string {
  const target = readTarget(text, stateIds);
  // With Liquid outside of its strings it is JSON only once it is rendered.
  if (target.to === 'text') return text.replace(NEXT, (_all, before, stateId) => `${before}${now(stateId)}"`);
  if (now(target.stateId) === target.stateId) return text;
  return target.json ? withState(target, now(target.stateId), stateIds) : now(target.stateId);
}
