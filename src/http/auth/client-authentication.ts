/**
 * Authenticates the client at the token endpoint: HTTP Basic or `client_id` and `client_secret` in the body, but not
 * both. Source: RFC 6749 §2.3.1, §5.2.
 */
import type { FastifyRequest } from 'fastify';
import { retryAfter } from '../../errors.ts';
import type { RateLimit } from '../../rate-limit.ts';
import { isSecret, secretDigest } from '../../secrets/digest.ts';
import { type CredentialDigest, findCredentialDigest } from '../../store/credentials.ts';
import type { Sql } from '../../store/sql.ts';
import type { Form } from './form.ts';
import { OAuthError } from './oauth-error.ts';

/** Ours have 43; anything longer than this is not worth a lookup. */
const MAX_CLIENT_ID_LENGTH = 200;

/** Compared with when there is no such client, so that timing reveals nothing. */
const NO_DIGEST = secretDigest('');

/** `scopes` null: all. */
type AuthenticatedClient = Pick<CredentialDigest, 'clientId' | 'accountId' | 'scopes'>;

type Credentials = { clientId: string; clientSecret: string };

export function createClientAuthentication(sql: Sql, rateLimit: RateLimit) {
  /** @throws OAuthError */
  return async (request: FastifyRequest, form: Form): Promise<AuthenticatedClient> => {
    const { clientId, clientSecret } = readCredentials(request, form);
    const isId = isPlausible(clientId);
    const known = isId ? await findCredentialDigest(sql, clientId) : undefined;
    const isRight = isSecret(clientSecret, known?.secretDigest ?? NO_DIGEST);
    if (known && isRight) return known;
    const seconds = rateLimit.countWrong(request.ip, isId ? clientId : 'no client');
    if (seconds === null) throw new OAuthError('invalid_client', 'the client id or the client secret is wrong');
    throw new OAuthError('temporarily_unavailable', 'too many failed attempts', {
      status: 429,
      headers: retryAfter(seconds),
    });
  };
}

/** Ids are letters and digits only; nothing else, above all U+0000, may reach the database. */
function isPlausible(clientId: string): boolean {
  return clientId.length <= MAX_CLIENT_ID_LENGTH && /^[A-Za-z0-9]+$/.test(clientId);
}

function readCredentials(request: FastifyRequest, form: Form): Credentials {
  const query = request.query as Record<string, unknown>;
  if (query['client_id'] !== undefined || query['client_secret'] !== undefined) {
    throw new OAuthError('invalid_request', 'credentials must not be in the query string');
  }
  const header = request.headers.authorization;
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (header === undefined) {
    if (clientId === undefined || clientSecret === undefined) {
      throw new OAuthError('invalid_client', 'the client must authenticate with Basic or with a secret in the body');
    }
    return { clientId, clientSecret };
  }
  if (clientSecret !== undefined) {
    throw new OAuthError('invalid_request', 'more than one method of client authentication is used');
  }
  const basic = readBasic(header);
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id in the body differs from the one in the header');
  }
  return basic;
}

function readBasic(header: string): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (encoded === undefined) throw new OAuthError('invalid_client', 'the Authorization header must be Basic');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw new OAuthError('invalid_client', 'the Basic credentials have no colon');
  return { clientId: formDecode(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) };
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined; many clients skip it. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_client', 'the Basic credentials are not form-encoded');
  }
}
