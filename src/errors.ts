/**
 * The two kinds of expected failure. A `Problem` is for callers: its code is in the table of `problem-codes.ts`, its
 * cause goes to the log. A `RemoteFailure` is another system's fault and specifies whether a retry can help. Anything
 * else that is thrown is a bug: 500, logged with its stack, its text never shown.
 */

import { PROBLEMS, type ProblemCode } from './problem-codes.ts';

/**
 * One thing that is wrong with the request; `path` is a JSON pointer into the body, or names the header or parameter.
 * `line` and `column` count from 1 within a text that has a grammar of its own, such as a template.
 */
export type FieldError = { path: string; message: string; line?: number; column?: number };

/** RFC 9110 §15.5.2: a 401 must state how to authenticate. Some callers add what is wrong (RFC 6750 §3). */
export const BEARER_CHALLENGE = 'Bearer realm="api"';

/** A restart of PostgreSQL or a takeover of lanes takes about this long. */
const RETRY_AFTER_SECONDS = 2;

export function retryAfter(seconds = RETRY_AFTER_SECONDS): Record<string, string> {
  return { 'retry-after': String(seconds) };
}

/** An expected failure that is reported to the caller, as an RFC 9457 problem document. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly errors: FieldError[];
  /** Extra response headers, `Retry-After` or `WWW-Authenticate` for example. */
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    options: { errors?: FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    ({ status: this.status, title: this.title } = PROBLEMS[code]);
    this.errors = options.errors ?? [];
    this.headers = {
      ...(this.status === 401 && { 'www-authenticate': BEARER_CHALLENGE }),
      ...(this.status === 503 && retryAfter()),
      ...options.headers,
    };
  }
}

export type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors?: FieldError[];
};

/** `type` is the address of a page about the code. */
export function problemDocument({ title, status, message, code, errors }: Problem, type: string): ProblemDocument {
  return { type, title, status, detail: message, code, ...(errors.length > 0 && { errors }) };
}

/**
 * What went wrong at another system, in terms a decision can be based on. `unreachable`: the number has no RCS.
 * `not_permitted`: the platform forbids this agent to write to the number. `invalid_content`: the platform refuses the
 * message. `throttled`: too fast. `auth`: our credentials were refused. `transient`: a fault that may pass (5xx,
 * time-out, broken connection). `refused`: our own guard would not dial.
 */
export type RemoteFailureKind =
  | 'unreachable'
  | 'not_permitted'
  | 'invalid_content'
  | 'throttled'
  | 'auth'
  | 'transient'
  | 'refused';

/** Another system failed us. `httpStatus` and `body` are its answer, if there was one. */
export class RemoteFailure extends Error {
  readonly kind: RemoteFailureKind;
  readonly retry: boolean;
  readonly httpStatus: number | null;
  readonly body: string | null;
  readonly retryAfterMs: number | null;

  constructor(
    kind: RemoteFailureKind,
    message: string,
    options: {
      retry: boolean;
      httpStatus?: number | null;
      body?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'RemoteFailure';
    this.kind = kind;
    this.retry = options.retry;
    this.httpStatus = options.httpStatus ?? null;
    this.body = options.body ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
