/**
 * Turns a stored credential into request headers and parameters, and caches OAuth 2.0 access tokens until they expire.
 * Callers store and seal the credentials.
 */
import { RemoteFailure } from '../errors.ts';
import type { NewAuthentication } from '../model/authentication.ts';
import type { JsonValue } from '../model/json.ts';
import type { Outbound } from '../net/outbound.ts';
import { createReadCache } from '../read-cache.ts';
import { OperationFailure } from './connector.ts';
import { type ConnectorRequest, parseJson, send } from './response.ts';

/** A credential with its secrets decrypted, and the connector it belongs to. */
export type StoredCredential = { authenticationId: string; connectorId: string; credential: NewAuthentication };

/** Added to a request: header names in lower case, query parameters not yet encoded. */
export type Authorization = {
  headers: Record<string, string>;
  query: [string, string][];
  /** After a 401: drops the token, so that authorizing again fetches another. Null where that would change nothing. */
  forget: (() => void) | null;
};

/** Throws `OperationFailure` (`authentication_failed`) when the token endpoint gives no token. */
export type Authorize = (stored: StoredCredential) => Promise<Authorization>;

/** A token is not used in its last minute, or its last half if shorter, so that it does not expire on the way. */
const LEEWAY_SECONDS = 60;
/** The lifetime of a token without one (RFC 6749 §5.1 only recommends `expires_in`), and the longest accepted. */
const DEFAULT_LIFETIME_SECONDS = 300;
const MAX_LIFETIME_SECONDS = 86_400;
/** Tokens cached at once, about 2 KiB each; an evicted one is fetched again. */
const MAX_TOKENS = 1_000;

type OAuth2 = Extract<NewAuthentication, { type: 'oauth2ClientCredentials' }>;
type Token = { accessToken: string; usableSeconds: number };

type AuthorizeOptions = {
  outbound: Outbound;
  userAgent: string;
  now: () => Date;
  /** Milliseconds for a token, shared by all who wait for it: one with less left stops waiting, the others get it. */
  deadlineMs: number;
};

export function createAuthorize({ now, ...options }: AuthorizeOptions): Authorize {
  const tokens = createReadCache<Token>({
    maxEntries: MAX_TOKENS,
    keptMs: ({ usableSeconds }) => usableSeconds * 1000,
    now: () => now().getTime(),
  });

  return async ({ authenticationId, credential }) => {
    if (credential.type !== 'oauth2ClientCredentials') return fixedAuthorization(credential);
    const token = tokens.get(authenticationId, () => fetchToken(options, credential));
    const { accessToken } = await token;
    return {
      headers: { authorization: `Bearer ${accessToken}` },
      query: [],
      forget: () => tokens.forget(authenticationId, token),
    };
  };
}

function fixedAuthorization(credential: Exclude<NewAuthentication, OAuth2>): Authorization {
  switch (credential.type) {
    case 'basic':
      return { headers: { authorization: basic(credential.username, credential.password) }, query: [], forget: null };
    case 'bearer':
      return { headers: { authorization: `Bearer ${credential.token}` }, query: [], forget: null };
    case 'apiKey':
      return credential.in === 'header'
        ? { headers: { [credential.parameter.toLowerCase()]: credential.key }, query: [], forget: null }
        : { headers: {}, query: [[credential.parameter, credential.key]], forget: null };
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function fetchToken(
  { outbound, userAgent, deadlineMs }: Omit<AuthorizeOptions, 'now'>,
  credential: OAuth2,
): Promise<Token> {
  try {
    const { status, text } = await send(outbound, tokenRequest(credential, userAgent), deadlineMs);
    if (status !== 200) throw new OperationFailure('authentication_failed', `the token endpoint answered ${status}`);
    return readToken(parseJson(text));
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    throw new OperationFailure('authentication_failed', `the token endpoint: ${error.message}`, { cause: error });
  }
}

/** RFC 6749 §4.4.2; the client identifies itself as in §2.3.1, form-encoded before base64. */
function tokenRequest(credential: OAuth2, userAgent: string): ConnectorRequest {
  const { tokenUrl, clientId, clientSecret, scope, clientAuthentication = 'basic' } = credential;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (clientAuthentication === 'basic')
    headers['authorization'] = basic(formEncoded(clientId), formEncoded(clientSecret));
  else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  return { method: 'POST', url: tokenUrl, headers, body: form.toString() };
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function readToken(answer: JsonValue | undefined): Token {
  const fields = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {};
  const { access_token: accessToken, expires_in: expiresIn } = fields;
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new OperationFailure('authentication_failed', 'the token endpoint responded without an access_token');
  }
  // Some endpoints send the number as text.
  const named = Number(expiresIn ?? Number.NaN);
  const lifetimeSeconds = named > 0 ? Math.min(named, MAX_LIFETIME_SECONDS) : DEFAULT_LIFETIME_SECONDS;
  return { accessToken, usableSeconds: lifetimeSeconds - Math.min(LEEWAY_SECONDS, lifetimeSeconds / 2) };
}
