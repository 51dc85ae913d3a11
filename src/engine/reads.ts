/**
 * What a template reads of a scope: how much it is, and how it comes to another thread. Values are never changed in place,
 * so that what was once found out about one of them stays true.
 */
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Scope } from './scope.ts';
import type { Variable } from './variables.ts';

/** Characters that a value counts for beside its text: about as much work as so many characters are. */
const VALUE_LENGTH = 8;

/** Of values that were found to be longer than so many characters: to begin with thousands of names takes milliseconds. */
const longerThan = new WeakMap<object, number>();

/** Whether what these variables stand for has at most so many characters. What is longer is not read to its end. */
export function readAtMost(length: number, variables: Variable[], scope: Scope): boolean {
  let left = length;
  for (const { path } of variables) {
    const value = valueAt(path, scope);
    if (typeof value !== 'object' || value === null) {
      left = lessLength(left, value);
      if (left < 0) return false;
    } else {
      if ((longerThan.get(value) ?? -1) >= left) return false;
      const rest = lessLength(left, value);
      if (rest < 0) {
        longerThan.set(value, left);
        return false;
      }
      left = rest;
    }
  }
  return true;
}

/** What is read for this path, or more: as LiquidJS finds it, which knows `size`, `first` and `last` besides. */
function valueAt(path: Variable['path'], scope: Scope): unknown {
  let value: unknown = scope;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (key === null) return value;
    const index = key === 'first' ? 0 : key === 'last' ? -1 : key;
    if (Array.isArray(value) && typeof index === 'number') value = value.at(index);
    else if (Object.hasOwn(value, key)) value = (value as Record<string, unknown>)[key];
    else return key === 'size' && !Array.isArray(value) ? value : undefined;
  }
  return value;
}

function lessLength(length: number, value: unknown): number {
  let left = length - VALUE_LENGTH;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  // An array that is asked for its keys, or for its entries, makes all of them first.
  for (const item of Array.isArray(value) ? value : Object.entries(value)) {
    if (left < 0) return left;
    left = lessLength(left, item);
  }
  return left;
}

/** Longer JSON is kept as long as what it is of: most of the templates of a turn read the same values. */
const MIN_KEPT_LENGTH = 1024;
const kept = new WeakMap<object, string>();

/**
 * What these variables stand for, or more, as JSON; everything without them. Of half a megabyte of empty arrays that is a
 * fifth of the work of a structured clone (5 ms in place of 26), and it need not be done for every template of a turn.
 */
export function scopeText(scope: Scope, variables: Variable[] | null): string {
  const roots = Object.entries(scope).map(([name, value]) => `"${name}":${rootText(name, value, variables)}`);
  return `{${roots.join()}}`;
}

function rootText(name: string, value: JsonObject | null, variables: Variable[] | null): string {
  if (value === null || !variables) return textOf(value);
  const keys = new Set<string>();
  for (const { path } of variables) {
    const [root, key = null] = path;
    if (root !== name && root !== null) continue;
    // The whole of it, or how much there is in it.
    if (root === null || key === null || key === 'size') return textOf(value);
    if (Object.hasOwn(value, key)) keys.add(String(key));
  }
  return `{${[...keys].map((key) => `${JSON.stringify(key)}:${textOf(value[key] ?? null)}`).join()}}`;
}

function textOf(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = kept.get(value);
  if (known) return known;
  const text = JSON.stringify(value);
  if (text.length >= MIN_KEPT_LENGTH) kept.set(value, text);
  return text;
}
