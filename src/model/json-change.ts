/** How one JSON value became another, change by change. */
import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { isObject } from './json.ts';
import { pointerTo } from './json-pointer.ts';

export const JsonChange = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer.' }),
    before: Type.Optional(Type.Unknown({ description: 'Absent where something was added.' })),
    after: Type.Optional(Type.Unknown({ description: 'Absent where something was removed.' })),
  },
  { description: 'One value that differs.' },
);
export type JsonChange = Static<typeof JsonChange>;

/** The smallest values that differ. An element inserted into a list, or taken out of it, is one change. */
export function jsonChanges(before: unknown, after: unknown, path = ''): JsonChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => jsonChanges(before[key], after[key], path + pointerTo(key)));
  }
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** What is the same at the beginning and at the end is left out. Paths count as the longer list does. */
function listChanges(before: unknown[], after: unknown[], path: string): JsonChange[] {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && isDeepStrictEqual(before[same], after[same])) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && isDeepStrictEqual(before.at(-1 - sameAtEnd), after.at(-1 - sameAtEnd))) {
    sameAtEnd += 1;
  }
  const olds = before.slice(same, before.length - sameAtEnd);
  const news = after.slice(same, after.length - sameAtEnd);
  return Array.from({ length: Math.max(olds.length, news.length) }, (_, index) =>
    jsonChanges(olds[index], news[index], path + pointerTo(same + index)),
  ).flat();
}
