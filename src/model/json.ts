/** External JSON, and the form of it that may be stored. The schemas of the nouns check its shape. */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Of what was parsed: a value that has members, which an array has not. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any real payload, and far below the recursion limits of templates and PostgreSQL. */
export const MAX_JSON_DEPTH = 32;

/**
 * Keys that reach an object's prototype when a careless reader copies or walks it.
 * See docs/hostile-input.md, "HTTP bodies".
 */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A deep copy that PostgreSQL's `jsonb` accepts and any reader can handle. `jsonb` refuses U+0000 and lone surrogates,
 * so both become U+FFFD, in keys too; forbidden keys are dropped; what JSON lacks (`undefined`, and the Infinity that
 * `JSON.parse('1e400')` gives) becomes null.
 *
 * @throws {RangeError} when arrays and objects are nested more than `MAX_JSON_DEPTH` (32) deep.
 */
export function storableJson(value: unknown): JsonValue {
  return storable(value, 0);
}

function storable(value: unknown, depth: number): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_JSON_DEPTH) throw new RangeError(`JSON is nested more than ${MAX_JSON_DEPTH} levels deep`);
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const name = storableText(key);
    if (!FORBIDDEN_KEYS.has(name)) copy[name] = storable(item, depth + 1);
  }
  return copy;
}

/** The same rule for a text alone: U+0000 and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
