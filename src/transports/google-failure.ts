/**
 * Maps Google's errors, HTTP status and `error.status`, to a RemoteFailure. The caller decides how to react. Google's
 * texts are no contract, so they only refine and never decide.
 * Source: docs/platform.md, "Errors and retries".
 */
import { RemoteFailure, type RemoteFailureKind } from '../errors.ts';
import { storableText } from '../model/json.ts';
import { retryAfterMs } from '../net/retry-after.ts';
import { fieldsOf, textOf } from './google-values.ts';

export type GoogleAnswer = { status: number; headers: Record<string, string>; text: string };

/** The platform's lookup of the number or the agent is unreliable: its own text suggests a retry. */
const LOOK_UP = /error looking up the RBM agent/i;
const NOT_A_TESTER = /invitation to become a tester|has not launched/i;
const USER_CAP = /allowed traffic limit for this agent on the user/i;

type Row = { status: number; name?: string; text?: RegExp; kind: RemoteFailureKind; retry: boolean };

/** The first matching row decides. Each keeps the response's status and body. */
const ROWS: readonly Row[] = [
  { status: 400, kind: 'invalid_content', retry: false },
  // The caller has already retried with a new token: the fault is in the account, which an operator can repair.
  { status: 401, kind: 'auth', retry: true },
  { status: 403, kind: 'not_permitted', retry: false },
  { status: 404, name: 'NOT_FOUND', kind: 'unreachable', retry: false },
  // Not the API's own 404: a wrong address or a proxy reveals nothing about the phone.
  { status: 404, kind: 'transient', retry: true },
  { status: 408, kind: 'transient', retry: true },
  { status: 409, kind: 'transient', retry: true },
  { status: 429, text: USER_CAP, kind: 'not_permitted', retry: false },
  { status: 429, kind: 'throttled', retry: true },
];

/** Characters: far more than Google's texts have. In memory while its message waits, then in an event. */
const MAX_KEPT_LENGTH = 16 * 1024;

/** A longer wait is cut to this: after it, the platform may request more. */
const MAX_RETRY_AFTER_MS = 600_000;

/** A copy, because a substring keeps the whole string in memory. */
function beginning(text: string): string {
  return text.length > MAX_KEPT_LENGTH ? Buffer.from(text.slice(0, MAX_KEPT_LENGTH)).toString() : text;
}

/** The failure for an unsuccessful response. */
export function googleFailure(answer: GoogleAnswer, now: () => number = Date.now): RemoteFailure {
  const { status, text } = answer;
  const { name, message } = googleError(answer);
  const row = ROWS.find(
    (row) =>
      row.status === status && (row.name === undefined || row.name === name) && (!row.text || row.text.test(message)),
  );
  const isClientFault = status >= 400 && status < 500;
  // Google does not document it; honoured if present.
  const waitMs = retryAfterMs(answer.headers['retry-after'], now());
  return new RemoteFailure(
    row?.kind ?? (isClientFault ? 'invalid_content' : 'transient'),
    `the RCS platform answered ${`${status} ${name}`.trim()}`,
    {
      retry: row?.retry ?? !isClientFault,
      httpStatus: status,
      body: storableText(beginning(text)),
      retryAfterMs: waitMs === null ? null : Math.min(waitMs, MAX_RETRY_AFTER_MS),
    },
  );
}

/** 409: the id was used before, so the first call had succeeded. ABORTED is Google's other 409. */
export function isAlreadyAccepted(answer: GoogleAnswer): boolean {
  return answer.status === 409 && googleError(answer).name !== 'ABORTED';
}

/** The agent could not be looked up: worth one retry; a wrong agent id causes the same permanently. */
export function isLookUpFailure(answer: GoogleAnswer): boolean {
  return answer.status === 403 && LOOK_UP.test(googleError(answer).message);
}

/** This agent cannot reach the number: no RCS, or not launched there and the user is no tester. */
export function isOutOfReach(answer: GoogleAnswer): boolean {
  const { name, message } = googleError(answer);
  if (answer.status === 404) return name === 'NOT_FOUND';
  return answer.status === 403 && NOT_A_TESTER.test(message);
}

function googleError({ text }: GoogleAnswer): { name: string; message: string } {
  let error: unknown;
  try {
    error = fieldsOf(JSON.parse(text))?.['error'];
  } catch {
    // A proxy's page, or nothing: only the HTTP status is left.
  }
  const fields = fieldsOf(error);
  return { name: textOf(fields?.['status']), message: textOf(fields?.['message']) };
}
