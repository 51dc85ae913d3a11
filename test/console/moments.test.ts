/** The phone's separators and runs: what stands between two messages, and which belong together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moments, timeLine } from '../../console/src/rcs/moments.ts';

/** Local times: a phone shows the reader's own calendar. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 4, day, hour, minute).toISOString();

const shape = (...messages: [from: string, at: string][]) =>
  moments(messages.map(([from, sentAt]) => ({ from, at: sentAt }))).map(({ opens, isFirst, isLast }) =>
    `${opens ? 'opens ' : ''}${isFirst ? 'first ' : ''}${isLast ? 'last' : ''}`.trim(),
  );

describe('the messages on a phone', () => {
  it('of one sender within five minutes are one run', () => {
    assert.deepEqual(shape(['agent', at(3, 9)], ['agent', at(3, 9, 1)], ['agent', at(3, 9, 2)]), [
      'opens first',
      '',
      'last',
    ]);
    assert.deepEqual(shape(['agent', at(3, 9)], ['agent', at(3, 9, 6)]), ['opens first last', 'first last']);
  });

  it('end a run when the other one writes', () => {
    assert.deepEqual(shape(['agent', at(3, 9)], ['user', at(3, 9)]), ['opens first last', 'first last']);
  });

  it('stand below the time after an hour, and after midnight', () => {
    assert.deepEqual(shape(['user', at(3, 9)], ['user', at(3, 10)]), ['opens first last', 'opens first last']);
    assert.deepEqual(shape(['user', at(3, 23, 59)], ['user', at(4, 0, 1)]), ['opens first last', 'opens first last']);
  });
});

it('a time says today and yesterday, else its date', () => {
  const nowMs = Date.parse(at(4, 12));
  assert.match(timeLine(at(4, 9, 30), nowMs), /^Today 0?9:30/);
  assert.match(timeLine(at(3, 23, 30), nowMs), /^Yesterday 11:30/);
  assert.match(timeLine(at(1, 9, 30), nowMs), /^Fri, May 1, 0?9:30/);
});
