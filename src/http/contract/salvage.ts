/**
 * What is left of a body that its schema refuses, with blanks for what is wrong or missing, so that checks which expect
 * a whole body can run on the rest. Only for finding more faults: never store it.
 */
import { keysOf } from '../../model/json-pointer.ts';
import { type AjvError, choiceOf, type Schema } from '../../validation/union-errors.ts';

export function salvaged(body: unknown, errors: AjvError[]): unknown {
  const place = { body };
  for (const error of errors) mend(place, error);
  return place.body;
}

function mend(place: { body: unknown }, error: AjvError): void {
  if (choiceOf(error)) return;
  const { instancePath, params, parentSchema } = error;
  const keys = ['body', ...keysOf(instancePath)];
  const { missingProperty: missing, additionalProperty: unknown } = params as Record<string, string | undefined>;
  const holder = walk(place, missing === undefined && unknown === undefined ? keys.slice(0, -1) : keys);
  // Already gone, with something around it that was wrong too.
  if (holder === null) return;
  if (unknown !== undefined) delete holder[unknown];
  else if (missing !== undefined) holder[missing] = blank(parentSchema?.properties?.[missing]);
  else if (Object.hasOwn(holder, keys.at(-1)!)) holder[keys.at(-1)!] = blank(parentSchema);
}

function walk(start: object, keys: string[]): Record<string, unknown> | null {
  let value: unknown = start;
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The smallest value of the schema's type, with every required field. */
function blank(schema: Schema = {}): unknown {
  if (schema.type === 'string') return '';
  if (schema.type === 'array') return [];
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map((field) => [field, blank(properties[field])]));
}
