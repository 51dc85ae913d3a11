/**
 * From a cookie to a session of the console: opens, finds and ends them, and refuses requests that another site made a
 * browser send. The routes to log in and out are in `session.ts`; who may call what is decided in `auth.ts`.
 */
import { createHmac, randomBytes } from 'node:crypto';
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { ConsoleSession, OpenedBy } from '../../model/console-session.ts';
import { findConsoleSession, insertConsoleSession, removeConsoleSession } from '../../store/console-sessions.ts';
import type { Sql } from '../../store/sql.ts';

/** A working day and the evening after it. */
const SESSION_SECONDS = 12 * 3600;
const SESSION_ID_BYTES = 32;
/** What lists show of a browser. */
const MAX_USER_AGENT_LENGTH = 200;

/** Only a script of our own origin can set it: for another site's, the browser asks first (CORS) and is refused. */
const CONSOLE_HEADER = 'x-parley-console';
const SAFE_METHODS = ['GET', 'HEAD'];

export type ConsoleSessions = {
  /** Opens a session of the person, or of the operator key if that is null; `cookie` is the value of `Set-Cookie`. */
  open: (
    transaction: Sql,
    request: Pick<FastifyRequest, 'ip' | 'headers'>,
    by: { personId: string | null; openedBy: OpenedBy },
  ) => Promise<{ sessionId: string; cookie: string }>;
  /**
   * The live session of the request's cookie; null without one. Read anew for each request, so that one that was ended
   * is over at once in every process. Throws or rejects with a Problem (403) when the request changes something and does
   * not prove that it comes from the console.
   */
  find: (request: FastifyRequest) => Promise<ConsoleSession | null>;
  /** Ends the request's session. Returns the `Set-Cookie`, and the session that it was. */
  end: (request: FastifyRequest, transaction: Sql) => Promise<{ cookie: string; ended: ConsoleSession | null }>;
};

/** Cookies are read and written with `server`'s `@fastify/cookie`, only where a session is needed. */
export function createConsoleSessions(
  context: Context,
  server: Pick<FastifyInstance, 'parseCookie' | 'serializeCookie'>,
): ConsoleSessions {
  const { sql, now, operatorKey, publicUrl, installation } = context;

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

  return {
    async open(transaction, { ip, headers }, by) {
      const id = randomBytes(SESSION_ID_BYTES).toString('base64url');
      const sessionId = newId('session');
      const createdAt = now();
      await insertConsoleSession(transaction, digestOf(id), {
        ...by,
        sessionId,
        address: ip,
        userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + SESSION_SECONDS * 1000),
      });
      return { sessionId, cookie: setCookie(id, SESSION_SECONDS) };
    },

    async find(request) {
      const digest = digestIn(request);
      if (!digest) return null;
      if (!SAFE_METHODS.includes(request.method)) refuseForged(request, publicUrl());
      const session = await findConsoleSession(sql, digest);
      return session && new Date(session.expiresAt) > now() ? session : null;
    },

    async end(request, transaction) {
      const digest = digestIn(request);
      const cookie = setCookie('', 0);
      if (!digest) return { cookie, ended: null };
      refuseForged(request, publicUrl());
      const session = await findConsoleSession(transaction, digest);
      if (session) await removeConsoleSession(transaction, { sessionId: session.sessionId, ownerId: null });
      return { cookie, ended: session ?? null };
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
