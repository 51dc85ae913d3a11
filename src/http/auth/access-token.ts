/**
 * Access tokens: signed and verified here (RFC 9068, ES256). `token.ts` decides who gets one; `auth.ts` checks that its
 * client still exists. Source: RFC 9068 §2, §4; RFC 8725 §3.
 */
import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import {
  type AccessTokenKey,
  insertAccessTokenKey,
  insertFirstAccessTokenKey,
  listLiveAccessTokenKeys,
} from '../../store/access-token-keys.ts';
import type { Sql } from '../../store/sql.ts';

export const ACCESS_TOKEN_SECONDS = 3600;
const MAX_ACCESS_TOKEN_BYTES = 8192;
const ALGORITHM = 'ES256';
const TYPE = 'at+jwt';
const AUDIENCE = 'urn:parley:api';
/** How long this process may keep signing with a key that another process has replaced. */
const KEYS_MAX_AGE_MS = 60_000;
/** A replaced key stays published for the life of the last token it signed, plus a minute for clock skew. */
const KEY_GRACE_SECONDS = ACCESS_TOKEN_SECONDS + KEYS_MAX_AGE_MS / 1000 + 60;

/** What is wrong with a token: one fixed text for each class, without the parser's detail. */
export type TokenFault = 'malformed' | 'unknown_key' | 'bad_signature' | 'wrong_issuer' | 'expired' | 'revoked';

export class InvalidToken extends Error {
  readonly fault: TokenFault;

  constructor(fault: TokenFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'InvalidToken';
    this.fault = fault;
  }
}

/** `scopes` null: all that there are. */
export type Claims = { clientId: string; scopes: ReadonlySet<string> | null; expiresAtMs: number };

export type AccessTokens = {
  /** A token for the client, valid for `ACCESS_TOKEN_SECONDS`, for `scopes` if there are any, else for all. */
  sign: (clientId: string, accountId: string, scopes?: readonly string[] | null) => Promise<string>;
  /** Rejects with InvalidToken. Does not check that the client still exists. */
  verify: (token: string) => Promise<Claims>;
  /** The published keys, RFC 7517. */
  jwks: () => Promise<jose.JSONWebKeySet>;
  /** See `rotateAccessTokenKey`; this process has the new key at once. `record` is part of the transaction. */
  rotate: (record: (transaction: Sql, keyId: string) => Promise<void>) => Promise<string>;
};

type Keys = { rows: AccessTokenKey[]; loadedAtMs: number };

export function createAccessTokens(context: Context): AccessTokens {
  const { sql, encryption, now, publicUrl } = context;
  const signingKeys = new Map<string, Promise<jose.CryptoKey>>();
  let keys: Keys = { rows: [], loadedAtMs: Number.NEGATIVE_INFINITY };
  let loading: Promise<void> = Promise.resolve();
  let queued: Promise<void> | null = null;

  async function load(): Promise<void> {
    let rows = await listLiveAccessTokenKeys(sql, KEY_GRACE_SECONDS);
    if (rows.length === 0) {
      await insertFirstAccessTokenKey(sql, await newKey(context));
      rows = await listLiveAccessTokenKeys(sql, KEY_GRACE_SECONDS);
    }
    keys = { rows, loadedAtMs: now().getTime() };
  }

  /** Loads the keys as they are after this call. However many callers, one query runs and one waits. */
  function reload(): Promise<void> {
    queued ??= loading
      .catch(() => {})
      .then(() => {
        queued = null;
        loading = load();
        return loading;
      });
    return queued;
  }

  async function freshKeys(): Promise<AccessTokenKey[]> {
    if (now().getTime() - keys.loadedAtMs > KEYS_MAX_AGE_MS) await reload();
    return keys.rows;
  }

  async function publicKey(keyId: string | undefined): Promise<jose.CryptoKey> {
    const find = () => keys.rows.find((row) => row.keyId === keyId);
    if (!find()) await reload();
    const row = find();
    if (!row) throw new InvalidToken('unknown_key');
    return (await jose.importJWK(row.publicJwk, ALGORITHM)) as jose.CryptoKey;
  }

  function signingKey({ keyId, privateKeySealed }: AccessTokenKey): Promise<jose.CryptoKey> {
    const known = signingKeys.get(keyId);
    if (known) return known;
    const key = jose.importPKCS8(encryption.open(privateKeySealed, keyId), ALGORITHM);
    signingKeys.set(keyId, key);
    return key;
  }

  return {
    async sign(clientId, accountId, scopes = null) {
      const [row] = await freshKeys();
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new jose.SignJWT({
        client_id: clientId,
        account_id: accountId,
        ...(scopes && { scope: scopes.join(' ') }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: row!.keyId })
        .setIssuer(publicUrl())
        .setAudience(AUDIENCE)
        .setSubject(clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .setJti(randomUUID())
        .sign(await signingKey(row!));
    },

    async verify(token) {
      const header = readHeader(token);
      if (header.alg !== ALGORITHM || header.typ !== TYPE) throw new InvalidToken('malformed');
      const key = await publicKey(header.kid);
      try {
        const { payload } = await jose.jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: publicUrl(),
          audience: AUDIENCE,
          requiredClaims: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'],
          currentDate: now(),
        });
        const { client_id: clientId, scope } = payload;
        const scopes = scope === undefined ? null : new Set(String(scope).split(' '));
        return { clientId: String(clientId), scopes, expiresAtMs: payload.exp! * 1000 };
      } catch (error) {
        throw new InvalidToken(faultOf(error), { cause: error });
      }
    },

    async jwks() {
      return { keys: (await freshKeys()).map((row) => row.publicJwk) };
    },

    async rotate(record) {
      const keyId = await sql.begin(async (transaction) => {
        const id = await rotateAccessTokenKey(context, transaction);
        await record(transaction, id);
        return id;
      });
      await reload();
      return keyId;
    },
  };
}

/**
 * Makes a new key, which signs from now on; the old ones stay published until their tokens have expired. Other
 * processes follow within a minute, or as soon as they see a token signed with it. Returns its id.
 */
export async function rotateAccessTokenKey(context: Context, sql: Sql = context.sql): Promise<string> {
  const key = await newKey(context);
  await insertAccessTokenKey(sql, key);
  return key.keyId;
}

async function newKey({ encryption }: Context): Promise<AccessTokenKey> {
  const keyId = newId('key');
  const { publicKey, privateKey } = await jose.generateKeyPair(ALGORITHM, { extractable: true });
  return {
    keyId,
    publicJwk: { ...(await jose.exportJWK(publicKey)), kid: keyId, alg: ALGORITHM, use: 'sig' },
    privateKeySealed: encryption.seal(await jose.exportPKCS8(privateKey), keyId),
  };
}

function readHeader(token: string): jose.ProtectedHeaderParameters {
  if (token.length > MAX_ACCESS_TOKEN_BYTES || token.split('.').length !== 3) throw new InvalidToken('malformed');
  try {
    return jose.decodeProtectedHeader(token);
  } catch (error) {
    throw new InvalidToken('malformed', { cause: error });
  }
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof jose.errors.JWTExpired) return 'expired';
  if (error instanceof jose.errors.JWSSignatureVerificationFailed) return 'bad_signature';
  if (error instanceof jose.errors.JWTClaimValidationFailed && ['iss', 'aud'].includes(error.claim))
    return 'wrong_issuer';
  return 'malformed';
}
