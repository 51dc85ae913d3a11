/** States on the clipboard, as a flow document, and the same states in another flow. Pure. */
import type { Flow } from '@model/flow.ts';
import type { StateBody } from '@model/state.ts';
import { renamed } from './references.ts';

type States = Record<string, StateBody>;

export const copiedText = (states: States): string => JSON.stringify({ states }, null, 2);

/** Null when the text is none that was copied here, or a flow document. */
export function readCopied(text: string): States | null {
  try {
    const { states } = JSON.parse(text) as { states?: unknown };
    const isStates = typeof states === 'object' && states !== null && !Array.isArray(states);
    return isStates && Object.values(states).every(isObject) && Object.keys(states).length > 0
      ? (states as States)
      : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id that is not taken: `welcome-2`. */
export function freeId(stateId: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(stateId)) return stateId;
  const stem = stateId.replace(/-\d+$/, '').slice(0, MAX_STEM);
  for (let number = 2; ; number += 1) if (!isTaken(`${stem}-${number}`)) return `${stem}-${number}`;
}

/** An id has at most 100 characters. */
const MAX_STEM = 90;

/** The states under ids that the flow does not have yet; those among them that lead to each other still do. */
export function pasted(states: States, taken: Iterable<string>): States {
  const ids = new Set([...taken, ...Object.keys(states)]);
  const known = new Set(taken);
  let flow: Flow = { states };
  for (const stateId of Object.keys(states)) {
    if (!known.has(stateId)) continue;
    const id = freeId(stateId, (other) => ids.has(other));
    ids.add(id);
    flow = renamed(flow, stateId, id);
  }
  return flow.states;
}
