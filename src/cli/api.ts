/** The service's HTTP API for commands: with the operator's key, and with every failure as a `CommandFailure`. */
import { ApiProblem, type Client, createClient } from '#client';
import { START } from '../program.ts';
import { USER_AGENT } from '../version.ts';
import { CommandFailure } from './failure.ts';
import { requestOnce } from './http.ts';

/** The slowest operation waits 10 s for a webhook. */
const TIMEOUT_MS = 30_000;

/** Its calls throw a `CommandFailure`. */
export type Api = Client & {
  url: string;
  /** The same key at another address. */
  at(url: string): Api;
};

/** `others`: what else the user may mean, where nothing responds. */
export function createApi(url: string, key: string, others: () => string[] = () => []): Api {
  const client = createClient({
    url,
    token: key,
    headers: { 'user-agent': `${USER_AGENT} cli` },
    timeoutMs: TIMEOUT_MS,
    fetch: requestOnce,
    recover: (cause) => Promise.reject(failureOf(url, cause as Error, others)),
  });
  return { ...client, url, at: (other) => createApi(other, key, others) };
}

function failureOf(url: string, cause: Error, others: () => string[]): Error {
  if (cause instanceof ApiProblem) return refusal(cause);
  if (cause.name === 'AbortError') return cause;
  if (cause instanceof SyntaxError) {
    return new CommandFailure('This is not a Parley service', `${url} did not respond with JSON.`, { cause });
  }
  if (cause.name === 'TimeoutError') {
    return new CommandFailure('The service did not respond', `${url} took longer than ${TIMEOUT_MS / 1000} s.`, {
      cause,
    });
  }
  if (!URL.canParse(url))
    return new CommandFailure('The URL is not valid', `${url} is not a URL, which begins with http:// or https://.`, {
      cause,
    });
  const { code, message } = (cause.cause ?? cause) as NodeJS.ErrnoException;
  const why = code ?? message;
  const running = others();
  return new CommandFailure(
    'The service does not respond',
    [
      `Nothing responds at ${url} (${why}). Start it with: ${START}`,
      'If it runs elsewhere, set --url, PUBLIC_URL or PORT.',
    ]
      .concat(running.length === 0 ? [] : ['These of yours run on this machine:', ...running])
      .join('\n'),
    { cause },
  );
}

function refusal({ status, code, title, detail, errors }: ApiProblem): CommandFailure {
  const hint = status === 401 ? '\nThe key is --key, PARLEY_OPERATOR_KEY or DATA_DIR/operator-key.' : '';
  return new CommandFailure(title, detail + hint, { code: code === 'unexpected' ? null : code, errors });
}
