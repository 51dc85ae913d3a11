/** Conditions as rows: Liquid underneath, read back from it, and said in words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  ALWAYS,
  ASKS,
  canAsk,
  conditionWords,
  isComparison,
  type Row,
  type Rule,
  readCondition,
  typedAs,
  writeCondition,
} from '../../console/src/flow/conditions.ts';
import { MAX_TEXT_BYTES } from '../../src/engine/liquid.ts';
import { createSandbox, type Sandbox } from '../../src/engine/sandbox.ts';
import type { Scope } from '../../src/engine/scope.ts';

let sandbox: Sandbox;
before(() => {
  sandbox = createSandbox({ threads: 1 });
});
after(() => sandbox[Symbol.asyncDispose]());

const variable = fc.constantFrom('input.answer', 'data.order', 'data.order.lines[0].name', 'message.text', 'params.x');
const value: fc.Arbitrary<Row['value'] & {}> = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => ({ text })),
  fc.constantFrom({ plain: '5' }, { plain: '-1.5' }, { plain: 'true' }, { plain: 'nil' }, { plain: 'params.y' }),
);
const row: fc.Arbitrary<Row> = fc
  .tuple(variable, fc.constantFrom(...ASKS), value)
  .filter(([variable, asks]) => canAsk(asks, variable))
  .map(([variable, asks, value]) => ({ variable, asks, ...(isComparison(asks) && { value }) }));
const rule: fc.Arbitrary<Rule> = fc
  .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(row, { maxLength: 4 }))
  .map(([join, rows]) => ({ join: rows.length > 1 ? join : 'and', rows }));

test('rows are read back from the Liquid that they write, unless Liquid cannot say them', () => {
  fc.assert(
    fc.property(rule, (rule) => {
      const written = writeCondition(rule);
      if (written !== null) assert.deepEqual(readCondition(written), rule);
      else assert.ok(rule.rows.some(({ value }) => value && 'text' in value && /['"]|[%}]\}/.test(value.text)));
    }),
  );
});

test('what rows cannot say stays Liquid, as it was written', () => {
  const others = [
    '{{ params.force }}',
    "{% if a == 'b' %}true{% else %}false{% endif %}",
    "{% if a == 'b' and c or d %}true{% endif %}",
    '{% if a | size == 1 %}true{% endif %}',
    '{% if (1..3) contains 2 %}true{% endif %}',
    '{% unless a %}true{% endunless %}',
    '{% if %}true{% endif %}',
    '{% if a == b == c %}true{% endif %}',
    "{% if 'a' == a %}true{% endif %}",
    "{% if a['b'] %}true{% endif %}",
    '{% if a %}true{% endif %}{% if b %}true{% endif %}',
    'True',
    '',
  ];
  for (const condition of others) {
    assert.equal(readCondition(condition), null, condition);
    assert.equal(conditionWords(condition), condition);
  }
});

test('a condition is said in words', () => {
  const said: Record<string, string> = {
    true: 'always',
    "{% if data.order.status == 'open' %}true{% endif %}": 'data.order.status is “open”',
    '{% if data.order_error or data.order.status >= 400 %}\n true\n{% endif %}':
      'data.order failed or data.order.status is at least 400',
    '{% if input.name == blank and params.vip %}true{% endif %}': 'input.name is empty and params.vip is there',
  };
  for (const [condition, words] of Object.entries(said)) assert.equal(conditionWords(condition), words);
});

test('the engine finds true what the words say', async () => {
  const scope: Scope = {
    params: { vip: 'yes', n: 5 },
    data: { order: { status: 404, text: '404' }, order_error: null, parcel: null, parcel_error: { code: 'timeout' } },
    input: { name: '', colour: 'dark blue' },
    message: null,
    user: { phoneNumber: '+12025550100' },
  };
  const rows: [row: Row, isTrue: boolean][] = [
    [{ variable: 'input.name', asks: 'empty' }, true],
    [{ variable: 'input.missing', asks: 'empty' }, true],
    [{ variable: 'input.colour', asks: 'filled' }, true],
    [{ variable: 'input.missing', asks: 'filled' }, false],
    [{ variable: 'input.colour', asks: 'contains', value: { text: 'blue' } }, true],
    [{ variable: 'data.order.status', asks: 'is', value: { plain: '404' } }, true],
    [{ variable: 'data.order.text', asks: 'is', value: { text: '404' } }, true],
    [{ variable: 'data.order.status', asks: 'above', value: { plain: '500' } }, false],
    [{ variable: 'data.parcel', asks: 'failed' }, true],
    [{ variable: 'data.order', asks: 'failed' }, false],
    [{ variable: 'data.order', asks: 'worked' }, true],
    [{ variable: 'params.vip', asks: 'there' }, true],
    [{ variable: 'params.n', asks: 'isNot', value: { plain: '5' } }, false],
  ];
  const options = { maxBytes: MAX_TEXT_BYTES, now: '2026-01-02T03:04:05Z' };
  for (const [row, isTrue] of rows) {
    const condition = writeCondition({ join: 'and', rows: [row] })!;
    assert.equal((await sandbox.renderFor('account')(condition, scope, options)) === 'true', isTrue, condition);
  }
  assert.equal(writeCondition(ALWAYS), 'true');
});

test('a number that is typed is compared as a number where that matters', () => {
  assert.deepEqual(typedAs('above', '5', undefined), { plain: '5' });
  assert.deepEqual(typedAs('is', '5', undefined), { text: '5' });
  assert.deepEqual(typedAs('is', '6', { plain: '5' }), { plain: '6' });
  assert.deepEqual(typedAs('is', 'six', { plain: '5' }), { text: 'six' });
});
