/**
 * The client for programs that run unattended: the API's client, with a token that renews itself, requests that are
 * repeated where that does no harm, and one error. Source of each path and type: the OpenAPI document.
 */
import { type Client, createClient } from '../client/index.ts';
import { attempted, CLOCK, type Clock, orAborted } from './attempts.ts';
import { translated } from './error.ts';
import { createTokens, type Tokens } from './tokens.ts';

const TIMEOUT_MS = 30_000;
const SEND_PATH = /\/states\/[^/]+\/send\/[^/]+$/;

export type Settings = {
  /** Of the service, as `https://parley.example.com`. */
  url: string;
  /** How long a call may take, with all its attempts; 30,000 if absent. */
  timeoutMs?: number;
  /** Makes the requests, in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
} & (
  | {
      clientId: string;
      clientSecret: string;
      /** What the tokens may do, separated by spaces; everything that the credential may if absent. */
      scope?: string;
    }
  /** The operator key, or an access token that somebody else renews. */
  | { token: string }
);

/**
 * Each call rejects with a `ParleyError`, or with the reason of its `signal`. A request is repeated after no response,
 * 429, 502, 503 and 504, unless it might do twice what was asked once (a POST that is no send, or one with `If-Match`):
 * then only after 429. A send has an `Idempotency-Key`, made for each call unless it brings one.
 */
export type Parley = Omit<Client, 'call'>;

export function createParley(settings: Settings, clock: Clock = CLOCK): Parley {
  const { timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = settings;
  const url = new URL(settings.url).href.replace(/\/$/, '');
  const shared = {
    url,
    // The API has no redirects, and another address must not get the secret.
    redirect: 'manual' as const,
    recover: (cause: unknown) => Promise.reject(translated(cause, url)),
  };
  const tokens = 'token' in settings ? fixed(settings.token) : createTokens(requestToken(settings), clock.now);

  /** `once` is one attempt. */
  async function repeated(init: RequestInit, once: (signal: AbortSignal) => Promise<Response>, isRepeatable: boolean) {
    const signal = init.signal ?? new AbortController().signal;
    return attempted(once, { url, timeoutMs, isRepeatable, signal }, clock);
  }

  function requestToken({ clientId, clientSecret, scope }: Exclude<Settings, { token: string }>) {
    const client = createClient({
      ...shared,
      fetch: (address, init) => repeated(init, (signal) => whole(fetch(address, { ...init, signal })), true),
    });
    const body = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    } as const;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return () => client.POST('/oauth2/token', { headers, body });
  }

  return createClient({
    ...shared,
    async fetch(address, init) {
      const headers = new Headers(init.headers);
      if (init.method === 'POST' && SEND_PATH.test(address) && !headers.has('idempotency-key')) {
        headers.set('idempotency-key', crypto.randomUUID());
      }
      const withToken = (token: string, signal: AbortSignal) => {
        headers.set('authorization', `Bearer ${token}`);
        return whole(fetch(address, { ...init, headers, signal }));
      };
      const once = async (signal: AbortSignal) => {
        const token = await orAborted(tokens.get(), signal);
        const response = await withToken(token, signal);
        if (response.status !== 401) return response;
        const other = await orAborted(tokens.replace(token), signal);
        return other === token ? response : withToken(other, signal);
      };
      return repeated(init, once, isRepeatable(init.method, headers));
    },
  });
}

function isRepeatable(method: string | undefined, headers: Headers): boolean {
  return headers.has('idempotency-key') || (method !== 'POST' && !headers.has('if-match'));
}

/** The response with all of its body: a connection that breaks within it counts as no response. */
async function whole(request: Promise<Response>): Promise<Response> {
  const response = await request;
  await response.clone().arrayBuffer();
  return response;
}

function fixed(token: string): Tokens {
  return { get: async () => token, replace: async () => token };
}
