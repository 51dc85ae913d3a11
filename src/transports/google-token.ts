/**
 * Who we are at Google: a service-account key, and the access token that it is exchanged for. The token is fetched
 * ahead of its expiry and by one exchange at a time; what it opens is left to the caller.
 */
import { readFileSync } from 'node:fs';
import { JWT } from 'google-auth-library';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';

export const ServiceAccountKey = Type.Object({
  client_email: Type.String({ minLength: 1 }),
  private_key: Type.String({ pattern: '^-----BEGIN (RSA )?PRIVATE KEY-----' }),
  private_key_id: Type.Optional(Type.String()),
  token_uri: Type.String({ pattern: '^https?://' }),
});
export type ServiceAccountKey = Static<typeof ServiceAccountKey>;

/** @throws {Error} naming the source and the fields that are wrong, never their values. */
export function checkServiceAccountKey(value: unknown, source: string): ServiceAccountKey {
  if (Value.Check(ServiceAccountKey, value)) return value;
  const fields = [...Value.Errors(ServiceAccountKey, value)].map(
    (error) => `${error.instancePath || '/'} ${error.message}`,
  );
  throw new Error(`${source} is not a service-account key: ${fields.join('; ')}`);
}

/** @throws {Error} naming the file. */
export function readServiceAccountFile(file: string): ServiceAccountKey {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    // The parser's message quotes the file, and with it the private key; the system's does not.
    const reason = cause instanceof SyntaxError ? 'it is not JSON' : (cause as Error).message;
    throw new Error(`the service-account key ${file} cannot be read: ${reason}`);
  }
  return checkServiceAccountKey(value, file);
}

export type AccessToken = { text: string; lifetimeMs: number };

/**
 * One exchange of a signed assertion for a token, at the key's own `token_uri`.
 * @throws {RemoteFailure} `auth` when the key is refused, else `transient`.
 */
export async function exchangeKey(key: ServiceAccountKey, scope: string, timeoutMs: number): Promise<AccessToken> {
  const client = new JWT({
    email: key.client_email,
    key: key.private_key,
    scopes: [scope],
    // The library signs for, and posts to, one address of Google's; the emulator has its own. Claims given here
    // replace the library's, and the interceptor is gaxios' way to change a request.
    additionalClaims: { aud: key.token_uri },
    transporterOptions: { timeout: timeoutMs, fetchImplementation: fetch },
  });
  client.transporter.interceptors.request.add({
    resolved: async (request) => Object.assign(request, { url: new URL(key.token_uri), retryConfig: { retry: 0 } }),
  });
  let text: string | null | undefined;
  let expiresAtMs: number | null | undefined;
  try {
    ({ access_token: text, expiry_date: expiresAtMs } = await client.authorize());
  } catch (error) {
    throw exchangeFailure(error);
  }
  if (!text || !expiresAtMs)
    throw new RemoteFailure('transient', 'the token endpoint answered no token', { retry: true });
  return { text, lifetimeMs: expiresAtMs - Date.now() };
}

/**
 * `httpStatus` and `body` stay empty: they are for what the platform answered to a message. A refused key is worth a
 * retry, because the fault is not the message's and an operator may be repairing it right now.
 */
function exchangeFailure(error: unknown): RemoteFailure {
  const status = (error as { response?: { status?: number } }).response?.status ?? null;
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const reason = error instanceof Error ? error.message : '';
    return new RemoteFailure('auth', `the service account was refused (${status} ${reason})`, { retry: true });
  }
  const reason = status === null ? 'it cannot be reached' : `it answered ${status}`;
  // Not as the cause: the library's error carries the request, with the signed assertion in it.
  return new RemoteFailure('transient', `no access token from the token endpoint: ${reason}`, { retry: true });
}

export type TokenSource = {
  /** A token that should be good now. @throws RemoteFailure `auth` or `transient` */
  get(): string | Promise<string>;
  /** The platform refused this token: the next `get` fetches another, unless that has been done since. */
  refuse(token: string): void;
};

/** A token is renewed in the background when this part of its life is over. */
const RENEW_AFTER = 0.9;
/** Thousands of sends a second must not become thousands of exchanges a second while exchanges fail. */
const PAUSE_AFTER_EXCHANGE_MS = 1000;

export function createTokenSource(options: {
  exchange: () => Promise<AccessToken>;
  log: Logger;
  now?: () => number;
}): TokenSource {
  const { exchange, log, now = Date.now } = options;
  let token: { text: string; renewAtMs: number; expiresAtMs: number } | null = null;
  let pending: Promise<string> | null = null;
  let failure: unknown = null;
  let exchangedAtMs = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<string> {
    try {
      const { text, lifetimeMs } = await exchange();
      const nowMs = now();
      token = { text, renewAtMs: nowMs + lifetimeMs * RENEW_AFTER, expiresAtMs: nowMs + lifetimeMs };
      failure = null;
      return text;
    } catch (error) {
      failure = error;
      log.warn({ err: error }, 'no new access token for the RCS platform');
      throw error;
    } finally {
      exchangedAtMs = now();
      pending = null;
    }
  }

  return {
    get() {
      const nowMs = now();
      const paused = nowMs - exchangedAtMs < PAUSE_AFTER_EXCHANGE_MS;
      if (token && nowMs < token.expiresAtMs) {
        if (nowMs >= token.renewAtMs && !pending && !paused) {
          pending = renew();
          // Said in the log; the token at hand is still good.
          pending.catch(() => {});
        }
        return token.text;
      }
      if (!pending) {
        if (failure !== null && paused) throw failure;
        pending = renew();
      }
      return pending;
    },
    refuse(refused) {
      if (token?.text === refused && now() - exchangedAtMs >= PAUSE_AFTER_EXCHANGE_MS) token = null;
    },
  };
}
