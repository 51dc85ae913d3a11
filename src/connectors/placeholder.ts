/**
 * The `{name}` placeholders of an API connector's path, query, headers and body: finding them, and filling them from an
 * operation's `data`, each encoded for its place.
 *
 * A template that is one placeholder alone is left out when `data` has no such value (or null); a placeholder inside
 * other text, or in a path, requires a string, a number or a boolean.
 */
import type { JsonObject, JsonValue } from '../model/json.ts';
import { OperationFailure } from './connector.ts';

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;
const ALONE = /^\{([A-Za-z_][A-Za-z0-9_]{0,63})\}$/;

/** The names in a template, and whether `data` must have them. */
export function placeholdersOf(template: JsonValue, place: 'path' | 'value'): Map<string, { required: boolean }> {
  const found = new Map<string, { required: boolean }>();
  for (const text of stringsOf(template)) {
    const required = place === 'path' || !ALONE.test(text);
    for (const [, name] of text.matchAll(PLACEHOLDER)) {
      found.set(name!, { required: required || found.get(name!)?.required === true });
    }
  }
  return found;
}

function stringsOf(template: JsonValue): string[] {
  if (typeof template === 'string') return [template];
  return typeof template === 'object' && template !== null ? Object.values(template).flatMap(stringsOf) : [];
}

/** A path whose values cannot leave their segment: `/` and `%` are encoded, an empty value and dot segments refused. */
export function fillPath(template: string, data: JsonObject): string {
  const path = template.replaceAll(PLACEHOLDER, (_whole, name: string) => {
    const value = textOf(name, data);
    if (value === '') throw new OperationFailure('invalid_data', `data.${name} is empty but used in the path`);
    return encodeURIComponent(value.toWellFormed());
  });
  if (hasDotSegment(path)) throw new OperationFailure('invalid_data', 'the path would contain a . or .. segment');
  return path;
}

/** URL parsers resolve `.` and `..` even when their dots are percent-encoded. */
export function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/** Query or headers: the names with their filled strings, not yet encoded. */
export function fillTexts(templates: Record<string, string>, data: JsonObject): [string, string][] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const alone = ALONE.exec(template)?.[1];
    if (alone !== undefined && dataValue(alone, data) === null) return [];
    return [[name, template.replaceAll(PLACEHOLDER, (_whole, placeholder: string) => textOf(placeholder, data))]];
  });
}

/** A body: a string that is one placeholder alone becomes the value itself; `undefined` means left out. */
export function fillBody(template: JsonValue, data: JsonObject): JsonValue | undefined {
  if (typeof template === 'string') {
    const alone = ALONE.exec(template)?.[1];
    if (alone !== undefined) return dataValue(alone, data) ?? undefined;
    return template.replaceAll(PLACEHOLDER, (_whole, name: string) => textOf(name, data));
  }
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.map((item) => fillBody(item, data) ?? null);
  const filled: JsonObject = {};
  for (const [name, item] of Object.entries(template)) {
    const value = fillBody(item, data);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** The value of an own field, null when there is none. */
export function dataValue(name: string, data: JsonObject): JsonValue {
  return Object.hasOwn(data, name) ? data[name]! : null;
}

function textOf(name: string, data: JsonObject): string {
  const value = dataValue(name, data);
  if (value === null) throw new OperationFailure('invalid_data', `data.${name} is missing`);
  if (typeof value === 'object')
    throw new OperationFailure('invalid_data', `data.${name} must be a string or a number`);
  return String(value);
}
