/**
 * The JSON Schema that the result of an operation must fit: a small part of JSON Schema, so that checking an answer takes
 * no longer than reading it (no patterns, no references, no combinations), and so that it is known where an answer holds
 * text that somebody else wrote. It is also the part that models are able to answer by.
 */
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { FieldError } from '../errors.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { pointerTo } from './json-pointer.ts';

/** Bytes as JSON: it is sent with every request. */
const MAX_BYTES = 8 * 1024;
const MAX_DEPTH = 6;
/** As for captured values, so that a name can be written in Liquid. */
const NAME = /^(?!(__proto__|constructor|prototype)$)[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const AnswerSchema = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'JSON Schema of the result; one that does not fit fails with `invalid_answer`. Keywords: type, description, title, enum, const, properties, required, items, minItems, maxItems, minLength, maxLength, minimum, maximum. Fields that are not in `properties` do not fit.',
  examples: [
    {
      type: 'object',
      required: ['topic'],
      properties: { topic: { type: 'string', enum: ['order', 'return', 'other'] } },
    },
  ],
});
export type AnswerSchema = Static<typeof AnswerSchema>;

/** By keyword: the types that it may be used with, and what its value must be. */
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const KEYWORDS: Record<string, { of: readonly string[] | null; isValid: (value: unknown) => boolean; says: string }> = {
  title: { of: null, isValid: isText, says: 'a text' },
  description: { of: null, isValid: isText, says: 'a text' },
  enum: {
    of: null,
    isValid: (value) => Array.isArray(value) && value.length > 0 && value.every(isPlain),
    says: 'a list of texts, numbers, booleans or null',
  },
  const: { of: null, isValid: isPlain, says: 'a text, a number, a boolean or null' },
  properties: { of: ['object'], isValid: isObject, says: 'an object of schemas' },
  required: {
    of: ['object'],
    isValid: (value) => Array.isArray(value) && value.every(isText),
    says: 'a list of names',
  },
  additionalProperties: { of: ['object'], isValid: (value) => value === false, says: 'false' },
  items: { of: ['array'], isValid: isObject, says: 'a schema' },
  minItems: { of: ['array'], isValid: isCount, says: 'a whole number' },
  maxItems: { of: ['array'], isValid: isCount, says: 'a whole number' },
  minLength: { of: ['string'], isValid: isCount, says: 'a whole number' },
  maxLength: { of: ['string'], isValid: isCount, says: 'a whole number' },
  minimum: { of: ['number', 'integer'], isValid: isNumber, says: 'a number' },
  maximum: { of: ['number', 'integer'], isValid: isNumber, says: 'a number' },
};
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** What keeps a schema from being one of ours. `path`: its JSON pointer. */
export function answerSchemaFaults(schema: unknown, path: string): FieldError[] {
  if (isObject(schema) && Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) {
    return [{ path, message: `must be at most ${MAX_BYTES} bytes as JSON` }];
  }
  return nodeFaults(schema, path, 1);
}

function nodeFaults(schema: unknown, path: string, depth: number): FieldError[] {
  if (!isObject(schema)) return [{ path, message: 'must be a JSON Schema' }];
  if (depth > MAX_DEPTH) return [{ path, message: `is nested more than ${MAX_DEPTH} levels deep` }];
  const types = typesOf(schema);
  if (types.length === 0 || types.some((type) => !TYPES.includes(type))) {
    return [{ path: `${path}/type`, message: `must be one of ${TYPES.join(', ')}, or one of them and null` }];
  }
  const faults: FieldError[] = [];
  const { type: _, ...keywords } = schema;
  for (const [name, value] of Object.entries(keywords)) {
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name]! : null;
    const at = path + pointerTo(name);
    if (!keyword) faults.push({ path: at, message: 'is not a keyword that can be used here' });
    else if (keyword.of && !types.some((type) => keyword.of!.includes(type)))
      faults.push({ path: at, message: `is for ${keyword.of.join(' and ')} only` });
    else if (!keyword.isValid(value)) faults.push({ path: at, message: `must be ${keyword.says}` });
  }
  if (faults.length > 0) return faults;
  return [...objectFaults(schema, path, depth), ...itemsFaults(schema, path, depth)];
}

function objectFaults(schema: JsonObject, path: string, depth: number): FieldError[] {
  if (!typesOf(schema).includes('object')) return [];
  const { properties, required = [] } = schema as { properties?: JsonObject; required?: string[] };
  if (!properties) return [{ path: `${path}/properties`, message: 'is required' }];
  const names = Object.keys(properties);
  return [
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => ({ path: `${path}/required`, message: `names "${name}", which is not in properties` })),
    ...names.flatMap((name) => {
      const at = path + pointerTo('properties', name);
      if (!NAME.test(name)) return [{ path: at, message: 'must have a name of letters, digits and _' }];
      return nodeFaults(properties[name], at, depth + 1);
    }),
  ];
}

function itemsFaults(schema: JsonObject, path: string, depth: number): FieldError[] {
  if (!typesOf(schema).includes('array')) return [];
  if (schema['items'] === undefined) return [{ path: `${path}/items`, message: 'is required' }];
  return nodeFaults(schema['items'], `${path}/items`, depth + 1);
}

/** The types of a node; none when it names more than one besides null. */
function typesOf({ type }: JsonObject): string[] {
  const types = (Array.isArray(type) ? type : [type]).filter(isText) as string[];
  return types.filter((name) => name !== 'null').length > 1 ? [] : types;
}

/**
 * Where a value does not fit, in words of the schema alone; null when it fits. The value may be anybody's, and the words
 * are what a flow reads as the reason: nothing of the value is in them.
 */
export function answerFault(schema: AnswerSchema, value: JsonValue): string | null {
  const strict = closed(schema);
  if (Check(strict, value)) return null;
  const [, errors] = Errors(strict, value);
  const told = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
  return told ? `${told.schemaPath} ${told.keyword}` : 'the schema';
}

/** The same schema, with nothing but the named fields allowed: as models are told, and as answers are checked. */
export function closed(schema: AnswerSchema): JsonObject {
  const { properties, items, ...rest } = schema as JsonObject;
  return {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, node]) => [name, closed(node as JsonObject)]),
      ),
      additionalProperties: false,
    }),
    ...(isObject(items) && { items: closed(items) }),
  };
}

/** The places of free text, as JSON pointers with `*` for every element of a list: strings that the schema does not list. */
export function freeTexts(schema: AnswerSchema, path = ''): string[] {
  const { properties, items, enum: choices, const: fixed } = schema;
  if (choices !== undefined || fixed !== undefined) return [];
  const types = typesOf(schema as JsonObject);
  return [
    ...(types.includes('string') ? [path] : []),
    ...(isObject(properties)
      ? Object.entries(properties).flatMap(([name, node]) => freeTexts(node as JsonObject, `${path}/${name}`))
      : []),
    ...(isObject(items) ? freeTexts(items, `${path}/*`) : []),
  ];
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
