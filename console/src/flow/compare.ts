/** The places in which two versions of a state differ. Pure. */
import type { StateBody } from '@model/state.ts';
import { pointerTo } from './pointer.ts';

/** Undefined where a version has nothing. */
export type Difference = { path: string; theirs: unknown; mine: unknown };

export function differencesOf(theirs: unknown, mine: unknown, path = ''): Difference[] {
  if (JSON.stringify(theirs) === JSON.stringify(mine)) return [];
  const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isFields(theirs) || !isFields(mine) || Array.isArray(theirs) !== Array.isArray(mine)) {
    return [{ path, theirs, mine }];
  }
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  return names.flatMap((name) => differencesOf(theirs[name], mine[name], path + pointerTo([name])));
}

/** Both changes, if nobody changed the same part of the state; else null. */
export function mergedOf(base: StateBody, theirs: StateBody, mine: StateBody): StateBody | null {
  const fields = [
    ...new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(base)]),
  ] as (keyof StateBody)[];
  const differs = (one: StateBody, field: keyof StateBody) => differencesOf(base[field], one[field]).length > 0;
  if (fields.some((field) => differs(theirs, field) && differs(mine, field))) return null;
  const entries = fields.map((field) => [field, (differs(theirs, field) ? theirs : mine)[field]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as StateBody;
}
