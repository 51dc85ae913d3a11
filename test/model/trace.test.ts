/** A trace as it is stored beside its turn's message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredStep, TraceStep } from '../../src/model/trace.ts';
import { withContent, withoutContent } from '../../src/model/trace.ts';

const CONTENT = { text: 'Hello' };
const TRACE: TraceStep[] = [
  { step: 'enter', stateId: 'hello', because: 'send' },
  { step: 'message', stateId: 'hello', contentMessage: CONTENT },
  { step: 'wait', stateId: 'hello' },
];

test('what a message says is not stored with its trace, and is there again when that is read', () => {
  const stored = withoutContent(TRACE);
  assert.doesNotMatch(JSON.stringify(stored), /Hello/);
  assert.deepEqual(withContent(stored, CONTENT), TRACE);
  const acknowledged: TraceStep[] = [{ step: 'acknowledge', word: 'stop', contentMessage: CONTENT }];
  assert.deepEqual(withContent(withoutContent(acknowledged), CONTENT), acknowledged);
});

test('a trace of before, or of a message that was not made, has its own content', () => {
  const stored = TRACE as StoredStep[];
  assert.deepEqual(withContent(stored, { text: 'Other' }), TRACE);
  assert.deepEqual(withContent(stored, null), TRACE);
});
