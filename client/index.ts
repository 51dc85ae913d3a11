/**
 * The HTTP API for its callers, typed by its own OpenAPI document: a path, its parameters and its body go in, the body
 * of the response comes out, and a refusal is thrown as an `ApiProblem`. There are no retries. The types are in
 * `schema.d.ts`, generated from `openapi.json`; openapi-fetch makes the requests.
 */
import createFetchClient, { type FetchOptions } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type Schemas = components['schemas'];

/** One thing that is wrong with a request. */
export type FieldError = NonNullable<Schemas['Problem']['errors']>[number];

type Reason = { status: number; code: string; title: string; detail: string; errors?: FieldError[] };

/** The service's error response (RFC 9457). */
export class ApiProblem extends Error {
  readonly status: number;
  /** For programs; `unexpected` where no code was given, as by a proxy. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldError[];

  constructor({ status, code, title, detail, errors = [] }: Reason) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
/** The paths of the document that have the method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** The body of a success; undefined for 204. */
export type Answer<Path extends keyof paths, M extends Method> = paths[Path][M] extends { responses: infer Responses }
  ? Body<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never;
type Body<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** The options of a call: `params` for the path and the query, `body`, `signal`, and what `fetch` takes. */
export type CallOptions<Path extends keyof paths, M extends Method> = FetchOptions<paths[Path][M]>;
/** Optional where the document requires nothing. */
export type Given<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];
type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: Given<CallOptions<Path, M>>
) => Promise<Answer<Path, M>>;

/** Each call rejects with an `ApiProblem` for a refusal, or as `fetch` does. */
export type Client = {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** The rows of a list, page after page, at most `atMost`. */
  list<Path extends PathOf<'get'>, Plural extends keyof Answer<Path, 'get'>>(
    path: Path,
    plural: Plural,
    ...options: Given<CallOptions<Path, 'get'> & { atMost?: number }>
  ): Promise<Answer<Path, 'get'>[Plural]>;
  /** For calls that the types cannot follow or the document lacks: the driver API of the emulator's phones. */
  call<Body>(method: Method, path: string, options?: Options): Promise<Body>;
};

type Options = {
  params?: { path?: object; query?: object };
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'stream';
  atMost?: number;
};
/** openapi-fetch, whose own types require those above. */
type Untyped = {
  request(
    method: Method,
    path: string,
    options: object,
  ): Promise<{ data: unknown; error?: object; response: Response }>;
};
type Page = { nextCursor?: string } & Record<string, unknown[]>;

type Settings = {
  url: string;
  /** An access token, or the operator key. */
  token?: string;
  headers?: Record<string, string>;
  redirect?: 'error';
  /** How long a response may take, unless the call has its own signal. */
  timeoutMs?: number;
  /** Handles a failed call: returns or throws in its place. `again` retries it once. */
  recover?: (cause: unknown, path: string, again: () => Promise<unknown>) => unknown;
};

const rethrow = (cause: unknown) => Promise.reject(cause);

export function createClient({ url, token, timeoutMs, recover = rethrow, ...settings }: Settings): Client {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...settings.headers };
  const { request } = createFetchClient({ ...settings, baseUrl: url, headers }) as unknown as Untyped;

  async function send(method: Method, path: string, options?: Options): Promise<unknown> {
    const timeout = timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) };
    const { data, error, response } = await request(method, path, { ...timeout, ...options });
    if (!response.ok) throw new ApiProblem({ ...unexplained(method, response), ...error, status: response.status });
    if (data === undefined && response.status !== 204) throw new SyntaxError('The response is empty.');
    return data;
  }

  async function call(method: Method, path: string, options?: Options): Promise<unknown> {
    const once = () => send(method, path, options);
    return once().catch((cause) => recover(cause, path, once));
  }

  async function list(path: string, plural: string, { atMost = Infinity, ...options }: Options = {}) {
    const rows: unknown[] = [];
    let cursor: string | undefined;
    do {
      const params = { ...options.params, query: { ...options.params?.query, cursor } };
      const page = (await call('get', path, { ...options, params })) as Page;
      rows.push(...(page[plural] ?? []));
      cursor = page.nextCursor;
    } while (cursor !== undefined && rows.length < atMost);
    return rows.slice(0, atMost);
  }

  const calls = METHODS.map((method) => [method.toUpperCase(), call.bind(null, method)]);
  return { ...Object.fromEntries(calls), list, call } as Client;
}

/** A proxy's page gives no more than this. */
function unexplained(method: Method, { status, statusText, url }: Response): Reason {
  const title = `${status} ${statusText}`.trim();
  return { status, code: 'unexpected', title, detail: `${method.toUpperCase()} ${url}` };
}

/** An access token, obtained as clients do (specification, "Token"). */
export async function requestToken(
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const { access_token } = await createClient({ url }).POST('/oauth2/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  return access_token;
}
