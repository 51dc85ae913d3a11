/**
 * The order of a state's fields in a file: the schema's, and below it as they come from the service. The database does
 * not keep the order of keys; without one of our own, two pulls could not be compared.
 */
import { ContentMessage } from '../model/content-message.ts';
import { StateBody } from '../model/state.ts';

/** `data` of the built-in connector, in the order of docs/connectors.md; that of others is as it comes. */
const DATA: Schema = { properties: { method: {}, url: {}, query: {}, headers: {}, body: {} } };

type Schema = { properties?: Record<string, Schema>; items?: Schema; $ref?: string };

export function inOrder(body: StateBody): StateBody {
  return ordered(body, StateBody as Schema) as StateBody;
}

function ordered(value: unknown, schema: Schema | undefined): unknown {
  const { properties, items } = resolved(schema);
  if (Array.isArray(value)) return value.map((item) => ordered(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(properties ?? {});
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  const entries = Object.entries(value).sort(([one], [other]) => place(one) - place(other));
  return Object.fromEntries(
    entries.map(([name, item]) => [name, ordered(item, name === 'data' ? DATA : properties?.[name])]),
  );
}

function resolved(schema: Schema = {}): Schema {
  return schema.$ref === 'ContentMessage#' ? (ContentMessage as Schema) : schema;
}
