/** Which failures are alike, and what each kind usually means. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { adviceOn, FAILURE_ADVICE } from '../../src/model/failure-advice.ts';
import { failureGroup } from '../../src/model/failure-group.ts';

const answered = (status: number, response: string | null = null) => failureGroup({ status, error: null, response });
const broken = (error: string) => failureGroup({ status: null, error, response: null });

test('a group is the status and the first words of the response, or the fault of the network', () => {
  assert.equal(answered(404), '404');
  assert.equal(answered(401, 'Invalid signature'), '401 Invalid signature');
  assert.equal(broken('connection refused'), 'connection refused');
  assert.equal(failureGroup({ status: 302, error: 'redirects are not followed', response: '<p>Moved' }), '302');
});

test('what differs from event to event is no part of it', () => {
  assert.equal(
    answered(400, '{"error":"bad_event","id":"8f3a-77","at":"2026-01-01T00:00:00Z"}'),
    '400 error bad_event id at',
  );
  assert.equal(answered(404, '<html><head><title>404 Not Found</title></head>'), '404 Not Found');
  assert.equal(answered(500, 'Request 17 failed after 20 ms'), answered(500, 'Request 18 failed after 31 ms'));
});

test('a group is short, whatever the response', () => {
  assert.ok(answered(400, 'word '.repeat(1000)).length <= 80);
  assert.ok(answered(400, 'x'.repeat(1000)).length <= 80);
  assert.equal(answered(400, '\u0000<<<'), '400');
  assert.equal(answered(400, "can't; rm"), '400 cant rm');
});

test('every group has advice: the most specific', () => {
  assert.match(adviceOn('401 Invalid signature').check, /signing token/);
  assert.match(adviceOn('404').check, /URL/);
  assert.match(adviceOn('418').usually, /refuses/);
  assert.match(adviceOn('TLS certificate is not valid: expired').check, /certificate/);
  assert.match(adviceOn('TLS handshake failed').check, /port/);
  assert.match(adviceOn('connection timed out').usually, /in time/);
  assert.match(adviceOn('anything').check, /attempts/);
});

test('the operator’s guide has the same table', async () => {
  const guide = await readFile('docs/operate.md', 'utf8');
  for (const { of, usually, check } of FAILURE_ADVICE) {
    assert.ok(
      guide.includes(`| ${of} | ${usually} | ${check} |`),
      `docs/operate.md has no row "${of}" with this advice`,
    );
  }
});
