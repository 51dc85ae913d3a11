import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RemoteFailureKind } from '../../src/errors.ts';
import {
  googleFailure,
  isAlreadyAccepted,
  isLookUpFailure,
  isOutOfReach,
} from '../../src/transports/google-failure.ts';

const NOW_MS = Date.parse('2026-01-02T03:04:05Z');

function answer(status: number, name: string, message = 'no', headers: Record<string, string> = {}) {
  return { status, headers, text: JSON.stringify({ error: { code: status, message, status: name } }) };
}

const NOT_A_TESTER =
  'This operation is blocked because the RBM agent has not launched and the recipient has not been invited and accepted the invitation to become a tester.';
const LOOK_UP =
  "There was an error looking up the RBM agent (ID: x@rbm.goog) that corresponds to the Google Cloud Platform (GCP) project you're authenticating with.";
const USER_CAP =
  'You have reached the allowed traffic limit for this agent on the user, your message will not be delivered';

type Row = [name: string, answer: ReturnType<typeof answer>, kind: RemoteFailureKind, retry: boolean];

/** The table of docs/platform.md, "Errors and retries", then further cases. */
const rows: Row[] = [
  ['400 INVALID_ARGUMENT is invalid content, for good', answer(400, 'INVALID_ARGUMENT'), 'invalid_content', false],
  [
    '401 after a fresh token is an auth failure that an operator can repair',
    answer(401, 'UNAUTHENTICATED'),
    'auth',
    true,
  ],
  [
    '403 for a user who is no tester of an unlaunched agent is not permitted',
    answer(403, 'PERMISSION_DENIED', NOT_A_TESTER),
    'not_permitted',
    false,
  ],
  [
    '403 for an agent that cannot be looked up is not permitted',
    answer(403, 'PERMISSION_DENIED', LOOK_UP),
    'not_permitted',
    false,
  ],
  [
    '403 of any other text is not permitted',
    answer(403, 'PERMISSION_DENIED', 'a text of next year'),
    'not_permitted',
    false,
  ],
  ['404 NOT_FOUND is a number without RCS', answer(404, 'NOT_FOUND'), 'unreachable', false],
  [
    "404 for an agent not launched on the user's carrier is unreachable too",
    answer(404, 'NOT_FOUND', "The agent has not launched on the user's carrier."),
    'unreachable',
    false,
  ],
  [
    '404 that is not the API’s own says nothing about the phone',
    { status: 404, headers: {}, text: '<html>404</html>' },
    'transient',
    true,
  ],
  ['409 ABORTED may pass', answer(409, 'ABORTED'), 'transient', true],
  ['429 of a quota is throttled', answer(429, 'RESOURCE_EXHAUSTED'), 'throttled', true],
  ['429 of the cap for this user is for good', answer(429, 'RESOURCE_EXHAUSTED', USER_CAP), 'not_permitted', false],
  ['500 INTERNAL may pass', answer(500, 'INTERNAL'), 'transient', true],
  ['503 UNAVAILABLE may pass', answer(503, 'UNAVAILABLE'), 'transient', true],
  ['504 DEADLINE_EXCEEDED may pass', answer(504, 'DEADLINE_EXCEEDED'), 'transient', true],
  [
    '502 with a page of a proxy may pass',
    { status: 502, headers: {}, text: '<html>Bad Gateway</html>' },
    'transient',
    true,
  ],
  ['408 may pass', { status: 408, headers: {}, text: '' }, 'transient', true],
  ['413 is invalid content', { status: 413, headers: {}, text: 'too large' }, 'invalid_content', false],
  ['302 is nothing that the API answers, and may pass', { status: 302, headers: {}, text: '' }, 'transient', true],
];

describe('the meaning of the platform’s responses', () => {
  for (const [name, given, kind, retry] of rows) {
    test(name, () => {
      const failure = googleFailure(given);
      assert.equal(failure.kind, kind);
      assert.equal(failure.retry, retry);
      assert.equal(failure.httpStatus, given.status, 'errorCode');
      assert.equal(failure.body, given.text, 'errorMessage is the raw body');
      assert.equal(failure.retryAfterMs, null);
    });
  }
});

test('409 ALREADY_EXISTS, and a 409 without a status, mean that the first call was accepted', () => {
  assert.equal(isAlreadyAccepted(answer(409, 'ALREADY_EXISTS')), true);
  assert.equal(isAlreadyAccepted({ status: 409, headers: {}, text: '' }), true);
  assert.equal(isAlreadyAccepted(answer(409, 'ABORTED')), false);
  assert.equal(isAlreadyAccepted(answer(400, 'ALREADY_EXISTS')), false);
});

test('only a 403 with the text of the look-up is worth a retry', () => {
  assert.equal(isLookUpFailure(answer(403, 'PERMISSION_DENIED', LOOK_UP)), true);
  assert.equal(isLookUpFailure(answer(403, 'PERMISSION_DENIED', NOT_A_TESTER)), false);
  assert.equal(isLookUpFailure(answer(500, 'INTERNAL', LOOK_UP)), false);
});

test('out of reach is 404 NOT_FOUND and 403 for non-testers, not a wrong agent id', () => {
  assert.equal(isOutOfReach(answer(404, 'NOT_FOUND')), true);
  assert.equal(isOutOfReach(answer(403, 'PERMISSION_DENIED', NOT_A_TESTER)), true);
  assert.equal(isOutOfReach(answer(403, 'PERMISSION_DENIED', LOOK_UP)), false);
  assert.equal(isOutOfReach({ status: 404, headers: {}, text: '<html>' }), false);
});

test('Retry-After is read as seconds or as a date, and capped at ten minutes', () => {
  const waits = {
    '7': 7000,
    '0': 0,
    'Fri, 02 Jan 2026 03:04:35 GMT': 30_000,
    'Fri, 02 Jan 2026 03:00:00 GMT': 0,
    '86400': 600_000,
    soon: null,
  };
  for (const [value, ms] of Object.entries(waits)) {
    const failure = googleFailure(answer(429, 'RESOURCE_EXHAUSTED', 'no', { 'retry-after': value }), () => NOW_MS);
    assert.equal(failure.retryAfterMs, ms, value);
  }
});

test('a body that PostgreSQL could not store is kept with a replacement character', () => {
  assert.equal(googleFailure({ status: 500, headers: {}, text: 'a\u0000b' }).body, 'a\uFFFDb');
});

test("of a proxy's page as the body, the beginning is kept", () => {
  const { body } = googleFailure({ status: 503, headers: {}, text: `${'a'.repeat(16_383)}👋${'b'.repeat(1_000_000)}` });
  assert.equal(body, `${'a'.repeat(16_383)}\uFFFD`);
});
