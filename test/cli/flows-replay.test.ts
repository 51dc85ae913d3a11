/** What the terminal says of a replay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { describeReplay } from '../../src/cli/commands/flows-replay.ts';
import { NO_COUNTS } from '../../src/model/replay.ts';

const said = (sessions: number) =>
  stripVTControlCharacters(
    describeReplay({
      ...NO_COUNTS,
      ...{ replayId: 'one', status: 'done', since: '2026-01-02T00:00:00Z', createdAt: '', updatedAt: '' },
      ...{ limit: 20, sessions, same: sessions },
    }),
  );

test('as many sessions as the limit allows may not be all of them', () => {
  assert.equal(said(19), '19 sessions: 19 the same, 0 different, 0 of which nobody can say');
  assert.match(said(20), /^20 sessions: 20 the same.*\nThere may be more: /);
});
