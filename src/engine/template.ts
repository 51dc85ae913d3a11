/** From a saved template to the message: each string is rendered separately, and nothing is rendered twice. */

import type { FieldError } from '../errors.ts';
import { type ContentMessage, checkContentMessage } from '../model/content-message.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { holdsLiquid } from '../model/templated.ts';
import { MAX_TEXT_BYTES, type RenderTarget, TemplateError } from './liquid.ts';
import type { Run } from './run.ts';

/** Its `data.url` and `data.headers` are an address and headers; other connectors encode their data themselves. */
const HTTP_CONNECTOR_ID = 'http';

/** A string somewhere in JSON, and the keys that lead to it. */
export type Leaf = { keys: string[]; text: string };

/** Walks with one list of keys, copied only for matches: a state may have a hundred thousand strings. */
export function leavesOf(value: unknown, isWanted: (text: string, key: unknown) => boolean): Leaf[] {
  const leaves: Leaf[] = [];
  const keys: (string | number)[] = [];
  const visit = (key: string | number, item: unknown) => {
    keys.push(key);
    walk(item);
    keys.pop();
  };
  const walk = (item: unknown) => {
    if (typeof item === 'string') {
      if (isWanted(item, keys.at(-1))) leaves.push({ keys: keys.map(String), text: item });
    } else if (Array.isArray(item)) {
      for (const [index, element] of item.entries()) visit(index, element);
    } else if (typeof item === 'object' && item !== null) {
      for (const key of Object.keys(item)) visit(key, (item as Record<string, unknown>)[key]);
    }
  };
  walk(value);
  return leaves;
}

/**
 * A field whose Liquid renders to nothing is left out: in the platform's JSON an empty string and an absent one are the
 * same, so a template can make a picture or a title conditional.
 *
 * @throws {TemplateError}
 */
export async function renderMessage(
  run: Run,
  template: unknown,
  renderField = (leaf: Leaf): Promise<string> => run.render(leaf.text, MAX_TEXT_BYTES),
): Promise<{ contentMessage: ContentMessage } | { errors: FieldError[] }> {
  const rendered = await renderLeaves(template as JsonValue, [], async (leaf) => {
    const shown = await renderField(leaf).catch((error) => {
      if (error instanceof TemplateError) error.field = pointerTo(...leaf.keys);
      throw error;
    });
    return shown.trim() === '' ? null : shown;
  });
  const errors = checkContentMessage(rendered, { rendered: true });
  return errors.length > 0 ? { errors } : { contentMessage: rendered as ContentMessage };
}

/** The data of an operation, each value made fit for its place. @throws {TemplateError} */
export async function renderOperationData(run: Run, connectorId: string, data: unknown): Promise<JsonObject> {
  const isHttp = connectorId === HTTP_CONNECTOR_ID;
  const rendered = await renderLeaves(data as JsonObject, [], async ({ keys, text }) => {
    const target: RenderTarget = isHttp && keys.length === 1 && keys[0] === 'url' ? 'url' : 'text';
    const value = await run.render(text, MAX_TEXT_BYTES, { target });
    // A line break would start another header.
    return isHttp && keys[0] === 'headers' ? value.replace(/[\r\n\0]+/g, ' ') : value;
  });
  return rendered as JsonObject;
}

/** Renders the strings that hold Liquid, one after the other; null leaves the field out. */
async function renderLeaves(
  value: JsonValue,
  keys: string[],
  render: (leaf: Leaf) => Promise<string | null>,
): Promise<JsonValue> {
  if (typeof value === 'string') return holdsLiquid(value) ? render({ keys, text: value }) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const [index, item] of value.entries()) items.push(await renderLeaves(item, [...keys, `${index}`], render));
    return items;
  }
  const fields: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const rendered = await renderLeaves(item, [...keys, key], render);
    if (rendered !== null || item === null) fields[key] = rendered;
  }
  return fields;
}
