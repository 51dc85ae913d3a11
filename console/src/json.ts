/** JSON that somebody typed. */
import type { JsonValue } from '@model/json.ts';

/** Undefined when the text is none. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The value, or the text itself when it is none. */
export function jsonOrText(text: string): JsonValue {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}
