/** The form of a call: its fields, and what choosing another connector or operation makes of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, pathsIn } from '../../console/src/connectors/paths.ts';
import { vocabularyOf } from '../../console/src/flow/graph.ts';
import { type Connector, fieldsOf, newCall, operationOf, withOperation } from '../../console/src/operations/calls.ts';

const SHOP: Connector = {
  connectorId: 'shop',
  operations: {
    'find-order': {
      method: 'GET',
      path: '/orders/{order}',
      query: { lang: '{lang}' },
      placeholders: { lang: { enum: ['de', 'es'], description: 'Of the answer' } },
    },
    note: { method: 'POST', path: '/orders/{order}/notes', body: { text: '{text}' } },
  },
};

test('a new call has a field for each placeholder of its operation, and a result that Liquid can name', () => {
  const call = newCall([SHOP], [{ contextKey: 'find_order' }]);
  assert.deepEqual(call, {
    connectorId: 'shop',
    authenticationId: 'none',
    operation: 'find-order',
    contextKey: 'find_order2',
    data: {},
  });
  const { fields, others, isOpen } = fieldsOf({ ...call, data: { extra: 1 } }, operationOf(call, [SHOP]));
  assert.deepEqual(
    fields.map(({ label, hint, choices }) => [label, hint, choices?.length]),
    [
      ['order', undefined, undefined],
      ['lang', 'Of the answer', 3],
    ],
  );
  assert.deepEqual([others, isOpen], [['extra'], false]);
});

test('another operation keeps what has a place there, and the name of the result', () => {
  const call = { ...newCall([SHOP], []), contextKey: 'mine', data: { order: '{{ input.order }}', lang: 'de' } };
  const next = withOperation(call, 'note', [SHOP], []);
  assert.deepEqual([next['contextKey'], next['data']], ['mine', { order: '{{ input.order }}' }]);
});

test('without connectors a call asks an address, and one of an unknown connector keeps all that it has', () => {
  assert.deepEqual(newCall([], [])['data'], { method: 'GET', url: '' });
  const call = { connectorId: 'gone', operation: 'find', data: { a: 1 } };
  const { others, isOpen } = fieldsOf(call, operationOf(call, [SHOP]));
  assert.deepEqual([others, isOpen], [['a'], true]);
});

test('the places of an answer become variables, the first entry of a list for all', () => {
  const paths = pathsIn({ body: { state: 'sent', lines: [{ name: 'Boots' }, { name: 'Socks' }], 'of-no name': 1 } });
  assert.deepEqual(paths, ['.body.state', '.body.lines[0].name', '.body["of-no name"]']);
  const call = { connectorId: 'shop', operation: 'find', authenticationId: 'none', contextKey: 'order', data: {} };
  const { data } = vocabularyOf([{ stateId: 'a', operations: [call] }], { [answerOf('shop', 'find')]: ['.state'] });
  assert.deepEqual(data, ['order', 'order.state', 'order_error']);
});
