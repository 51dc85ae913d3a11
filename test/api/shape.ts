/** What an answer is made of, whatever its values: for comparing one run with another. */
import type { JsonValue } from '../../src/model/json.ts';

/** Names and kinds of values; of a list, the different ones that are in it. */
export function shapeOf(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) {
    const shapes = new Set(value.map((one) => JSON.stringify(shapeOf(one))));
    return [...shapes].sort().map((shape) => JSON.parse(shape));
  }
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value).map(([key, one]): [string, JsonValue] => [key, shapeOf(one)]);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
