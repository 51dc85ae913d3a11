/**
 * The `{name}` placeholders of an API connector's path, query, headers and body: finding them, and filling them from an
 * operation's `data`, each encoded for its place.
 *
 * A template that is one placeholder alone is left out when `data` has no such value (or null); a placeholder inside
 * other text, or in a path, requires a string, a number or a boolean.
 */
import type { FieldError } from '../errors.ts';
import type { ApiOperation, Placeholder, ToolOperation } from '../model/connector.ts';
import { type JsonObject, type JsonValue, MAX_JSON_DEPTH, storableJson } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { OperationFailure } from './connector.ts';

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;
const ALONE = /^\{([A-Za-z_][A-Za-z0-9_]{0,63})\}$/;

/** What has placeholders. */
type Filled = ApiOperation | ToolOperation;

/** The names in an operation, and whether `data` must have them. */
export function placeholdersOf(operation: Filled): Map<string, { required: boolean }> {
  const { placeholders = {} } = operation;
  const found = 'tool' in operation ? namesIn(operation.arguments ?? null, 'value') : namesInRequest(operation);
  for (const [name, { required }] of Object.entries(placeholders)) {
    if (required && found.has(name)) found.set(name, { required: true });
  }
  return found;
}

function namesInRequest({ path, query = {}, headers = {}, body = null }: ApiOperation) {
  const found = namesIn({ query, headers, body }, 'value');
  for (const name of namesIn(path, 'path').keys()) found.set(name, { required: true });
  return found;
}

function namesIn(template: JsonValue, place: 'path' | 'value'): Map<string, { required: boolean }> {
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

type Placeholders = NonNullable<ApiOperation['placeholders']>;

/** A body: a string that is one placeholder alone becomes the value itself; `undefined` means left out. */
export function fillBody(template: JsonValue, data: JsonObject, known: Placeholders = {}): JsonValue | undefined {
  if (typeof template === 'string') {
    const alone = ALONE.exec(template)?.[1];
    if (alone !== undefined) return typedValue(alone, data, known) ?? undefined;
    return template.replaceAll(PLACEHOLDER, (_whole, name: string) => textOf(name, data));
  }
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.map((item) => fillBody(item, data, known) ?? null);
  const filled: JsonObject = {};
  for (const [name, item] of Object.entries(template)) {
    const value = fillBody(item, data, known);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** Liquid renders nothing but text: what is declared a number or a boolean becomes one here. */
function typedValue(name: string, data: JsonObject, known: Placeholders): JsonValue {
  const value = dataValue(name, data);
  const type = Object.hasOwn(known, name) ? known[name]!.type : undefined;
  if (typeof value !== 'string' || !isScalar(type)) return value;
  const fault = typeFault(value, type);
  if (fault !== null) throw new OperationFailure('invalid_data', `data.${name} ${fault}`);
  return value.trim() === '' ? null : JSON.parse(value.trim());
}

/** What keeps a text from being of this type, or null. Empty text is no value. */
function typeFault(text: string, type: Placeholder['type']): string | null {
  if (!isScalar(type) || text.trim() === '' || SCALARS[type].form.test(text.trim())) return null;
  return `must be ${SCALARS[type].says}`;
}

type Scalar = keyof typeof SCALARS;
/** The forms are JSON's, without numbers so long that they would change when read. */
const SCALARS = {
  number: { form: /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/, says: 'a number' },
  integer: { form: /^-?(0|[1-9]\d{0,14})$/, says: 'a whole number' },
  boolean: { form: /^(true|false)$/, says: 'true or false' },
};

function isScalar(type: Placeholder['type']): type is Scalar {
  return type !== undefined && Object.hasOwn(SCALARS, type);
}

/** The value of an own field, null when there is none. */
function dataValue(name: string, data: JsonObject): JsonValue {
  return Object.hasOwn(data, name) ? data[name]! : null;
}

function textOf(name: string, data: JsonObject): string {
  const value = dataValue(name, data);
  if (value === null) throw new OperationFailure('invalid_data', `data.${name} is missing`);
  if (typeof value === 'object')
    throw new OperationFailure('invalid_data', `data.${name} must be a string or a number`);
  return String(value);
}

/** @throws {OperationFailure} `invalid_data` */
export function requireData(operation: Filled, data: JsonObject): void {
  for (const [name, { required }] of placeholdersOf(operation)) {
    if (required && dataValue(name, data) === null) {
      throw new OperationFailure('invalid_data', `data.${name} is missing`);
    }
  }
}

/** What is missing from `data`, what the operation has no place for, and text that is not of its declared type. */
export function dataFaults(operation: Filled, data: JsonObject): FieldError[] {
  const names = placeholdersOf(operation);
  const errors: FieldError[] = [];
  for (const [name, { required }] of names) {
    if (required && dataValue(name, data) === null) errors.push({ path: `/data/${name}`, message: 'is required' });
  }
  for (const [name, value] of Object.entries(data)) {
    const path = pointerTo('data', name);
    if (!names.has(name)) errors.push({ path, message: 'is not used by this operation' });
    else if (typeof value === 'string' && !/\{[{%]/.test(value)) {
      const fault = typeFault(value, operation.placeholders?.[name]?.type);
      if (fault !== null) errors.push({ path, message: fault });
    }
  }
  return errors;
}

/** Descriptions of what the operation does not have. Paths begin at the operation of the connector. */
export function unusedPlaceholders({ placeholders = {} }: Filled, names: ReadonlyMap<string, unknown>): FieldError[] {
  return Object.keys(placeholders)
    .filter((name) => !names.has(name))
    .map((name) => ({ path: pointerTo('placeholders', name), message: 'is used nowhere in this operation' }));
}

export function depthFaults(path: string, value: unknown): FieldError[] {
  try {
    storableJson(value);
    return [];
  } catch {
    return [{ path, message: `is nested more than ${MAX_JSON_DEPTH} levels deep` }];
  }
}
