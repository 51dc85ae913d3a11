/** The places in a document that hold no others, for tests that change one of them. */
import type { Keys } from '../../console/src/flow/pointer.ts';

export function leavesOf(value: unknown, keys: Keys = []): Keys[] {
  if (typeof value !== 'object' || value === null) return [keys];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...keys, isList ? Number(name) : name]));
}
