/** States on the clipboard, and in another flow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedText, freeId, pasted, readCopied } from '../../console/src/flow/copied.ts';
import type { StateBody } from '../../src/model/state.ts';

const STATES: Record<string, StateBody> = {
  welcome: {
    template: {
      contentMessage: { text: 'Hello', suggestions: [{ reply: { text: 'Go on', postbackData: 'welcome-2' } }] },
    },
  },
  'welcome-2': { transitions: [{ condition: 'true', nextState: 'welcome' }] },
};

test('what is copied is read back, and nothing else is', () => {
  assert.deepEqual(readCopied(copiedText(STATES)), STATES);
  for (const text of ['', 'hello', '{}', '[]', 'null', '{"states":{}}', '{"states":[]}', '{"states":{"a":1}}']) {
    assert.equal(readCopied(text), null, text);
  }
});

test('in a flow without their ids they stay as they are', () => {
  assert.deepEqual(pasted(STATES, ['other']), STATES);
});

test('an id that is taken gets a number, and they still lead to each other and to nobody else', () => {
  const { 'welcome-3': first, 'welcome-2': second, ...others } = pasted(STATES, ['welcome']);
  assert.deepEqual(others, {});
  assert.equal(second?.transitions?.[0]?.nextState, 'welcome-3');
  assert.deepEqual(first, STATES['welcome']);
  const both = pasted(STATES, ['welcome', 'welcome-2']);
  assert.deepEqual(Object.keys(both).sort(), ['welcome-3', 'welcome-4']);
  assert.match(JSON.stringify(both['welcome-3']), /"postbackData":"welcome-4"/);
  assert.match(JSON.stringify(both['welcome-4']), /"nextState":"welcome-3"/);
});

test('the number follows the id, however long it is', () => {
  assert.equal(
    freeId('a-7', (id) => id === 'a-7' || id === 'a-2'),
    'a-3',
  );
  assert.equal(freeId('a'.repeat(100), (id) => id === 'a'.repeat(100)).length, 92);
});
