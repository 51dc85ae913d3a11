/** Mistakes put into a healthy flow: small changes of it, each by the place that it changes. */

import type { Flow } from '../../src/model/flow.ts';
import { keysOf } from '../../src/model/json-pointer.ts';

/** By JSON pointer: the new value, or null to remove what is there. A pointer that ends in `/-` appends to a list. */
export type Changes = Record<string, unknown>;

export function changed(flow: Flow, changes: Changes): Flow {
  const copy = structuredClone(flow);
  for (const [pointer, value] of Object.entries(changes)) {
    const keys = keysOf(pointer);
    const last = keys.pop()!;
    const parent = keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], copy);
    if (Array.isArray(parent) && last === '-') parent.push(value);
    else if (Array.isArray(parent) && value === null) parent.splice(Number(last), 1);
    else if (value === null) delete (parent as Record<string, unknown>)[last];
    else (parent as Record<string, unknown>)[last] = value;
  }
  return copy;
}

/** A state of the documented flow that says this. */
export function says(text: string, more: object = {}): object {
  return { flowEntryStateId: 'welcome', template: { contentMessage: { text } }, ...more };
}

/** A chip that leads to a state. */
export function chip(postbackData: string, text = 'More'): object {
  return { reply: { text, postbackData } };
}
