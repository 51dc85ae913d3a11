import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyThisState } from '../../console/src/trace/why.ts';
import type { TurnRecord } from '../../src/model/conversation.ts';
import type { TraceStep } from '../../src/model/trace.ts';

const why = (trace: TraceStep[], stopped?: string) =>
  whyThisState({ item: { kind: 'user-message' } as TurnRecord['item'], trace, ...(stopped && { stopped }) });

const message: TraceStep = { step: 'message', stateId: 'b', contentMessage: {} };

test('a chip, an answer, a keyword, the default state and a send are told apart', () => {
  const because = (reason: 'send' | 'chip' | 'input' | 'keyword' | 'default', detail?: string) =>
    why([{ step: 'enter', stateId: 'b', because: reason, ...(detail && { detail }) }, message]);
  assert.equal(because('send'), 'A client sent the state, so it entered b.');
  assert.equal(because('chip'), 'The user tapped a chip that names the state, so it entered b.');
  assert.equal(because('input', 'ask'), 'ask was waiting for an answer and got one, so it entered b.');
  assert.equal(because('keyword', 'STOP'), 'The user wrote the keyword “STOP”, so it entered b.');
  assert.equal(because('default'), 'Nothing else matched, and this is the default state, so it entered b.');
});

test('a state is told by what people call it', () => {
  const trace: TraceStep[] = [{ step: 'enter', stateId: 'b', because: 'input', detail: 'ask' }, message];
  const called = (stateId: string) => ({ ask: 'Ask (ask)' })[stateId] ?? stateId;
  const said = whyThisState({ item: { kind: 'user-message' } as TurnRecord['item'], trace }, called);
  assert.equal(said, 'Ask (ask) was waiting for an answer and got one, so it entered b.');
});

test('a branch that was taken is named with its condition', () => {
  const trace: TraceStep[] = [
    { step: 'enter', stateId: 'a', because: 'input', detail: 'ask' },
    { step: 'enter', stateId: 'b', because: 'transition', detail: '{{ data.vip }}' },
    message,
  ];
  assert.equal(
    why(trace),
    'ask was waiting for an answer and got one, so it entered a; “{{ data.vip }}” was true, so it moved on to b.',
  );
});

test('a turn that stopped, and one without a message, show why', () => {
  const stop: TraceStep = {
    step: 'stop',
    reason: 'missing_state',
    detail: 'a chip refers to state "x", which does not exist',
  };
  assert.equal(why([stop], 'missing_state'), 'The turn stopped: a chip refers to state "x", which does not exist.');
  assert.equal(why([{ step: 'no-state', detail: 'no keyword' }]), 'It sent nothing: no keyword.');
  assert.equal(
    why([{ step: 'acknowledge', word: 'stop', contentMessage: { text: 'Bye' } }]),
    'The user opted out with “stop”, which was acknowledged.',
  );
  assert.match(why([{ step: 'enter', stateId: 'a', because: 'default' }]), /which sends no message\.$/);
});
