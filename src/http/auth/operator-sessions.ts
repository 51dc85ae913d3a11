/**
 * From a cookie to the operator: opens, finds and ends sessions, and refuses requests that another site made a browser
 * send. The routes to log in and out are in `session.ts`; who may call what is decided in `auth.ts`.
 */
import { createHmac, randomBytes } from 'node:crypto';
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import {
  findOperatorSession,
  insertOperatorSession,
  type OperatorSession,
  removeOperatorSession,
} from '../../store/operator-sessions.ts';
import type { Sql } from '../../store/sql.ts';

/** A working day and the evening after it. */
const SESSION_SECONDS = 12 * 3600;
const SESSION_ID_BYTES = 32;
/** Far more than there are operators with a browser. */
const MAX_SESSIONS = 1000;
/** A session that was ended in another process is refused after this at the latest. */
const MAX_AGE_MS = 30_000;

/** Only a script of our own origin can set it: for another site's, the browser asks first (CORS) and is refused. */
const CONSOLE_HEADER = 'x-parley-console';
const SAFE_METHODS = ['GET', 'HEAD'];

export type OperatorSessions = {
  /** Opens a session; `cookie` is the value of `Set-Cookie`. */
  open: (transaction: Sql) => Promise<OperatorSession & { cookie: string }>;
  /**
   * The live session of the request's cookie; null without one; a promise only when a lookup is needed. Throws a
   * Problem (403) when the request changes something and does not prove that it comes from the console.
   */
  find: (request: FastifyRequest) => OperatorSession | null | Promise<OperatorSession | null>;
  /**
   * Ends the request's session: at once in this process, within 30 seconds in others. Returns the `Set-Cookie`, and
   * whether there was one.
   */
  end: (request: FastifyRequest, transaction: Sql) => Promise<{ cookie: string; ended: boolean }>;
};

type Known = { session: OperatorSession | null; checkedAtMs: number };

/** Cookies are read and written with `server`'s `@fastify/cookie`, only where a session is needed. */
export function createOperatorSessions(
  context: Context,
  server: Pick<FastifyInstance, 'parseCookie' | 'serializeCookie'>,
): OperatorSessions {
  const { sql, now, operatorKey, publicUrl, installation } = context;
  const known = new LRUCache<string, Known>({ max: MAX_SESSIONS });
  const nowMs = () => now().getTime();

  // Keyed, so that a new operator key ends every session that the old one opened.
  const digestOf = (id: string) => createHmac('sha256', operatorKey).update(id).digest();

  const isSecure = () => publicUrl().startsWith('https:');
  // Cookies ignore ports: the installation keeps two services of one host apart. `__Host-`: RFC 6265bis §4.1.3.2.
  const cookieName = () => `${isSecure() ? '__Host-' : ''}parley-session-${installation}`;
  const setCookie = (value: string, maxAge: number) =>
    server.serializeCookie(cookieName(), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(),
      maxAge,
    });

  function digestIn(request: FastifyRequest): Buffer | null {
    const { cookie: header } = request.headers;
    const id = header === undefined ? undefined : server.parseCookie(header)[cookieName()];
    return id ? digestOf(id) : null;
  }

  function live(session: OperatorSession | null | undefined): OperatorSession | null {
    return session && session.expiresAt.getTime() > nowMs() ? session : null;
  }

  async function lookUp(digest: Buffer, key: string): Promise<OperatorSession | null> {
    const before = known.get(key);
    const checkedAtMs = nowMs();
    const session = live(await findOperatorSession(sql, digest));
    // Unless it was ended meanwhile: this answer may predate that. Unknown ids are not cached, or anyone could evict
    // the real ones.
    if (session && known.get(key) === before) known.set(key, { session, checkedAtMs });
    return session;
  }

  return {
    async open(transaction) {
      const id = randomBytes(SESSION_ID_BYTES).toString('base64url');
      const createdAt = now();
      const session = { createdAt, expiresAt: new Date(createdAt.getTime() + SESSION_SECONDS * 1000) };
      await insertOperatorSession(transaction, digestOf(id), session);
      return { ...session, cookie: setCookie(id, SESSION_SECONDS) };
    },

    find(request) {
      const digest = digestIn(request);
      if (!digest) return null;
      if (!SAFE_METHODS.includes(request.method)) refuseForged(request, publicUrl());
      const key = digest.toString('base64url');
      const entry = known.get(key);
      if (entry && nowMs() - entry.checkedAtMs <= MAX_AGE_MS) return live(entry.session);
      return lookUp(digest, key);
    },

    async end(request, transaction) {
      const digest = digestIn(request);
      let ended = false;
      if (digest) {
        refuseForged(request, publicUrl());
        known.set(digest.toString('base64url'), { session: null, checkedAtMs: nowMs() });
        ended = await removeOperatorSession(transaction, digest);
      }
      return { cookie: setCookie('', 0), ended };
    },
  };
}

/** A browser sends the cookie with any request a page makes; only the console's own may change something. */
function refuseForged({ headers }: FastifyRequest, publicUrl: string): void {
  const isOurs = isSameOrigin(headers['sec-fetch-site'], headers.origin, headers.host, publicUrl);
  if (isOurs && headers[CONSOLE_HEADER] === '1') return;
  throw new Problem(
    'forbidden_origin',
    'With a session cookie, only the console may make changes: the request must come from its own origin, with X-Parley-Console: 1.',
  );
}

/** By `Sec-Fetch-Site`, which browsers send over connections they trust, else by `Origin`. */
function isSameOrigin(site: unknown, origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (site !== undefined) return site === 'same-origin';
  const parsed = origin === undefined ? null : URL.parse(origin);
  return parsed !== null && (parsed.host === host || parsed.origin === new URL(publicUrl).origin);
}
