/** What a JSON Schema of the document says about a placeholder, and the fields of an object schema. */
import type { Schemas } from '#client';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { fieldsOf, resolved } from './document.ts';

type Operation = Extract<Schemas['NewConnector']['operations'][string], { method: string }>;
export type Placeholder = NonNullable<Operation['placeholders']>[string];

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const MAX_DESCRIPTION = 300;
const MAX_CHOICES = 100;
const MAX_CHOICE_LENGTH = 200;
/** Schemas inside `allOf`, so that one that contains itself ends. */
const MAX_NESTED = 10;

export function placeholderOf(schema: JsonObject, required: boolean, description?: JsonValue): Placeholder {
  const type = typeOf(schema);
  const says = shortened(description ?? schema['description'], MAX_DESCRIPTION);
  const choices = Array.isArray(schema['enum']) ? schema['enum'].filter((choice) => choice !== null).map(String) : [];
  const isListed =
    choices.length > 0 &&
    choices.length <= MAX_CHOICES &&
    choices.every((choice) => choice.length <= MAX_CHOICE_LENGTH) &&
    type !== 'array' &&
    type !== 'object';
  return {
    ...(type && { type }),
    ...(required && { required }),
    ...(says !== '' && { description: says }),
    ...(isListed && { enum: choices }),
  };
}

/** In 3.1 `type` may be a list; one that also allows null is optional in effect. Undefined where several are possible. */
function typeOf({ type }: JsonObject): Placeholder['type'] | undefined {
  const [first, ...others] = [type].flat().filter((name) => name !== 'null');
  return others.length === 0 && TYPES.includes(String(first)) ? (first as Placeholder['type']) : undefined;
}

/** As one line, cut where it is too long. */
export function shortened(text: JsonValue | undefined, maxLength: number): string {
  const line = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '';
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

/** A value that the schema fixes: the only one there is. Undefined where there is a choice. */
export function fixedValue(schema: JsonObject): JsonValue | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  const { enum: choices } = schema;
  return Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined;
}

export type Field = { name: string; schema: JsonObject; required: boolean };

/** The fields of an object, those of `allOf` included; null when it is not described by its fields. */
export function fieldsOfObject(root: JsonObject, schema: JsonObject, depth = 0): Field[] | null {
  if (depth > MAX_NESTED || schema['oneOf'] !== undefined || schema['anyOf'] !== undefined) return null;
  const { properties, allOf = [], required = [] } = schema;
  const fields = new Map<string, Field>();
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const inner = fieldsOfObject(root, resolved(root, part), depth + 1);
    if (!inner) return null;
    for (const field of inner) fields.set(field.name, field);
  }
  for (const [name, property] of Object.entries(fieldsOf(properties))) {
    fields.set(name, { name, schema: resolved(root, property), required: false });
  }
  for (const name of Array.isArray(required) ? required : []) {
    const field = fields.get(String(name));
    if (field) fields.set(field.name, { ...field, required: true });
  }
  const isDescribed = fields.size > 0 || isObject(properties);
  return isDescribed ? [...fields.values()].filter((field) => field.schema['readOnly'] !== true) : null;
}
