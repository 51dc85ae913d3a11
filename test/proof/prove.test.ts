/** The proof in short: half a minute of faults is survived. Three minutes, and its controls, are steps of `.ci/run`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURE_QUEUE_CHECK, RECOVERY_CHECK } from '../../proof/checks.ts';
import { broken, prove } from './proving.ts';

test('half a minute of faults loses, doubles and reorders nothing', async () => {
  // Few messages: most of the work is restarting killed processes, and other tests run at the same time.
  const { code, result } = await prove('--minutes', '0.5', '--rate', '20');
  // Recovery time depends on the machine and on concurrent tests; only `npm run prove` requires it.
  const breaches = broken(result).filter(({ name }) => name !== RECOVERY_CHECK);
  assert.deepEqual(breaches, [], `see ${result.folder}`);
  assert.equal(code, broken(result).length === 0 ? 0 : 1);
  assert.ok(result.kills >= 4 && result.databaseRestarts >= 1, 'there were faults');
  const unseen = result.findings.checks.filter(({ lookedAt }) => lookedAt === 0).map(({ name }) => name);
  assert.deepEqual(
    unseen.filter((name) => name !== FAILURE_QUEUE_CHECK),
    [],
    'everything was looked at',
  );
});
