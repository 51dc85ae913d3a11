/** The places of an answer, as Liquid writes them behind the name of the answer: `.lines[0].name`. Pure. */
import type { JsonValue } from '@model/json.ts';

/** Of operations, by `answerOf`: the paths behind the name of the answer. */
export type Answers = Readonly<Record<string, readonly string[]>>;

export const answerOf = (connectorId: string, operation: string): string => `${connectorId}/${operation}`;

/** Of one answer: as many as somebody looks through in a list. */
const MAX_PATHS = 60;

export function stepTo(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Of its values; of each list the first entry stands for all. */
export function pathsIn(answer: JsonValue): string[] {
  return leaves(answer, '').slice(0, MAX_PATHS);
}

function leaves(value: JsonValue, path: string): string[] {
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path];
  const isList = Array.isArray(value);
  const entries = Object.entries(value).slice(0, isList ? 1 : MAX_PATHS);
  return entries.flatMap(([key, inner]) => leaves(inner, path + stepTo(key, isList)));
}
