/**
 * The console's client of the public HTTP API: with the session's cookie, and every problem in words for people. A
 * request without a session waits for the log-in, which opens over the page, and is sent again.
 */
import { ApiProblem, createClient } from '#client';
import { countLogIns, moreLogInsThan } from './log-in-gate.ts';
import { texts } from './texts/texts.ts';

/** Longer than the service works on any request. */
const TIMEOUT_MS = 45_000;

export const api = createClient({
  url: '',
  headers: { accept: 'application/json', 'x-parley-console': '1' },
  timeoutMs: TIMEOUT_MS,
  // Nothing of it is to be cached, and in a browser's cache one request waits for another of the same address.
  fetch: (address, init) => fetch(address, { ...init, cache: 'no-store' }),
  recover,
});

/** The API's message about one field, for a form's field; `path` is a JSON pointer such as `/config/sessionTtl`. */
export function fieldError(error: unknown, path: string): string | undefined {
  return error instanceof ApiProblem ? error.errors.find((fault) => fault.path === path)?.message : undefined;
}

/** A path of the API with its variable parts encoded: `` pathOf`/agents/${agentId}/states` ``. */
export function pathOf(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

async function recover(cause: unknown, path: string, again: () => Promise<unknown>): Promise<unknown> {
  // A query for the session itself needs just that answer.
  if (!isRefused(cause) || path === '/session') throw inWords(cause);
  const logIns = countLogIns();
  if (!(await hasSession())) await moreLogInsThan(logIns);
  return again().catch((cause) => Promise.reject(inWords(cause)));
}

/** An emulator that runs elsewhere may refuse too: no log-in helps with that. */
async function hasSession(): Promise<boolean> {
  return api.GET('/session').then(
    () => true,
    (error) => !isRefused(error),
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'unauthorized';
}

function inWords(cause: unknown): unknown {
  // Thrown by `fetch` when there is no response, or none in time.
  if (cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError'))
    return new ApiProblem(UNREACHABLE);
  if (!(cause instanceof ApiProblem) || cause.code !== 'unexpected') return cause;
  const { status, code } = cause;
  const detail = texts.pieces.noReason(status);
  return new ApiProblem({ status, code, title: texts.pieces.serviceFailed, detail });
}

const UNREACHABLE = {
  status: 0,
  code: 'unreachable',
  title: texts.pieces.unreachable,
  detail: texts.pieces.unreachableReason,
};
