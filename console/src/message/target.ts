/**
 * Where a chip leads: its `postbackData`, read as the id of a state, as a state with params, or as a plain text, and
 * written back. Source: docs/spec-choices.md §5, rule 1. Pure.
 */
import { withValueAt } from '../flow/pointer.ts';
import { jsonOrText } from '../json.ts';
import { asObject, type Loose } from './loose.ts';

export type Target =
  /** `json`: what the text holds; null where it is just the id. */
  | { to: 'state'; stateId: string; params: [name: string, value: unknown][]; json: Loose | null }
  | { to: 'text'; text: string };

/** @param stateIds of the flow: any other word is a text, unless JSON says that it is a state */
export function readTarget(text: string, stateIds: readonly string[]): Target {
  const json = jsonOf(text);
  if (json) {
    const stateId = json['nextState'] as string;
    return { to: 'state', stateId, params: Object.entries(asObject(json['params'])), json };
  }
  return stateIds.includes(text) ? { to: 'state', stateId: text, params: [], json: null } : { to: 'text', text };
}

/** The text that leads to this state; as JSON where only that says so. */
export function withState(target: Target, stateId: string, stateIds: readonly string[]): string {
  if (target.to === 'state' && target.json) return JSON.stringify(withValueAt(target.json, ['nextState'], stateId));
  return stateIds.includes(stateId) ? stateId : JSON.stringify({ nextState: stateId });
}

/** The text with these params; without any, as short as it was possible. */
export function withParams(
  { stateId, json }: Target & { to: 'state' },
  params: [name: string, value: unknown][],
  stateIds: readonly string[],
): string {
  const base = json ?? { nextState: stateId };
  const next = withValueAt(base, ['params'], params.length > 0 ? Object.fromEntries(params) : undefined);
  const isPlain = Object.keys(next).length === 1 && stateIds.includes(stateId);
  return isPlain ? stateId : JSON.stringify(next);
}

/** A value as its field shows it. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed, as a value of the kind that was there: `6` in place of `5` stays a number. */
export function typedValue(typed: string, before: unknown): unknown {
  return typeof before === 'string' ? typed : jsonOrText(typed);
}

function jsonOf(text: string): Loose | null {
  try {
    const value: unknown = JSON.parse(text);
    const { nextState, params = {} } = asObject(value);
    const isTarget = typeof nextState === 'string' && typeof params === 'object' && !Array.isArray(params);
    return isTarget && params !== null ? asObject(value) : null;
  } catch {
    return null;
  }
}
