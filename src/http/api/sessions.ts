/** Sessions of the console, to look at and to end, and a person's own password. To log in and out: `session.ts`. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import { NewPassword } from '../../model/person.ts';
import { hasRole } from '../../model/role.ts';
import { hashPassword } from '../../secrets/password.ts';
import { listConsoleSessions, removeConsoleSession, removeSessionsOf } from '../../store/console-sessions.ts';
import { removeLogInLinksOf } from '../../store/log-in-links.ts';
import { updatePassword } from '../../store/people.ts';
import type { Principal } from '../auth/principal.ts';
import { FromConsole, NoContent, PlainPageQuery, ref, SessionPath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { createOwnPerson } from './own-person.ts';

const tags = ['Session'];

const PasswordChange = Type.Object(
  {
    password: NewPassword,
    currentPassword: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Unless there is none yet, or a log-in link opened this session.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function sessionsRoutes(server: Server, { sql, now }: Context): void {
  const own = createOwnPerson(sql, server);

  server.get(
    '/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List sessions',
        description: "Who is logged in to the console, newest first: one's own sessions; for an owner all.",
        tags,
        querystring: PlainPageQuery,
        response: { 200: PageOf('sessions', ref('ConsoleSession')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listConsoleSessions(sql, { ownerId: limitedTo(principal), now: now() }, query);
      return { sessions: rows, ...page };
    },
  );

  server.delete(
    '/sessions/:sessionId',
    {
      config: { problems: ['session_not_found'] },
      schema: {
        operationId: 'endSession',
        summary: 'End a session',
        description: "At once: one's own; for an owner anybody's.",
        tags,
        params: SessionPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { sessionId } = request.params;
      await sql.begin(async (transaction) => {
        const ended = await removeConsoleSession(transaction, { sessionId, ownerId: limitedTo(request.principal) });
        if (!ended) throw new Problem('session_not_found', `There is no session ${sessionId}.`);
        const { openedBy, personId } = ended;
        await audit(transaction, request, { accountId: null, id: sessionId, before: { openedBy, personId } });
      });
      return reply.code(204).send(null);
    },
  );

  server.put(
    '/session/password',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'setPassword',
        summary: 'Set a password',
        description: "One's own. All other sessions and open log-in links of the person end.",
        tags,
        security: [{ consoleSession: ['reader'] }],
        headers: FromConsole,
        body: PasswordChange,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const { person, sessionId } = await own.prove(request, body.currentPassword);
      const { personId } = person;
      const hash = await hashPassword(body.password);
      await sql.begin(async (transaction) => {
        await updatePassword(transaction, personId, hash);
        await removeSessionsOf(transaction, personId, { except: sessionId });
        await removeLogInLinksOf(transaction, personId);
        await audit(transaction, request, { accountId: null, id: personId, after: { hasPassword: true } });
      });
      return reply.code(204).send(null);
    },
  );
}

/** Whose sessions the caller has to do with: null for everybody's. */
function limitedTo(principal: Principal): string | null {
  return principal.kind === 'person' && !hasRole(principal.role, 'owner') ? principal.personId : null;
}
