/**
 * What Google's refusals mean: its HTTP status and `error.status` read into a RemoteFailure. What is done about one is
 * left to the caller. Google's texts are no contract, so they only refine and never decide.
 * Source: docs/platform.md, "Errors and retries".
 */
import { RemoteFailure, type RemoteFailureKind } from '../errors.ts';
import { storableText } from '../model/json.ts';
import { retryAfterMs } from '../net/retry-after.ts';
import { fieldsOf, textOf } from './google-values.ts';

export type GoogleAnswer = { status: number; headers: Record<string, string>; text: string };

/** The platform found the number, or the agent, only sometimes: its own text calls this worth another try. */
const LOOK_UP = /error looking up the RBM agent/i;
const NOT_A_TESTER = /invitation to become a tester|has not launched/i;
const USER_CAP = /allowed traffic limit for this agent on the user/i;

type Row = { status: number; name?: string; text?: RegExp; kind: RemoteFailureKind; retry: boolean };

/** The first row that fits decides. Every one keeps the answer's status and body. */
const ROWS: readonly Row[] = [
  { status: 400, kind: 'invalid_content', retry: false },
  // The caller has fetched a new token and tried again: the fault is in the account, which an operator can repair.
  { status: 401, kind: 'auth', retry: true },
  { status: 403, kind: 'not_permitted', retry: false },
  { status: 404, name: 'NOT_FOUND', kind: 'unreachable', retry: false },
  // Not the API's own 404: a wrong address or a proxy says nothing about the phone.
  { status: 404, kind: 'transient', retry: true },
  { status: 408, kind: 'transient', retry: true },
  { status: 409, kind: 'transient', retry: true },
  { status: 429, text: USER_CAP, kind: 'not_permitted', retry: false },
  { status: 429, kind: 'throttled', retry: true },
];

/** Characters: many times what Google says. It is in memory as long as its message waits, and in an event after that. */
const MAX_KEPT_LENGTH = 16 * 1024;

/** A longer wait than this is cut: whoever is told more asks again after it. */
const MAX_RETRY_AFTER_MS = 600_000;

/** A copy, because a part of a text keeps the whole of it in memory. */
function beginning(text: string): string {
  return text.length > MAX_KEPT_LENGTH ? Buffer.from(text.slice(0, MAX_KEPT_LENGTH)).toString() : text;
}

/** What an answer that is no success means. */
export function googleFailure(answer: GoogleAnswer, now: () => number = Date.now): RemoteFailure {
  const { status, text } = answer;
  const { name, message } = googleError(answer);
  const row = ROWS.find(
    (row) =>
      row.status === status && (row.name === undefined || row.name === name) && (!row.text || row.text.test(message)),
  );
  const isClientFault = status >= 400 && status < 500;
  // Undocumented at Google, honoured where it is given.
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

/** The agent could not be looked up: may pass, so one more try is worth it; a wrong agent id says the same for ever. */
export function isLookUpFailure(answer: GoogleAnswer): boolean {
  return answer.status === 403 && LOOK_UP.test(googleError(answer).message);
}

/** This agent cannot reach the number: no RCS, or not launched there and the user no tester. */
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
    // A proxy's page, or nothing: there is only the HTTP status to go by.
  }
  const fields = fieldsOf(error);
  return { name: textOf(fields?.['status']), message: textOf(fields?.['message']) };
}
