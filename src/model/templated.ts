/**
 * Content that may hold Liquid: how a schema expresses it, and the check that reads such a schema. It exists alongside
 * the JSON Schema validators because its text is all that a developer sees when a rich message is refused, and their
 * words for "one of these" cannot be understood. The engine interprets the templates.
 */
import Type from 'typebox';
import type { FieldError } from '../errors.ts';
import { pointerTo } from './json-pointer.ts';

/** A string with an output or a tag in it: its limits can only be checked once it is rendered. */
const LIQUID = /\{\{|\{%/;

export function holdsLiquid(text: string): boolean {
  return LIQUID.test(text);
}

export function countTags(text: string): number {
  let count = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const begins = text[at + 1] === '{' || text[at + 1] === '%';
    if (!begins) continue;
    count += 1;
    at += 1;
  }
  return count;
}

type Limits = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: 'uri' | 'date-time';
  enum?: readonly string[];
};

/** A string within these limits, or with Liquid. `description` is also the error text when a pattern fails. */
export function TemplatedText(limits: Limits, description: string) {
  return Type.Unsafe<string>({
    type: 'string',
    description,
    // Any text is within no limits.
    ...(Object.keys(limits).length > 0 && { anyOf: [limits, { pattern: LIQUID.source }] }),
  } as object);
}

/** A number in a range, the same number as text, or Liquid. The platform accepts numeric strings too. */
export function TemplatedNumber(minimum: number, maximum: number, description: string) {
  return Type.Unsafe<number | string>({
    description,
    anyOf: [{ type: 'number', minimum, maximum }, { type: 'string' }],
  } as object);
}

/** Options for `Type.Object`: a closed object with exactly one of these fields, besides its fixed ones. */
export function exactlyOneOf(...fields: string[]) {
  return { additionalProperties: false, oneOf: fields.map((field) => ({ required: [field] })) };
}

/** Options for `Type.Object`: a closed object with one or more of these fields. */
export function atLeastOneOf(...fields: string[]) {
  return { additionalProperties: false, anyOf: fields.map((field) => ({ required: [field] })) };
}

/**
 * Fields that a developer may know from elsewhere, and what to use instead. See docs/platform.md, "Messages and their
 * limits".
 */
const WITHDRAWN: Record<string, string> = {
  fileName: 'is deprecated by the RCS platform; use uploadedRbmFile or contentInfo',
  composeAction: 'was withdrawn by the RCS platform; use a suggested reply, or openUrlAction with an sms: address',
  paymentRequestAction:
    'is not available to agents at the RCS platform; use openUrlAction with the address of the payment page',
};

/** The part of JSON Schema that this file reads; every schema made with the functions above has this shape. */
type Schema = {
  type?: 'object' | 'array' | 'string' | 'boolean';
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  oneOf?: { required: string[] }[];
  anyOf?: unknown[];
};

/** `rendered`: Liquid is no longer exempt. `path` is the JSON pointer of `value`. */
export function checkTemplated(schema: object, value: unknown, path: string, rendered: boolean): FieldError[] {
  return check(schema as Schema, value, path, rendered);
}

/** The limit of the string at these keys, in characters; null where there is none. */
export function maxLengthAt(schema: object, keys: string[]): number | null {
  const found = keys.reduce<Schema | undefined>(
    (inner, key) => inner?.items ?? inner?.properties?.[key],
    schema as Schema,
  );
  return found?.type === 'string' ? (limitsOf(found).maxLength ?? null) : null;
}

function check(schema: Schema, value: unknown, path: string, rendered: boolean): FieldError[] {
  switch (schema.type) {
    case 'object':
      return checkObject(schema, value, path, rendered);
    case 'array':
      return checkArray(schema, value, path, rendered);
    case 'string':
      return checkText(schema, value, path, rendered);
    case 'boolean':
      return typeof value === 'boolean' ? [] : [{ path, message: 'must be true or false' }];
    default:
      return checkNumber(schema, value, path, rendered);
  }
}

function checkObject(schema: Schema, value: unknown, path: string, rendered: boolean): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path, message: 'must be a JSON object' }];
  }
  const properties = schema.properties ?? {};
  const errors: FieldError[] = [];
  for (const [field, item] of Object.entries(value)) {
    const fieldPath = path + pointerTo(field);
    const fieldSchema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (fieldSchema) errors.push(...check(fieldSchema, item, fieldPath, rendered));
    else errors.push({ path: fieldPath, message: unknownField(field, Object.keys(properties)) });
  }
  for (const field of schema.required ?? []) {
    if (!Object.hasOwn(value, field)) errors.push({ path: `${path}/${field}`, message: 'is required' });
  }
  return [...errors, ...checkChoice(schema, value, path)];
}

