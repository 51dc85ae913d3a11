/** The initial values of a preview. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleValues } from '../../console/src/flow/sample-values.ts';

test('each name that a message reads is its own value', () => {
  const content = {
    text: 'Hi {{ params.name | default: "you" }}',
    suggestions: [{ reply: { text: '{{ input.a }}' } }],
  };
  assert.deepEqual(sampleValues(content), { params: { name: 'name' }, input: { a: 'a' } });
});

test('of a name and a field of it, the field stays', () => {
  for (const text of ['{{ data.x }}{{ data.x.y }}', '{{ data.x.y }}{{ data.x }}']) {
    assert.deepEqual(sampleValues({ text }), { data: { x: { y: 'y' } } });
  }
});

test('anything but a variable’s name is ignored', () => {
  const text = 'params.a {{ my.params.b }} {{ params.list.size }} {{ params.__proto__.c }} {{ user.phoneNumber }}';
  assert.deepEqual(sampleValues({ text }), { params: { list: 'list' } });
});
