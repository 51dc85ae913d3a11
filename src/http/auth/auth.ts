/**
 * Who the caller is: a client with an access token, a person with a session of the console, or whoever has the operator key.
 * `api/visibility.ts` decides what they may see of an account; tokens are in `access-token.ts`, sessions in
 * `console-sessions.ts`. Source: RFC 6750 §2.1, §3.
 *
 * Every request passes through here, so the common case is two lookups in memory and no promise.
 */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { BEARER_CHALLENGE, type FieldError, Problem } from '../../errors.ts';
import type { ConsoleSession } from '../../model/console-session.ts';
import type { Role } from '../../model/role.ts';
import { isScope } from '../../model/scope.ts';
import type { OperatorKey } from '../../rate-limit.ts';
import { findAccountOfClient } from '../../store/credentials.ts';
import { isRepeated } from '../contract/raw-headers.ts';
import { type AccessTokens, type Claims, InvalidToken, type TokenFault } from './access-token.ts';
import type { ConsoleSessions } from './console-sessions.ts';
import { leastRole, mayCall, type Need } from './operations.ts';
import type { Principal } from './principal.ts';

const OPERATOR: Principal = Object.freeze({ kind: 'operator' });

/** Verified tokens in the cache; one is about 1 KiB. */
const MAX_TOKENS = 10_000;
const MAX_CLIENTS = 10_000;
/** A removed client is refused after this at the latest, which SECURITY.md promises. */
const CLIENT_MAX_AGE_MS = 30_000;
/** From this age on a client is looked up again in the background, so that no request waits for it. */
const CLIENT_REFRESH_MS = 15_000;

const TOKEN_FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'The access token is malformed',
  unknown_key: 'The access token was signed with an unknown key',
  bad_signature: 'The signature of the access token is invalid',
  wrong_issuer: 'The access token is for another service',
  expired: 'The access token has expired',
  revoked: 'The access token was revoked',
};

/** `accountId` null: there is no such client. */
type KnownClient = { accountId: string | null; checkedAtMs: number };
type Verified = { clientId: string; expiresAtMs: number; principal: Principal };

export type Authentication = {
  /** The caller; a promise only when a lookup is needed. Throws or rejects with a Problem (400, 401, 403, 429, 503). */
  authenticate: (request: FastifyRequest, need: Need) => Principal | Promise<Principal>;
  /**
   * Resolves for the operator key and for people, of whom only authors may change something; else rejects with a Problem:
   * for the emulator, which guards its own routes.
   */
  emulation: (request: FastifyRequest) => Promise<void>;
  /** Refuses the client's tokens at once in this process; others follow within 30 seconds. */
  forgetClient: (clientId: string) => void;
};

export function createAuthentication(
  context: Context,
  tokens: AccessTokens,
  sessions: ConsoleSessions,
  operatorKey: OperatorKey,
): Authentication {
  // Keyed by the whole header value: the common case slices no strings.
  const verified = new LRUCache<string, Verified>({ max: MAX_TOKENS });
  const clients = new LRUCache<string, KnownClient>({ max: MAX_CLIENTS });
  const lookUps = new Map<string, Promise<string | null>>();
  const nowMs = () => context.now().getTime();

  /** Queries the database, once for all concurrent requests. */
  function lookUpClient(clientId: string): Promise<string | null> {
    const underWay = lookUps.get(clientId);
    if (underWay) return underWay;
    const checkedAtMs = nowMs();
    const lookUp = findAccountOfClient(context.sql, clientId)
      .then((found) => {
        const accountId = found ?? null;
        // Unless it was forgotten meanwhile: this answer may predate its removal.
        if (lookUps.get(clientId) === lookUp) clients.set(clientId, { accountId, checkedAtMs });
        return accountId;
      })
      .finally(() => {
        if (lookUps.get(clientId) === lookUp) lookUps.delete(clientId);
      });
    lookUps.set(clientId, lookUp);
    return lookUp;
  }

  /** The cached client, or undefined when it is too old. */
  function recallClient(clientId: string): KnownClient | undefined {
    const known = clients.get(clientId);
    if (!known) return undefined;
    const ageMs = nowMs() - known.checkedAtMs;
    if (ageMs > CLIENT_MAX_AGE_MS) return undefined;
    // A failure surfaces when it matters: in the first request that has to wait for the answer.
    if (ageMs > CLIENT_REFRESH_MS) lookUpClient(clientId).catch(() => {});
    return known;
  }

  async function verify(header: string, address: string): Promise<Principal> {
    const credential = readBearer(header);
    if (operatorKey.matches(credential)) return OPERATOR;
    const claims = await readToken(credential).catch((error: unknown) => {
      // Anything that is not a token may be a guess at the operator key.
      if (error instanceof Problem || (error instanceof InvalidToken && error.fault === 'malformed')) {
        operatorKey.countWrong(address);
      }
      throw error instanceof InvalidToken ? invalidToken(error.fault, error) : error;
    });
    const { clientId, scopes, expiresAtMs } = claims;
    const known = recallClient(clientId);
    const accountId = known ? known.accountId : await lookUpClient(clientId);
    if (accountId === null) throw invalidToken('revoked');
    const principal: Principal = { kind: 'client', clientId, accountId, scopes };
    verified.set(header, { clientId, expiresAtMs, principal });
    return principal;
  }

  async function readToken(credential: string): Promise<Claims> {
    if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(credential))
      throw malformedRequest('The bearer token has characters that are not allowed in a token');
    return tokens.verify(credential);
  }

  /** The principal of a token that was verified before; null when it must be verified again. */
  function recall(header: string): Principal | null {
    const known = verified.get(header);
    if (!known) return null;
    if (known.expiresAtMs <= nowMs()) {
      verified.delete(header);
      return null;
    }
    return recallClient(known.clientId)?.accountId ? known.principal : null;
  }

  /** Without a token there may be a session. */
  function recallSession(request: FastifyRequest): Promise<Principal> | null {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined || cookie === undefined) return null;
    return sessions.find(request).then(principalOf);
  }

  function authenticate(request: FastifyRequest, need: Need): Principal | Promise<Principal> {
    const session = recallSession(request);
    if (session) return session.then((found) => permit(found, need));
    const header = readHeader(request);
    const principal = recall(header);
    if (principal) return permit(principal, need);
    return verify(header, request.ip).then((found) => permit(found, need));
  }

  return {
    authenticate,
    async emulation(request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      await authenticate(request, { access: isRead ? 'reader' : 'author' });
    },
    forgetClient(clientId) {
      lookUps.delete(clientId);
      clients.set(clientId, { accountId: null, checkedAtMs: nowMs() });
    },
  };
}

