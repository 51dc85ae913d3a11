/** Who leads to a state, its other name, and a line that was drawn to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connection, waysFrom } from '../../console/src/flow/connect.ts';
import { flowGraph } from '../../console/src/flow/graph.ts';
import { renamed, usersOf } from '../../console/src/flow/references.ts';
import type { StateBody } from '../../src/model/state.ts';

const chip = (text: string, postbackData: string) => ({ reply: { text, postbackData } });
const CHIPS = [
  chip('a', 'old'),
  chip('b', '{"nextState":"old","params":{"old":"old"}}'),
  chip('c', 'older'),
  chip('old', 'x'),
];
const LOOSE = chip('d', '{"nextState":"old","params":{{ data.old | json }}}');
const FLOW = {
  defaultState: 'old',
  keywords: [{ keyword: 'old', stateId: 'old' }],
  states: {
    old: { flowEntryStateId: 'old', template: { contentMessage: { text: 'old' } } },
    user: {
      flowEntryStateId: 'old',
      transitions: [{ condition: "{% if input.old == 'old' %}true{% endif %}", nextState: 'old' }],
      input: { nextState: 'old', assignments: [{ from: 'message.text', to: 'old' }] },
      template: {
        contentMessage: {
          richCard: { standaloneCard: { cardContent: { title: 'old', suggestions: CHIPS.slice(0, 1) } } },
          suggestions: CHIPS,
        },
      },
    },
  } as Record<string, StateBody>,
};

test('a rename changes every reference and nothing else, and another back again changes nothing at all', () => {
  const next = renamed(FLOW, 'old', 'new');
  assert.deepEqual(Object.keys(next.states), ['new', 'user']);
  const { user } = next.states;
  assert.deepEqual([next.defaultState, next.keywords], ['new', [{ keyword: 'old', stateId: 'new' }]]);
  assert.deepEqual([user?.flowEntryStateId, user?.input?.nextState], ['new', 'new']);
  assert.deepEqual(user?.transitions, [{ ...FLOW.states['user']!.transitions![0], nextState: 'new' }]);
  assert.deepEqual(
    (user!.template!.contentMessage['suggestions'] as typeof CHIPS).map(({ reply }) => reply.postbackData),
    ['new', '{"nextState":"new","params":{"old":"old"}}', 'older', 'x'],
  );
  assert.deepEqual(renamed(next, 'new', 'old'), FLOW);
});

test('a target is renamed where Liquid keeps it from being JSON yet', () => {
  const message = { text: 'Hi', suggestions: [LOOSE] };
  const next = renamed({ states: { old: { template: { contentMessage: message } } } }, 'old', 'new');
  assert.deepEqual(next.states['new']!.template!.contentMessage['suggestions'], [
    chip('d', '{"nextState":"new","params":{{ data.old | json }}}'),
  ]);
});

test('those who lead to a state are named with how they do', () => {
  const named = { ...FLOW.states, user: { ...FLOW.states['user'], displayName: 'Greet' } };
  const states = Object.entries(named).map(([stateId, body]) => ({ stateId, ...body }));
  assert.deepEqual(usersOf(flowGraph(states, FLOW), 'old'), [
    'the agent, by the keyword “old”',
    'the agent, by its default state',
    'Greet (user), by the transition “input.old is “old””',
    'Greet (user), by the chip “a”',
    'Greet (user), by the chip “a”',
    'Greet (user), by the chip “b”',
    'Greet (user), by its input',
    'Greet (user), as its flow entry',
  ]);
});

test('a line becomes a chip, an answer or an otherwise, as the state has room for it', () => {
  const to = { stateId: 'next', stateIds: ['next'] };
  const body: StateBody = {
    template: { contentMessage: { text: 'Hi' } },
    transitions: [{ condition: 'true', nextState: 'before' }],
  };
  assert.deepEqual(waysFrom(body), ['chip', 'answer', 'otherwise']);
  assert.deepEqual(waysFrom({ transitions: [] }), ['answer', 'otherwise']);
  assert.deepEqual(connection(body, 'chip', to).value, {
    contentMessage: { text: 'Hi', suggestions: [chip('next', 'next')] },
  });
  assert.deepEqual(connection(body, 'answer', to).value, { nextState: 'next' });
  assert.deepEqual(connection(body, 'otherwise', to).value, [{ condition: 'true', nextState: 'next' }]);
});
