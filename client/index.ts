/**
 * The HTTP API for its callers, typed by its own OpenAPI document: a path, its parameters and its body go in, the body
 * of the response comes out, and a refusal is thrown as an `ApiProblem`. There are no retries. The types are in
 * `schema.d.ts`, generated from `openapi.json`.
 */
import type { components, operations, paths } from './schema.d.ts';

export type Schemas = components['schemas'];

export type OperationId = keyof operations;

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

/** The options of a call: what the document says of `params` and `body`, and how the request is made. */
export type CallOptions<Path extends keyof paths, M extends Method> = ParamsOf<paths[Path][M]> &
  BodyOf<paths[Path][M]> & { headers?: Record<string, string>; signal?: AbortSignal | undefined };
type ParamsOf<Operation> = Operation extends { parameters: infer Params }
  ? Partial<Params> extends Params
    ? { params?: Params }
    : { params: Params }
  : { params?: never };
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : { body?: never };
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
  /** What is at a path, with its `ETag`, for `If-Match`. */
  tagged<Body>(path: string, options?: Options): Promise<{ document: Body; etag: string }>;
  /** For calls that the types cannot follow or the document lacks: the driver API of the emulator's phones. */
  call<Body>(method: Method, path: string, options?: Options): Promise<Body>;
};

type Options = {
  params?: { path?: Values; query?: Values; header?: Values };
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  parseAs?: 'stream' | 'tagged';
  atMost?: number;
};
type Values = Record<string, string | number | boolean | null | undefined>;
type Page = { nextCursor?: string } & Record<string, unknown[]>;

/** The body of an upload. */
type Bytes = Uint8Array<ArrayBuffer> | Blob;

/** What a call asks of `fetch`. */
export type Asked = {
  method: string;
  /** By their names in small letters. */
  headers: Record<string, string>;
  body?: string | Bytes;
  signal: AbortSignal | null;
  redirect?: 'manual';
};

/** What a call needs of a `Response`. */
export type Answered = Pick<Response, 'ok' | 'status' | 'statusText' | 'url' | 'text'> & {
  body: AsyncIterable<Uint8Array> | null;
  headers: Pick<Headers, 'get'>;
};

type Settings = {
  url: string;
  /** An access token, or the operator key. */
  token?: string;
  headers?: Record<string, string>;
  redirect?: 'manual';
  /** How long a response may take, to its end; a stream has no end. */
  timeoutMs?: number;
  /** Makes the requests, in place of the global `fetch`. */
  fetch?: (url: string, init: Asked) => Promise<Answered>;
  /** Handles a failed call: returns or throws in its place. `again` retries it once. */
  recover?: (cause: unknown, path: string, again: () => Promise<unknown>) => unknown;
};

const FORM = 'application/x-www-form-urlencoded';
const rethrow = (cause: unknown) => Promise.reject(cause);

export function createClient(settings: Settings): Client {
  const { url, token, redirect, timeoutMs, fetch = globalThis.fetch, recover = rethrow } = settings;
  const base = url.replace(/\/$/, '');
  const shared = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...settings.headers };

  async function send(method: Method, path: string, options: Options = {}): Promise<unknown> {
    const { params, body } = options;
    const headers = lowerCased({ ...shared, ...options.headers, ...given(params?.header) });
    const signal = endOf(options, timeoutMs);
    const response = await fetch(base + filledIn(path, params), {
      method: method.toUpperCase(),
      headers,
      signal,
      ...(body !== undefined && { body: encoded(body, headers) }),
      ...(redirect && { redirect }),
    });
    if (!response.ok) throw await problemOf(method, response);
    if (response.status === 204) return undefined;
    if (options.parseAs === 'stream') return response.body;
    const text = await response.text();
    if (text === '') throw new SyntaxError('The response is empty.');
    const document: unknown = JSON.parse(text);
    return options.parseAs === 'tagged' ? { document, etag: response.headers.get('etag') ?? '' } : document;
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

  const tagged = (path: string, options?: Options) => call('get', path, { ...options, parseAs: 'tagged' });
  const calls = METHODS.map((method) => [method.toUpperCase(), call.bind(null, method)]);
  return { ...Object.fromEntries(calls), list, tagged, call } as Client;
}

/** Aborted when the caller, or its patience, ends. */
function endOf({ signal, parseAs }: Options, timeoutMs: number | undefined): AbortSignal | null {
  if (timeoutMs === undefined || parseAs === 'stream') return signal ?? null;
  const patience = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, patience]) : patience;
}

/** The values that are there, as text. */
function given(values: Values = {}): Record<string, string> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

/** A plain object: the class `Headers` is slow to load in Node, and this is all that it is needed for. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function filledIn(path: string, { path: values, query }: Options['params'] = {}): string {
  const own = given(values);
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => (name in own ? encodeURIComponent(own[name]!) : whole));
  const search = Object.entries(given(query)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled;
}

/** Bytes as they are; a form where the headers say so, as for the token endpoint; else JSON, which they then say. */
function encoded(body: unknown, headers: Record<string, string>): string | Bytes {
  if (body instanceof Uint8Array || body instanceof Blob) {
    headers['content-type'] = 'application/octet-stream';
    return body as Bytes;
  }
  if (headers['content-type'] === FORM) return new URLSearchParams(given(body as Values)).toString();
  headers['content-type'] = 'application/json';
  return JSON.stringify(body);
}

async function problemOf(method: Method, response: Answered): Promise<ApiProblem> {
  const { status, statusText, url } = response;
  const { error, error_description, ...problem } = jsonObject(await response.text());
  // A proxy's page gives no more than this. The token endpoint has names of its own (RFC 6749 §5.2).
  const title = `${status} ${statusText}`.trim();
  const code = error ?? 'unexpected';
  const detail = error_description ?? `${method.toUpperCase()} ${url}`;
  return new ApiProblem({ code, title, detail, ...problem, status });
}

function jsonObject(text: string): Partial<Schemas['OAuthError']> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** An access token, obtained as clients do (specification, "Token"). */
export async function requestToken(
  url: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const { access_token } = await createClient({ url }).POST('/oauth2/token', {
    headers: { 'content-type': FORM },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  return access_token;
}
