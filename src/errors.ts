/**
 * The two kinds of expected failure. A `Problem` is for callers: its code, status and title stand in one table,
 * its cause goes to the log. A `RemoteFailure` is another system's fault and says whether a retry can help.
 * Anything else that is thrown is a bug: 500, logged with its stack, its text never shown.
 */

/** Every problem code that the API can answer: `[status, title]`. Source: spec-choices.md §4. */
export const PROBLEMS = {
  validation_failed: [400, 'The request is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_request: [400, 'The request is not valid'],
  invalid_phone_number: [400, 'The phone number is not in E.164 form'],
  invalid_liquid: [400, 'A Liquid template is not valid'],
  unauthorized: [401, 'Authentication is required'],
  invalid_token: [401, 'The access token is not valid'],
  insufficient_scope: [403, 'This operation needs the operator key'],
  forbidden_origin: [403, 'The request came from another site'],
  not_a_test_device: [403, 'The agent is in test mode and the number is not a registered test device'],
  state_in_use: [403, 'The state is the flow entry of another state'],
  not_found: [404, 'There is nothing at this address'],
  account_not_found: [404, 'No such account'],
  agent_not_found: [404, 'No such agent'],
  authentication_not_found: [404, 'No such authentication'],
  brand_not_found: [404, 'No such brand'],
  connector_not_found: [404, 'No such connector'],
  conversation_not_found: [404, 'No such conversation'],
  credential_not_found: [404, 'No such credential'],
  device_not_found: [404, 'No such test device'],
  event_not_found: [404, 'No such event'],
  failed_item_not_found: [404, 'No such failed item'],
  handset_not_found: [404, 'No such handset'],
  message_not_found: [404, 'No such message'],
  signing_token_not_found: [404, 'No such signing token'],
  state_not_found: [404, 'No such state'],
  method_not_allowed: [405, 'This method is not allowed here'],
  account_exists: [409, 'An account of this name exists'],
  authentication_in_use: [409, 'A state still names this authentication'],
  brand_in_use: [409, 'The brand still has agents'],
  connector_exists: [409, 'A connector of this id exists'],
  connector_in_use: [409, 'A state still names this connector'],
  idempotency_key_reused: [409, 'The Idempotency-Key was used with another request'],
  message_id_reused: [409, 'The messageId was used with another request'],
  platform_agent_in_use: [409, 'Another agent has this id at the RCS platform'],
  message_not_revocable: [409, 'The message cannot be taken back'],
  signing_token_conflict: [409, 'The signing token cannot be moved to that stage'],
  state_exists: [409, 'A state of this id exists'],
  webhook_not_configured: [409, 'The agent has no eventForwardUrl'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  header_too_large: [431, 'The request headers are too large'],
  too_many_requests: [429, 'Too many requests'],
  internal_error: [500, 'The service failed'],
  not_ready: [503, 'The service is not ready'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/**
 * One thing that is wrong with the request; `path` is a JSON pointer into the body, or names the header or parameter.
 * `line` and `column` count from 1 within a text that has a grammar of its own.
 */
export type FieldError = { path: string; message: string; line?: number; column?: number };

/** RFC 9110 §15.5.2: a 401 must say how to authenticate. Who knows more about what is wrong sends more (RFC 6750 §3). */
export const BEARER_CHALLENGE = 'Bearer realm="api"';

/** An expected failure that the caller is told about, as an RFC 9457 problem document. */
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
    [this.status, this.title] = PROBLEMS[code];
    this.errors = options.errors ?? [];
    this.headers = { ...(this.status === 401 && { 'www-authenticate': BEARER_CHALLENGE }), ...options.headers };
  }
}

/**
 * What went wrong at another system, in words that a decision can be made on.
 * `unreachable`: the number has no RCS. `not_permitted`: the platform forbids this agent to write to the number.
 * `invalid_content`: the platform refuses the message. `throttled`: too fast. `auth`: our credentials were refused.
 * `transient`: trouble that may pass (5xx, time-out, broken connection). `refused`: our own guard would not dial.
 */
export type RemoteFailureKind =
  | 'unreachable'
  | 'not_permitted'
  | 'invalid_content'
  | 'throttled'
  | 'auth'
  | 'transient'
  | 'refused';

/** Another system failed us. `httpStatus` and `body` are what it answered, when it answered at all. */
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