function unknownField(field: string, known: string[]): string {
  if (Object.hasOwn(WITHDRAWN, field)) return WITHDRAWN[field]!;
  return known.length === 0
    ? 'is not a field here: this object is always empty'
    : `is not a field here; the fields are ${listed(known)}`;
}

/** The first branch of the union that `TemplatedText` and `TemplatedNumber` make. */
function limitsOf(schema: Schema): Limits & { minimum?: number; maximum?: number } {
  return schema.anyOf?.[0] ?? {};
}

function checkChoice(schema: Schema, value: object, path: string): FieldError[] {
  const exactly = schema.oneOf !== undefined;
  const choices = (schema.oneOf ?? (schema.anyOf as Schema['oneOf']) ?? []).flatMap((choice) => choice.required);
  const found = choices.filter((field) => Object.hasOwn(value, field));
  if (choices.length === 0 || found.length === 1 || (found.length > 1 && !exactly)) return [];
  const has = found.length === 0 ? 'none' : listed(found);
  return [{ path, message: `needs ${exactly ? 'exactly' : 'at least'} one of ${listed(choices)}; it has ${has}` }];
}

function checkArray(schema: Schema, value: unknown, path: string, rendered: boolean): FieldError[] {
  if (!Array.isArray(value)) return [{ path, message: 'must be an array' }];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  if (value.length < minItems || value.length > maxItems) {
    const allowed = minItems === 0 ? `at most ${maxItems}` : `${minItems} to ${maxItems}`;
    return [{ path, message: `must have ${allowed} items; it has ${value.length}` }];
  }
  return items ? value.flatMap((item, index) => check(items, item, `${path}/${index}`, rendered)) : [];
}

function checkText(schema: Schema, value: unknown, path: string, rendered: boolean): FieldError[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  if (!rendered && holdsLiquid(value)) return [];
  const message = brokenLimit(limitsOf(schema), value, schema.description ?? '');
  return message === null ? [] : [{ path, message }];
}

function brokenLimit(limits: Limits, value: string, description: string): string | null {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = limits;
  // A character is a code point, as in JSON Schema; a string never has more of them than UTF-16 units.
  const length = value.length <= minLength || value.length > maxLength ? [...value].length : value.length;
  if (length < minLength) return 'must not be empty';
  if (length > maxLength) return `must be at most ${maxLength} characters; it has ${length}`;
  if (limits.enum && !limits.enum.includes(value)) {
    return `must be one of ${listed([...limits.enum])}; it is ${quoted(value)}`;
  }
  if (limits.pattern && !new RegExp(limits.pattern, 'u').test(value))
    return `must have this form: ${description.replace(/\.$/, '')}; it is ${quoted(value)}`;
  if (limits.format === 'uri' && !URI.test(value)) return `must be an absolute address; it is ${quoted(value)}`;
  if (limits.format === 'date-time' && !isDateTime(value)) {
    return `must be an RFC 3339 time such as 2026-01-02T03:04:05Z; it is ${quoted(value)}`;
  }
  return null;
}

function checkNumber(schema: Schema, value: unknown, path: string, rendered: boolean): FieldError[] {
  if (!rendered && typeof value === 'string' && holdsLiquid(value)) return [];
  const { minimum = -Infinity, maximum = Infinity } = limitsOf(schema);
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (typeof number === 'number' && number >= minimum && number <= maximum) return [];
  return [{ path, message: `must be a number from ${minimum} to ${maximum}` }];
}

const NUMERIC = /^-?\d{1,10}(\.\d{1,20})?$/;

/** RFC 3986: a scheme, then only characters allowed in a URI (others are percent-encoded). */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%\u00a1-\u{10ffff}]+$/u;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function listed(words: string[]): string {
  return words.join(', ');
}

/** Enough of a value to recognise it by. */
function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
