/** What counts as one change between two JSON values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonChanges } from '../../src/model/json-change.ts';

const cases: [name: string, before: unknown, after: unknown, changes: object[]][] = [
  ['the order of keys does not count', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['a field that differs', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ path: '/a/c', before: 2, after: 3 }]],
  [
    'a field that is only in one',
    { a: 1, 'x/y': null },
    { a: 1, b: [] },
    [
      { path: '/x~1y', before: null },
      { path: '/b', after: [] },
    ],
  ],
  ['an element put into a list', [1, 2, 3], [1, 9, 2, 3], [{ path: '/1', after: 9 }]],
  ['an element taken out of a list', [1, 2, 3], [2, 3], [{ path: '/0', before: 1 }]],
  ['an element that differs', [{ a: 1 }, 2, 3], [{ a: 2 }, 2, 3], [{ path: '/0/a', before: 1, after: 2 }]],
  ['a repeated element', [1, 1], [1, 1, 1], [{ path: '/2', after: 1 }]],
  ['another type', { a: [] }, { a: {} }, [{ path: '/a', before: [], after: {} }]],
];
for (const [name, before, after, changes] of cases) {
  test(name, () => assert.deepEqual(jsonChanges(before, after), changes));
}
