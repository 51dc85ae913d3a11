/**
 * Console log-in, by the operator key, a password or a link, and log-out. Sessions themselves are in
 * `auth/console-sessions.ts`; log-in at a provider is in `openid-log-in.ts`.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { ConsoleSession, type OpenedBy } from '../../model/console-session.ts';
import { UsedCredential } from '../../model/passkey.ts';
import { findPersonForUpdate } from '../../store/people.ts';
import { noSession, principalOf } from '../auth/auth.ts';
import { createLogInLinks } from '../auth/log-in-links.ts';
import { mayCall, OPERATIONS } from '../auth/operations.ts';
import type { Principal } from '../auth/principal.ts';
import { FromConsole, NoContent } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { by, createEntrance } from './entrance.ts';
import { createPasskeyCheck } from './passkey-check.ts';
import { createPasswordCheck } from './password-check.ts';
import { noPerson } from './people.ts';

const tags = ['Session'];
const MAX_SECRET_LENGTH = 1000;
const Secret = Type.String({ minLength: 1, maxLength: MAX_SECRET_LENGTH });

const OwnSession = Type.Object({
  ...ConsoleSession.properties,
  may: Type.Array(Type.String(), { description: 'The operationIds of what it may do.' }),
});

const LogIn = Type.Object(
  {
    operatorKey: Type.Optional(Secret),
    linkToken: Type.Optional(Secret),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Secret),
    passkey: Type.Optional(UsedCredential),
  },
  {
    additionalProperties: false,
    oneOf: [['operatorKey'], ['linkToken'], ['email', 'password'], ['passkey']].map((required) => ({ required })),
  },
);

const NewLogInLink = Type.Object(
  {
    personId: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Whom it logs in, within three days. If absent, whoever asks, within ten minutes.',
      }),
    ),
  },
  { additionalProperties: false },
);

const LogInLink = Type.Object({
  url: Type.String({ description: 'For a browser. What is after the # is a secret.' }),
  expiresAt: Type.String({ format: 'date-time' }),
});

export function sessionRoutes(server: Server, context: Context): void {
  const { sql } = context;
  const { consoleSessions: sessions, operatorKey, rateLimit } = server;
  const links = createLogInLinks(context);
  const enter = createEntrance(context, sessions);
  const check = createPasswordCheck(sql, rateLimit);
  const checkPasskey = createPasskeyCheck(context, rateLimit);

  async function checkPassword(email: string, password: string, address: string): Promise<string> {
    const personId = await check(email, password, address);
    if (personId !== null) return personId;
    const message = 'is not the password of anybody with this address';
    throw new Problem('invalid_token', `This ${message}.`, { errors: [{ path: '/password', message }] });
  }

  /** Whom it logs in. */
  async function checkLink(token: string, address: string): Promise<string | null> {
    const link = await links.use(token);
    if (link) return link.personId;
    rateLimit.refuseMore(address, 'log-in link', 'log-in links');
    throw new Problem(
      'invalid_token',
      'This log-in link has expired or was used: an owner, or parley open, makes another one.',
      {
        errors: [{ path: '/linkToken', message: 'has expired or was used' }],
      },
    );
  }

  function checkKey(key: string, address: string): void {
    if (operatorKey.matches(key)) return;
    operatorKey.countWrong(address);
    throw new Problem('invalid_token', 'This is not the operator key of this service.', {
      errors: [{ path: '/operatorKey', message: 'is not the operator key' }],
    });
  }

  server.post(
    '/session',
    {
      config: { problems: ['invalid_token', 'too_many_requests', 'not_ready'] },
      schema: {
        operationId: 'logIn',
        summary: 'Log in to the console',
        description:
          'Exchanges the operator key, e-mail address and password, the answer of a passkey to `GET /session/passkey-options`, or the part of a log-in link after its #, for a 12-hour session in a cookie that scripts cannot read and other sites cannot use. After ten wrong ones a minute from one address, further ones get 429; a right key, link or passkey never does, a right password for the rest of the minute.',
        tags,
        body: LogIn,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { ip, body } = request;
      const { linkToken, operatorKey: key, email, password, passkey } = body;
      let [openedBy, personId]: [OpenedBy, string | null] = ['operator-key', null];
      if (linkToken !== undefined) [openedBy, personId] = ['log-in-link', await checkLink(linkToken, ip)];
      else if (passkey !== undefined) [openedBy, personId] = ['passkey', await checkPasskey(passkey, ip)];
      else if (key === undefined) [openedBy, personId] = ['password', await checkPassword(email!, password!, ip)];
      else checkKey(key, ip);
      const cookie = await enter(request, personId, openedBy);
      return reply.code(204).header('set-cookie', cookie).send(null);
    },
  );

  server.post(
    '/log-in-links',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'createLogInLink',
        summary: 'Create a log-in link',
        description:
          'It logs one browser in to the console, once. For a person it is their invitation, and void when another is made.',
        tags,
        body: NewLogInLink,
        response: { 201: LogInLink },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const own = principal.kind === 'person' ? principal.personId : null;
      const personId = body.personId ?? own;
      const { url, expiresAt } = await sql.begin(async (transaction) => {
        const person = personId === null ? null : await findPersonForUpdate(transaction, personId);
        if (person === undefined || person?.disabled) throw noPerson(personId!);
        const made = await links.make(transaction, personId, { isInvitation: personId !== own });
        const change = { accountId: null, id: personId ?? 'operator', after: { expiresAt: made.expiresAt } };
        await audit(transaction, request, change);
        return made;
      });
      return reply.code(201).send({ url, expiresAt: expiresAt.toISOString() });
    },
  );

  server.get(
    '/session',
    {
      config: { problems: ['unauthorized', 'not_ready'] },
      schema: {
        operationId: 'getSession',
        summary: 'Get the session',
        description: 'Who is logged in, what they may do, and when the session ends.',
        tags,
        security: [{ consoleSession: ['reader'] }],
        response: { 200: OwnSession },
      },
    },
    async (request) => {
      const session = await sessions.find(request);
      if (!session) throw noSession();
      return { ...session, may: allowed(principalOf(session)) };
    },
  );

  server.delete(
    '/session',
    {
      config: { problems: ['forbidden_origin', 'not_ready'] },
      schema: {
        operationId: 'logOut',
        summary: 'Log out of the console',
        description: 'Ends the session at once.',
        tags,
        security: [{ consoleSession: ['reader'] }],
        headers: FromConsole,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { cookie } = await sql.begin(async (transaction) => {
        const end = await sessions.end(request, transaction);
        const { ended } = end;
        if (ended) {
          const change = { accountId: null, id: ended.sessionId, before: { openedBy: ended.openedBy } };
          await audit(transaction, by(principalOf(ended), request, 'logOut'), change);
        }
        return end;
      });
      return reply.code(204).header('set-cookie', cookie).send(null);
    },
  );
}

function allowed(principal: Principal): string[] {
  return Object.entries(OPERATIONS)
    .filter(([, operation]) => mayCall(principal, operation))
    .map(([id]) => id);
}
