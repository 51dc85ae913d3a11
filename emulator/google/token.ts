/** The service account and its token exchange: an assertion signed with its key for an opaque token. RFC 7523. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import type { Clock } from '../clock.ts';
import { PROJECT_ID } from './envelope.ts';
import { insufficientScope, unauthenticated } from './google-error.ts';

export const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
export const MANAGEMENT_SCOPE = 'https://www.googleapis.com/auth/businesscommunications';
const SCOPES = [MESSAGING_SCOPE, MANAGEMENT_SCOPE];

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** What google-auth-library writes into `aud`, whatever the key file's `token_uri`. */
const GOOGLE_TOKEN_URI = 'https://oauth2.googleapis.com/token';

const KEY_BITS = 2048;
const LIFETIME_SECONDS = 3599;
const MAX_ASSERTION_LIFETIME_SECONDS = 3600;
const CLOCK_TOLERANCE_SECONDS = 60;
/** A new one invalidates the oldest. */
const MAX_TOKENS = 10_000;

type Token = { expiresMs: number; scopes: string[] };

type ServiceAccount = {
  email: string;
  keyId: string;
  privateKeyPem: string;
  publicKey: import('node:crypto').KeyObject;
};

export type TokenIssuer = {
  account: Promise<ServiceAccount>;
  clock: Clock;
  tokens: Map<string, Token>;
};

/** The exchange was refused: always 400 `invalid_grant`. */
export class InvalidGrant extends Error {}

/** The key is generated in the background: it takes a good tenth of a second, and not every run needs it at once. */
export function createTokenIssuer(clock: Clock): TokenIssuer {
  return { account: createServiceAccount(), clock, tokens: new Map() };
}

async function createServiceAccount(): Promise<ServiceAccount> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  return {
    email: `rcs-business-messaging@${PROJECT_ID}.iam.gserviceaccount.com`,
    keyId: randomBytes(20).toString('hex'),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey,
  };
}

/** The key file as downloaded from Google's console. */
export async function serviceAccountFile(issuer: TokenIssuer, tokenUri: string) {
  const account = await issuer.account;
  return {
    type: 'service_account',
    project_id: PROJECT_ID,
    private_key_id: account.keyId,
    private_key: account.privateKeyPem,
    client_email: account.email,
    client_id: '100000000000000000001',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: tokenUri,
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    universe_domain: 'googleapis.com',
  };
}

/** @throws InvalidGrant */
export async function exchange(issuer: TokenIssuer, form: Record<string, unknown>, tokenUri: string) {
  if (form['grant_type'] !== GRANT_TYPE) throw new InvalidGrant('Invalid grant_type.');
  const scopes = await verifyAssertion(issuer, String(form['assertion'] ?? ''), tokenUri);
  const token = `ya29.${randomBytes(48).toString('base64url')}`;
  issuer.tokens.set(token, { expiresMs: issuer.clock.now() + LIFETIME_SECONDS * 1000, scopes });
  if (issuer.tokens.size > MAX_TOKENS) issuer.tokens.delete(issuer.tokens.keys().next().value!);
  return { access_token: token, expires_in: LIFETIME_SECONDS, token_type: 'Bearer' };
}

async function verifyAssertion(issuer: TokenIssuer, assertion: string, tokenUri: string): Promise<string[]> {
  const account = await issuer.account;
  const { payload } = await jwtVerify(assertion, account.publicKey, {
    algorithms: ['RS256'],
    issuer: account.email,
    audience: [tokenUri, GOOGLE_TOKEN_URI],
    requiredClaims: ['iat', 'exp', 'scope'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(issuer.clock.now()),
  }).catch((cause: Error) => {
    throw new InvalidGrant(`Invalid JWT: ${cause.message}`, { cause });
  });
  if (payload.exp! - payload.iat! > MAX_ASSERTION_LIFETIME_SECONDS) {
    throw new InvalidGrant('Invalid JWT: it must be short-lived, 60 minutes at most.');
  }
  const scopes = String(payload['scope']).split(' ').filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    throw new InvalidGrant('Invalid OAuth scope or ID token audience provided.');
  }
  return scopes;
}

/** @throws GoogleError 401 for a missing, unknown or expired token, 403 for one without the scope. */
export function checkToken(issuer: TokenIssuer, authorization: string | undefined, scope: string): void {
  const token = authorization?.startsWith('Bearer ') ? issuer.tokens.get(authorization.slice(7)) : undefined;
  if (!token || token.expiresMs <= issuer.clock.now()) throw unauthenticated();
  if (!token.scopes.includes(scope)) throw insufficientScope();
}
