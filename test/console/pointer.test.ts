/** Places in a JSON document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Keys, keysOf, pointerTo, valueAt, withValueAt } from '../../console/src/flow/pointer.ts';

/** Every place of a document, itself included. */
function placesIn(value: unknown, keys: Keys = []): Keys[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name);
  return [keys, ...inner.flatMap(([name, field]) => placesIn(field, [...keys, key(name)]))];
}

const documentAndPlace = fc
  .jsonValue({ maxDepth: 4 })
  .chain((document) => fc.tuple(fc.constant(document), fc.constantFrom(...placesIn(document))));

test('writing back what was read changes nothing, at any place of any document', () => {
  fc.assert(
    fc.property(documentAndPlace, ([document, keys]) => {
      assert.deepEqual(withValueAt(document, keys, valueAt(document, keys)), document);
      assert.deepEqual(keysOf(pointerTo(keys)), keys.map(String));
    }),
  );
});

test('a change leaves every place outside it as it was', () => {
  fc.assert(
    fc.property(documentAndPlace, ([document, keys]) => {
      const changed = withValueAt(document, keys, 'changed');
      assert.equal(valueAt(changed, keys), 'changed');
      for (const other of placesIn(document)) {
        const isOutside =
          !keys.every((key, index) => other[index] === key) && !other.every((key, index) => keys[index] === key);
        if (isOutside) assert.deepEqual(valueAt(changed, other), valueAt(document, other));
      }
    }),
  );
});

test('undefined removes a field or a row, and a missing way is made of objects', () => {
  assert.deepEqual(withValueAt({ a: [1, 2, 3], b: 1 }, ['a', 1], undefined), { a: [1, 3], b: 1 });
  assert.deepEqual(withValueAt({ a: 1 }, ['a'], undefined), {});
  assert.deepEqual(withValueAt({}, ['a', 'b'], 1), { a: { b: 1 } });
});
