/**
 * Where an assignment takes its value from: a path in the user's message, or JSONPath. Source: docs/spec-choices.md §5.
 */
import { JSONPathEnvironment } from 'json-p3';
import type { JsonObject, JsonValue } from '../model/json.ts';

const jsonPath = new JSONPathEnvironment();
// A flow author's regular expressions can take forever on a user's text.
jsonPath.functionRegister.delete('match');
jsonPath.functionRegister.delete('search');

const PLAIN_PATH = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/;

/** What is wrong with the path, or null. */
export function pathFault(from: string): string | null {
  if (!from.startsWith('$')) {
    return PLAIN_PATH.test(from) ? null : 'must be a path such as message.text, or JSONPath that starts with $';
  }
  try {
    jsonPath.compile(from);
    return null;
  } catch (error) {
    return `is not valid JSONPath: ${(error as Error).message}`;
  }
}

/**
 * The value at `from` in the user's message, with or without a leading `message.`; null when there is none. Of several
 * JSONPath matches, the first.
 */
export function readPath(from: string, message: JsonObject): JsonValue {
  const root: JsonObject = { ...message, message };
  if (!from.startsWith('$')) return readPlain(from.split('.'), root);
  try {
    return (jsonPath.match(from, root)?.value as JsonValue | undefined) ?? null;
  } catch {
    // Paths were checked when saved; one that fails on this message matches nothing in it.
    return null;
  }
}

function readPlain(keys: string[], root: JsonValue): JsonValue {
  let value: JsonValue = root;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as JsonObject)[key] ?? null;
  }
  return value;
}
