/** Console log-in and log-out. Operator sessions themselves are in `operator-sessions.ts`. */
import Type from 'typebox';
import { Problem } from '../../errors.ts';
import type { OperatorSession } from '../../store/operator-sessions.ts';
import { noSession } from '../auth/auth.ts';
import { NoContent } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

const tags = ['Session'];
const MAX_KEY_LENGTH = 1000;

const Session = Type.Object({
  principal: Type.Literal('operator'),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'It cannot be extended: log in again.' }),
});

const LogIn = Type.Object(
  { operatorKey: Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH }) },
  { additionalProperties: false },
);

export function sessionRoutes(server: Server): void {
  const { operatorSessions: sessions, operatorKey } = server;

  server.post(
    '/session',
    {
      config: { access: 'public', problems: ['invalid_token', 'too_many_requests', 'not_ready'] },
      schema: {
        operationId: 'logIn',
        summary: 'Log in to the console',
        description:
          'Exchanges the operator key for a 12-hour session in a cookie that scripts cannot read and other sites cannot use. After ten wrong keys a minute from one address, further ones get 429; the right one never does.',
        tags,
        body: LogIn,
        response: { 204: NoContent },
      },
    },
    async ({ ip, body }, reply) => {
      if (!operatorKey.matches(body.operatorKey)) {
        operatorKey.countWrong(ip);
        throw new Problem('invalid_token', 'This is not the operator key of this service.', {
          errors: [{ path: '/operatorKey', message: 'is not the operator key' }],
        });
      }
      const { cookie } = await sessions.open();
      return reply.code(204).header('set-cookie', cookie).send(null);
    },
  );

  server.get(
    '/session',
    {
      config: { access: 'public', problems: ['unauthorized', 'not_ready'] },
      schema: {
        operationId: 'getSession',
        summary: 'Get the session',
        description: 'Who is logged in, and when the session ends.',
        tags,
        security: [{ operatorSession: [] }],
        response: { 200: Session },
      },
    },
    async (request) => {
      const session = await sessions.find(request);
      if (!session) throw noSession();
      return sessionView(session);
    },
  );

  server.delete(
    '/session',
    {
      config: { access: 'public', problems: ['forbidden_origin', 'not_ready'] },
      schema: {
        operationId: 'logOut',
        summary: 'Log out of the console',
        description: 'Ends the session at once in the process that responds, and within 30 seconds in the others.',
        tags,
        security: [{ operatorSession: [] }],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const cookie = await sessions.end(request);
      return reply.code(204).header('set-cookie', cookie).send(null);
    },
  );
}

function sessionView({ createdAt, expiresAt }: OperatorSession) {
  return {
    principal: 'operator' as const,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
