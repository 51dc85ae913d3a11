/**
 * Our identity at Google: a service-account key, and the access token it is exchanged for. The token is fetched ahead
 * of its expiry and by one exchange at a time.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SignJWT } from 'jose';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';

export type ServiceAccountKey = {
  client_email: string;
  private_key: string;
  private_key_id?: string;
  token_uri: string;
};

/** The required form of each field, in words. */
const FIELDS = {
  client_email: { form: /./, must: 'must be the email address of the account' },
  private_key: { form: /^-----BEGIN (RSA )?PRIVATE KEY-----/, must: 'must be a PEM private key' },
  token_uri: { form: /^https?:\/\//, must: 'must be an http(s) address' },
};

/** @throws {Error} naming the source and the invalid fields, never their values. */
export function checkServiceAccountKey(value: unknown, source: string): ServiceAccountKey {
  const key = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const faults = Object.entries(FIELDS).flatMap(([name, { form, must }]) => {
    const text = key[name];
    if (text === undefined) return `/${name} is required`;
    return typeof text === 'string' && form.test(text) ? [] : `/${name} ${must}`;
  });
  const id = key['private_key_id'];
  if (id !== undefined && typeof id !== 'string') faults.push('/private_key_id must be a string');
  if (faults.length === 0 && !canSign(key['private_key'] as string))
    faults.push('/private_key is not a PEM private key');
  if (faults.length > 0) throw new Error(`${source} is not a service-account key: ${faults.join('; ')}`);
  return key as ServiceAccountKey;
}

function canSign(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
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

/** How long the assertion is valid; Google's maximum. Source: RFC 7523 §3. */
const ASSERTION_LIFETIME = '1h';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * One exchange of a signed assertion for a token, at the key's own `token_uri`.
 * @throws {RemoteFailure} `auth` when the key is refused, else `transient`.
 */
export async function exchangeKey(key: ServiceAccountKey, scope: string, timeoutMs: number): Promise<AccessToken> {
  const assertion = await signAssertion(key, scope);
  let status: number | null = null;
  let answer: Record<string, unknown>;
  try {
    const response = await fetch(key.token_uri, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    answer = ((await response.json()) ?? {}) as Record<string, unknown>;
  } catch {
    throw exchangeFailure(status, '');
  }
  if (status !== 200) throw exchangeFailure(status, [answer['error'], answer['error_description']].join(' ').trim());
  const { access_token: text, expires_in: seconds } = answer;
  if (typeof text !== 'string' || typeof seconds !== 'number')
    throw new RemoteFailure('transient', 'the token endpoint returned no token', { retry: true });
  return { text, lifetimeMs: seconds * 1000 };
}

async function signAssertion(key: ServiceAccountKey, scope: string): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.private_key_id && { kid: key.private_key_id }) })
    .setIssuer(key.client_email)
    .setAudience(key.token_uri)
    .setIssuedAt()
    .setExpirationTime(ASSERTION_LIFETIME)
    .sign(createPrivateKey(key.private_key));
}

/**
 * `httpStatus` and `body` stay empty: they are for the platform's response to a message. A refused key is worth a
 * retry, because the fault is not the message's and an operator may be repairing it right now.
 */
function exchangeFailure(status: number | null, reason: string): RemoteFailure {
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new RemoteFailure('auth', `the service account was refused (${status} ${reason})`, { retry: true });
  const what = status === null ? 'it cannot be reached' : `it answered ${status}`;
  return new RemoteFailure('transient', `no access token from the token endpoint: ${what}`, { retry: true });
}

export type TokenSource = {
  /** A token expected to be valid now. @throws RemoteFailure `auth` or `transient` */
  get(): string | Promise<string>;
  /** The platform refused this token: the next `get` fetches another, unless that has been done since. */
  refuse(token: string): void;
};

/** A token is renewed in the background after this share of its life. */
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
      log.warn({ err: error }, 'could not get a new access token for the RCS platform');
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
          // It is logged; the current token is still valid.
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
