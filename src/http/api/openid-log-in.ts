/**
 * Console log-in at the operator's provider of OpenID Connect: to the provider and back, for people who are invited with
 * the e-mail address that it vouches for. For browsers only, so a fault is a page, and no operation of the API. The flow
 * itself is in `auth/openid-provider.ts`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { findPersonByEmail } from '../../store/people.ts';
import { createOpenIdProvider, type OpenIdAttempt, OpenIdFailure, type OpenIdFault } from '../auth/openid-provider.ts';
import type { Server } from '../fastify.ts';
import { createEntrance } from './entrance.ts';

const BEGIN = '/session/openid';
const CALLBACK = `${BEGIN}/callback`;
/** For a second factor, and a password that has to be looked for. */
const ATTEMPT_SECONDS = 600;
const MAX_PATH_LENGTH = 2000;
const SEALED_FOR = 'openid log-in';

/** The console has a text for each: `texts/…/shell.ts`. */
type Fault = OpenIdFault | 'strayed' | 'unverified' | 'unknown' | 'tooMany';

type Pending = OpenIdAttempt & { from: string; expiresAtMs: number };

export function openIdLogInRoutes(server: Server, context: Context): void {
  const { config, sql, log, now, encryption, installation, publicUrl } = context;
  if (!config.openId) return;
  const provider = createOpenIdProvider(config.openId, now);
  const enter = createEntrance(context, server.consoleSessions);
  const { rateLimit } = server;

  const isSecure = () => publicUrl().startsWith('https:');
  const cookieName = () => `${isSecure() ? '__Host-' : ''}parley-openid-${installation}`;
  /** Lax: it has to come along when the provider sends the browser back. Sealed: it says what to expect of that. */
  const setCookie = (value: string, maxAge: number) =>
    server.serializeCookie(cookieName(), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(),
      maxAge,
    });

  /** What this browser began; null when it did not, or too long ago. */
  function pendingOf({ headers }: FastifyRequest): Pending | null {
    const sealed = server.parseCookie(headers.cookie ?? '')[cookieName()];
    try {
      const pending = sealed ? (JSON.parse(encryption.open(sealed, SEALED_FOR)) as Pending) : null;
      return pending && pending.expiresAtMs > now().getTime() ? pending : null;
    } catch {
      return null;
    }
  }

  /** Leads to a page of the console, and to no other address, whatever is in `path`. */
  function lead(reply: FastifyReply, path: string, fault?: Fault): FastifyReply {
    const page = new URL(`${publicUrl()}/console/log-in`);
    if (fault) {
      page.searchParams.set('fault', fault);
      page.searchParams.set('from', path);
      return reply.redirect(page.href, 303);
    }
    const asked = URL.parse(`${publicUrl()}/console${path}`);
    const isConsole = asked?.origin === page.origin && /^\/console(\/|$)/.test(asked.pathname);
    return reply.redirect(isConsole ? asked.href : `${publicUrl()}/console`, 303);
  }

  async function logIn(request: FastifyRequest, pending: Pending | null): Promise<string> {
    const { ip, query } = request;
    // Before anything is asked of the provider: a callback that somebody else began must not log this browser in.
    if (!pending || (query as Record<string, unknown>)['state'] !== pending.state) throw new LogInFault('strayed');
    if (rateLimit.countWrong(ip, 'OpenID Connect') !== null) throw new LogInFault('tooMany');
    const callback = new URL(publicUrl() + CALLBACK);
    callback.search = request.url.slice(request.url.indexOf('?'));
    const email = await provider.finish(callback, pending);
    if (email === null) throw new LogInFault('unverified');
    const personId = await findPersonByEmail(sql, inLowerCase(email));
    if (!personId) throw new LogInFault('unknown');
    const cookie = await enter(request, personId, 'openid-connect');
    rateLimit.forget(ip, 'OpenID Connect');
    return cookie;
  }

  /** @throws what is no fault of a log-in */
  function faultOf(error: unknown): Fault {
    if (error instanceof LogInFault) return error.fault;
    // Disabled or removed within these moments.
    if (error instanceof Problem && error.code === 'unauthorized') return 'unknown';
    if (!(error instanceof OpenIdFailure)) throw error;
    if (error.fault === 'failed') log.warn({ reason: error.reason }, 'a log-in at the OpenID Connect provider failed');
    return error.fault;
  }

  const route = { config: { access: 'public' }, schema: { hide: true }, exposeHeadRoute: false } as const;

  server.get<{ Querystring: { from?: unknown } }>(BEGIN, route, async ({ query, headers }, reply) => {
    const from = typeof query.from === 'string' && query.from.length <= MAX_PATH_LENGTH ? query.from : '/';
    // Another site cannot begin a log-in here that nobody asked for.
    if (!['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined))
      return reply.redirect(`${publicUrl()}/console/log-in`, 303);
    try {
      const { url, attempt } = await provider.begin(publicUrl() + CALLBACK);
      const pending: Pending = { ...attempt, from, expiresAtMs: now().getTime() + ATTEMPT_SECONDS * 1000 };
      reply.header('set-cookie', setCookie(encryption.seal(JSON.stringify(pending), SEALED_FOR), ATTEMPT_SECONDS));
      return reply.redirect(url.href, 303);
    } catch (error) {
      return lead(reply, from, faultOf(error));
    }
  });

  server.get(CALLBACK, route, async (request, reply) => {
    const pending = pendingOf(request);
    const from = pending?.from ?? '/';
    // Of no address that is in a history or a referrer: the code in it is used up here.
    reply.header('referrer-policy', 'no-referrer');
    try {
      const cookie = await logIn(request, pending);
      return lead(reply.header('set-cookie', [cookie, setCookie('', 0)]), from);
    } catch (error) {
      const fault = faultOf(error);
      // One that strayed here from elsewhere does not end the attempt of this browser.
      if (fault !== 'strayed') reply.header('set-cookie', setCookie('', 0));
      return lead(reply, from, fault);
    }
  });
}

class LogInFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** Of ASCII alone: other capitals have small letters that another address may be written with, such as K, the kelvin. */
function inLowerCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
