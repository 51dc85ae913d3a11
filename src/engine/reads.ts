/**
 * What a template reads of a scope: how much, and how it gets to another thread. Values are never modified in place, so
 * a cached measurement of one stays valid.
 */
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Scope } from './scope.ts';
import type { Variable } from './variables.ts';

/** Characters that a value counts for besides its text: it costs about as much work. */
const VALUE_LENGTH = 8;

/** Values measured to be longer than this many characters: merely starting on thousands of names takes milliseconds. */
const longerThan = new WeakMap<object, number>();

/** Whether the values of these variables have at most this many characters. Longer ones are not read to the end. */
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

/** What is read for this path, or more: resolved like LiquidJS, which also knows `size`, `first` and `last`. */
export function valueAt(path: Variable['path'], scope: Scope): unknown {
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
  // `keys()` or `entries()` of an array would build all of them first.
  for (const item of Array.isArray(value) ? value : Object.entries(value)) {
    if (left < 0) return left;
    left = lessLength(left, item);
  }
  return left;
}

/** Longer JSON is cached as long as its value lives: most templates of a turn read the same values. */
const MIN_KEPT_LENGTH = 1024;
const kept = new WeakMap<object, string>();

/**
 * The values of these variables, or more, as JSON; the whole scope without them. For half a megabyte of empty arrays
 * this is a fifth of the work of a structured clone (5 ms instead of 26), and it is shared by the templates of a turn.
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
    // The whole of it, or its size.
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
