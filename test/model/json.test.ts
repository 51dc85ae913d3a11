import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_JSON_DEPTH, storableJson } from '../../src/model/json.ts';

describe('storable JSON', () => {
  it('keeps ordinary JSON as it is', () => {
    const value = { a: [1, -2.5, true, null, 'text €', { b: {} }], '': [] };
    assert.deepEqual(storableJson(value), value);
  });

  it('replaces U+0000 and lone surrogates, which jsonb refuses, in values and in keys', () => {
    const value = JSON.parse('{"a\\u0000":"x\\u0000y","b\\ud800":"\\udc00 \\ud83d\\ude00"}');
    assert.deepEqual(storableJson(value), { 'a\uFFFD': 'x\uFFFDy', 'b\uFFFD': '\uFFFD 😀' });
  });

  it('drops keys that reach a prototype', () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"prototype":2,"x":{"__proto__":3,"y":4}}');
    const stored = storableJson(value);
    assert.deepEqual(stored, { x: { y: 4 } });
    assert.equal(Object.getPrototypeOf(stored), Object.prototype);
  });

  it('turns values that JSON lacks into null', () => {
    assert.deepEqual(storableJson([JSON.parse('1e400'), Number.NaN, undefined]), [null, null, null]);
  });

  it('refuses JSON that is nested too deep, without running out of stack', () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    assert.deepEqual(storableJson(nested(MAX_JSON_DEPTH)), nested(MAX_JSON_DEPTH));
    assert.throws(() => storableJson(nested(MAX_JSON_DEPTH + 1)), RangeError);
    assert.throws(() => storableJson(nested(100_000)), RangeError);
  });
});
