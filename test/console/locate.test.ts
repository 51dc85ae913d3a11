import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locate } from '../../console/src/flow/locate.ts';

const text = `{
  "template": { "contentMessage": { "text": "Hello {{ x", "suggestions": [{ "reply": {} }, { "reply": { "text": "b" } }] } },
  "a/b": 1
}`;
const at = (pointer: string) => {
  const { from, to } = locate(text, pointer);
  return text.slice(from, to);
};

test('a pointer leads to its value, through objects and arrays', () => {
  assert.equal(at('/template/contentMessage/text'), '"Hello {{ x"');
  assert.equal(at('/template/contentMessage/suggestions/1/reply/text'), '"b"');
  assert.equal(at('/a~1b'), '1');
});

test('a missing value is shown where it is missing', () => {
  assert.equal(at('/template/contentMessage/suggestions/0/reply/text'), '{}');
  assert.equal(at(''), text);
  assert.equal(at('/nowhere'), text);
});

test('a text that is not JSON yet causes no error', () => {
  assert.deepEqual(locate('', '/a/b'), { from: 0, to: 0 });
  assert.ok(locate('{"a": [', '/a/0').to <= 7);
});
