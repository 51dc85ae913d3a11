import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FlowState, flowGraph } from '../../console/src/flow/graph.ts';
import { comparedGraph } from '../../console/src/versions/compared-graph.ts';

const state = (stateId: string, words: string, chips: Record<string, string> = {}): FlowState => ({
  stateId,
  template: {
    contentMessage: {
      text: words,
      suggestions: Object.entries(chips).map(([text, postbackData]) => ({ reply: { text, postbackData } })),
    },
  },
});

const before = flowGraph(
  [
    state('welcome', 'Hello', { Help: 'help', Hours: 'hours', News: 'news' }),
    state('help', 'Help'),
    state('hours', '8 to 18'),
    state('news', 'None'),
  ],
  {},
);
const after = flowGraph(
  [
    state('welcome', 'Hello', { 'Help me': 'help', Hours: 'hours', News: 'press' }),
    state('help', 'How can we help?'),
    state('hours', '8 to 18'),
    state('press', 'Some'),
  ],
  {},
);
const differences = {
  added: ['press'],
  removed: ['news'],
  changed: [{ stateId: 'welcome' }, { stateId: 'help' }],
};

test('a comparison has the states of both flows, each marked by what became of it', () => {
  const { nodes } = comparedGraph(before, after, differences);
  assert.deepEqual(Object.fromEntries(nodes.map(({ id, change }) => [id, change ?? 'same'])), {
    welcome: 'changed',
    help: 'changed',
    hours: 'same',
    press: 'added',
    news: 'removed',
  });
});

test('an edge with another label is changed; one that leads elsewhere is removed, and another added', () => {
  const { edges } = comparedGraph(before, after, differences);
  assert.deepEqual(
    edges.map(({ label, target, change = 'same' }) => [change, label, target]),
    [
      ['same', 'Hours', 'hours'],
      ['changed', 'Help me', 'help'],
      ['added', 'News', 'press'],
      ['removed', 'News', 'news'],
    ],
  );
  assert.equal(new Set(edges.map(({ id }) => id)).size, edges.length);
});

test('a state that is gone, and still led to, is drawn once, as removed', () => {
  const dangling = flowGraph([state('welcome', 'Hello', { News: '{"nextState":"news"}' })], {});
  const whole = flowGraph([state('welcome', 'Hello', { News: '{"nextState":"news"}' }), state('news', 'None')], {});
  const { nodes } = comparedGraph(whole, dangling, { added: [], removed: ['news'], changed: [] });
  assert.deepEqual(
    nodes.map(({ id, kind, change = 'same' }) => [id, kind, change]),
    [
      ['welcome', 'state', 'same'],
      ['news', 'state', 'removed'],
    ],
  );
});