/** @throws Problem 401 */
export function principalOf(session: Pick<ConsoleSession, 'person'> | null): Principal {
  if (!session) throw noSession();
  if (!session.person) return OPERATOR;
  const { personId, name, email, role } = session.person;
  return { kind: 'person', personId, name, email, role };
}

export function noSession(): Problem {
  return new Problem('unauthorized', 'There is no session, or it has ended: log in again.');
}

function permit(principal: Principal, need: Need): Principal {
  if (mayCall(principal, need)) return principal;
  const { access } = need;
  if (principal.kind === 'person') throw insufficientRole(principal, leastRole(need));
  if (!isScope(access)) throw needsOperator('This operation needs the operator key');
  throw insufficientScope(`The access token lacks the scope ${access}`, access);
}

/** `what` is a sentence: what exactly needs the role, where it is not the whole operation. */
export function insufficientRole({ role }: { role: Role }, least: Role, what = 'This needs more'): Problem {
  return new Problem('insufficient_role', `${what}: your role is ${role}, and the least role for it is ${least}.`);
}

/** `description` is a sentence without its full stop, fit for a header. */
export function needsOperator(description: string, errors: FieldError[] = []): Problem {
  return insufficientScope(description, 'operator', errors);
}

/** RFC 6750 §3.1: `scope` is what would be enough. */
function insufficientScope(description: string, scope: string, errors: FieldError[] = []): Problem {
  const headers = challenge('insufficient_scope', description, scope);
  return new Problem('insufficient_scope', `${description}.`, { errors, headers });
}

/** The request's only Authorization header, with the scheme Bearer. @throws Problem */
function readHeader(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) {
    throw new Problem('unauthorized', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.');
  }
  if (isRepeated(request.raw.rawHeaders, 'authorization'))
    throw malformedRequest('The Authorization header is repeated');
  if ((request.query as Record<string, unknown>)['access_token'] !== undefined) {
    throw malformedRequest('The access token is in both the header and the query');
  }
  return header;
}

function readBearer(header: string): string {
  const credential = /^bearer +([^\s]+)$/i.exec(header)?.[1];
  if (credential === undefined) throw malformedRequest('The header must be: Authorization: Bearer <ACCESS_TOKEN>');
  return credential;
}

function malformedRequest(description: string): Problem {
  return new Problem('invalid_request', `${description}.`, {
    errors: [{ path: 'Authorization', message: 'is not a bearer token' }],
    headers: challenge('invalid_request', description),
  });
}

function invalidToken(fault: TokenFault, cause?: unknown): Problem {
  const description = TOKEN_FAULTS[fault];
  return new Problem('invalid_token', `${description}.`, { headers: challenge('invalid_token', description), cause });
}

function challenge(error: string, description: string, scope?: string): Record<string, string> {
  const parameters = `${BEARER_CHALLENGE}, error="${error}", error_description="${description}"`;
  return { 'www-authenticate': scope === undefined ? parameters : `${parameters}, scope="${scope}"` };
}
