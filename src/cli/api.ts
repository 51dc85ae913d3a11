/** The service's HTTP API as commands call it: one request, one JSON answer, every refusal a `CommandFailure`. */
import type { FieldError } from '../errors.ts';
import { USER_AGENT } from '../version.ts';
import { CommandFailure } from './failure.ts';

/** The slowest operation waits 10 s for a webhook. */
const TIMEOUT_MS = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = {
  url: string;
  /** The same key at another address. */
  at(url: string): Api;
  /** The body of a 2xx answer; undefined for 204. @throws CommandFailure */
  call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Up to `limit` items of a list, page after page. @throws CommandFailure */
  list<Item>(path: string, plural: string, limit?: number): Promise<Item[]>;
  /** The body of an answer that goes on until the signal aborts. @throws CommandFailure */
  stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

type ProblemDocument = { title?: string; detail?: string; code?: string; errors?: FieldError[] };

export function createApi(url: string, key: string): Api {
  async function send(method: Method, path: string, body: unknown, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'user-agent': `${USER_AGENT} cli` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url + path, {
      method,
      headers,
      signal,
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: Error) => {
      throw unanswered(url, cause);
    });
    if (!response.ok) throw await refusal(response, `${method} ${url}${path}`);
    return response;
  }

  async function call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const response = await send(method, path, body, AbortSignal.timeout(TIMEOUT_MS));
    if (response.status === 204) return undefined as Answer;
    const text = await response.text();
    try {
      return JSON.parse(text) as Answer;
    } catch (cause) {
      throw new CommandFailure('This is not a Parley service', `${url} did not answer with JSON.`, { cause });
    }
  }

  return {
    url,
    at: (other) => createApi(other, key),
    call,
    async list<Item>(path: string, plural: string, limit = Number.POSITIVE_INFINITY) {
      const items: Item[] = [];
      let cursor: string | undefined;
      do {
        const page = await call<Record<string, unknown>>('GET', withQuery(path, { cursor }));
        items.push(...((page[plural] ?? []) as Item[]));
        cursor = page['nextCursor'] as string | undefined;
      } while (cursor !== undefined && items.length < limit);
      return items.slice(0, limit);
    },
    async stream(path, signal) {
      const { body } = await send('GET', path, undefined, signal);
      return body!;
    },
  };
}

/** A path with its values encoded: `/agents/${agentId}/devices/${phoneNumber}`. */
export function path(literals: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: literals }, ...values.map(encodeURIComponent));
}

/** Leaves out what is undefined. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
}

function unanswered(url: string, cause: Error): CommandFailure {
  if (cause.name === 'AbortError') throw cause;
  if (cause.name === 'TimeoutError') {
    return new CommandFailure('The service did not answer', `${url} took longer than ${TIMEOUT_MS / 1000} s.`, {
      cause,
    });
  }
  if (!URL.canParse(url)) return new CommandFailure('This is not an address', `${url} is not a URL.`, { cause });
  const { code, message } = (cause.cause ?? cause) as NodeJS.ErrnoException;
  const why = code ?? message;
  return new CommandFailure(
    'The service does not answer',
    `Nothing answers at ${url} (${why}). Start it with: npm start\nIf it runs elsewhere, name it with --url, PUBLIC_URL or PORT.`,
    { cause },
  );
}

async function refusal(response: Response, what: string): Promise<CommandFailure> {
  const text = await response.text();
  let problem: ProblemDocument = {};
  try {
    problem = JSON.parse(text) as ProblemDocument;
  } catch {
    // A proxy's page: the status line is all there is to say.
  }
  const { title = `${response.status} ${response.statusText}`.trim(), detail = what, code = null, errors } = problem;
  const hint = response.status === 401 ? '\nThe key is --key, PARLEY_OPERATOR_KEY or DATA_DIR/operator-key.' : '';
  return new CommandFailure(title, detail + hint, { code, ...(errors && { errors }) });
}
