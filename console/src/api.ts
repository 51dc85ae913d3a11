/**
 * The public HTTP API, as the console calls it: with the session's cookie, and problems as errors. A request that finds
 * no session waits for the log-in, which opens over the page, and is sent again.
 */
import { countLogIns, moreLogInsThan } from './log-in-gate.ts';

/** One thing that is wrong with a request, as the API says it. */
export type FieldError = { path: string; message: string; line?: number; column?: number };

type ProblemDocument = { status: number; code: string; title: string; detail: string; errors?: FieldError[] };

/** What the API answered instead of a success, in its own words (RFC 9457). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldError[];

  constructor({ status, code, title, detail, errors = [] }: ProblemDocument) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/** What the API says of one field, for the field of a form; `path` is a JSON pointer such as `/config/sessionTtl`. */
export function fieldError(error: unknown, path: string): string | undefined {
  return error instanceof ApiProblem ? error.errors.find((fault) => fault.path === path)?.message : undefined;
}

type Options = { signal?: AbortSignal; headers?: Record<string, string> };

/** One function a method. Each resolves with the answer's body (undefined for 204), or rejects with an ApiProblem. */
export const api = {
  get: <Answer>(path: string, options?: Options) => request<Answer>('GET', path, undefined, options),
  post: <Answer>(path: string, body: unknown = {}, options?: Options) => request<Answer>('POST', path, body, options),
  put: <Answer>(path: string, body: unknown, options?: Options) => request<Answer>('PUT', path, body, options),
  patch: <Answer>(path: string, body: unknown, options?: Options) => request<Answer>('PATCH', path, body, options),
  delete: <Answer = void>(path: string, options?: Options) => request<Answer>('DELETE', path, undefined, options),
};

/** A path of the API with its variable parts encoded: `` pathOf`/agents/${agentId}/states` ``. */
export function pathOf(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

async function request<Answer>(method: string, path: string, body: unknown, options?: Options): Promise<Answer> {
  const logIns = countLogIns();
  try {
    return await send<Answer>(method, path, body, options);
  } catch (error) {
    // Whoever asks for the session itself wants to know just that.
    if (!isRefused(error) || path === '/session') throw error;
    if (!(await hasSession())) await moreLogInsThan(logIns);
    return send<Answer>(method, path, body, options);
  }
}

/** The emulator may refuse too, when it runs elsewhere: no log-in helps with that. */
async function hasSession(): Promise<boolean> {
  return send('GET', '/session', undefined).then(
    () => true,
    (error) => !isRefused(error),
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'unauthorized';
}

async function send<Answer>(method: string, path: string, body: unknown, options: Options = {}): Promise<Answer> {
  const response = await fetch(path, {
    method,
    ...(options.signal && { signal: options.signal }),
    headers: {
      accept: 'application/json',
      'x-parley-console': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiProblem(UNREACHABLE);
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: unknown = isJson ? JSON.parse(text) : undefined;
  if (response.ok) return answer as Answer;
  throw new ApiProblem(isProblem(answer) ? answer : unexpected(response.status));
}

const UNREACHABLE = {
  status: 0,
  code: 'unreachable',
  title: 'The service cannot be reached',
  detail: 'It may be stopped or restarting; check that it runs, then try again.',
};

function unexpected(status: number): ProblemDocument {
  return { status, code: 'unexpected', title: 'The service failed', detail: `It answered ${status} without a reason.` };
}

function isProblem(answer: unknown): answer is ProblemDocument {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;
}
