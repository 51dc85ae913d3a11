/** The one error of the SDK's calls: for programs its code, for the developer who reads nothing else its message. */
import { ApiProblem, type FieldError, type Schemas } from '../client/index.ts';

/**
 * A code of the API, or: `unreachable`, no response after every attempt; `timed_out`, none within the time limit;
 * `invalid_client`, the client id or secret was refused; `unexpected`, a response that is not the service's, as from a
 * proxy.
 */
export type ErrorCode = Schemas['Problem']['code'] | 'unreachable' | 'timed_out' | 'invalid_client' | 'unexpected';

/** What to do, where no page of the service says it. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  unreachable: 'Check `url`, and that the service is running.',
  timed_out: 'Check the service, or allow more with `timeoutMs`.',
  invalid_client: 'Check `clientId` and `clientSecret`; the operator makes new ones with `parley credentials create`.',
  unexpected: 'That is no response of Parley: check `url`, and the proxies in between.',
};

type Failure = { status?: number; code: ErrorCode; title: string; detail: string; errors?: FieldError[] };

export class ParleyError extends Error {
  /** Of the response; absent where there was none. */
  readonly status: number | undefined;
  readonly code: ErrorCode;
  readonly title: string;
  readonly detail: string;
  /** Each fault of a refused request: where it is (JSON pointer, parameter or header) and what is wrong. */
  readonly errors: FieldError[];

  constructor(
    { status, code, title, detail, errors = [] }: Failure,
    { url, ...options }: { url: string } & ErrorOptions,
  ) {
    const faults = errors.map(({ path, message }) => `\n  ${path || '(body)'}: ${message}`).join('');
    const advice = ADVICE[code] ?? `See ${url}/problems/${code}`;
    super(`${status === undefined ? '' : `${status} `}${code}: ${detail}${faults}\n${advice}`, options);
    this.name = 'ParleyError';
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/** What the API's client throws, as a `ParleyError`; the reason of a signal stays as it is. */
export function translated(cause: unknown, url: string): unknown {
  if (cause instanceof ApiProblem) {
    const { status, title, detail, errors } = cause;
    return new ParleyError({ status, code: cause.code as ErrorCode, title, detail, errors }, { url });
  }
  if (!(cause instanceof SyntaxError)) return cause;
  const title = 'The response is not JSON';
  return new ParleyError({ code: 'unexpected', title, detail: `${title}: ${cause.message}` }, { url, cause });
}

export function withoutResponse(code: 'unreachable' | 'timed_out', url: string, why: unknown): ParleyError {
  const cause = Object(why).cause ?? why;
  const reason = cause?.code ?? cause?.message ?? String(cause);
  const title = code === 'unreachable' ? 'The service cannot be reached' : 'The service did not respond in time';
  return new ParleyError({ code, title, detail: `${title}: ${url} (${reason}).` }, { url, cause: why });
}
