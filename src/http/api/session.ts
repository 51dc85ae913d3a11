/** Console log-in, by the operator key or by a link, and log-out. Sessions themselves are in `operator-sessions.ts`. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem, retryAfter } from '../../errors.ts';
import type { OperatorSession } from '../../store/operator-sessions.ts';
import { noSession } from '../auth/auth.ts';
import { createLogInLinks } from '../auth/log-in-links.ts';
import { NoContent } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit, type Requester } from './audited.ts';

const tags = ['Session'];
const MAX_SECRET_LENGTH = 1000;
const Secret = Type.String({ minLength: 1, maxLength: MAX_SECRET_LENGTH });

const Session = Type.Object({
  principal: Type.Literal('operator'),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'It cannot be extended: log in again.' }),
});

const LogIn = Type.Object(
  { operatorKey: Type.Optional(Secret), linkToken: Type.Optional(Secret) },
  { additionalProperties: false, oneOf: [{ required: ['operatorKey'] }, { required: ['linkToken'] }] },
);

const LogInLink = Type.Object({
  url: Type.String({ description: 'For a browser. What is after the # is a secret.' }),
  expiresAt: Type.String({ format: 'date-time' }),
});

/** Of routes that anybody may call: who has the key, or a session, is the operator. */
const byOperator = ({ ip, id, routeOptions }: FastifyRequest): Requester => ({
  ip,
  id,
  routeOptions,
  principal: { kind: 'operator' },
});

export function sessionRoutes(server: Server, context: Context): void {
  const { sql } = context;
  const { operatorSessions: sessions, operatorKey, rateLimit } = server;
  const links = createLogInLinks(context);

  async function checkLink(token: string, address: string): Promise<void> {
    if (await links.use(token)) return;
    const seconds = rateLimit.countWrong(address, 'log-in link');
    if (seconds !== null) {
      const detail = `Too many wrong log-in links from this address; try again in ${seconds} seconds.`;
      throw new Problem('too_many_requests', detail, { headers: retryAfter(seconds) });
    }
    throw new Problem('invalid_token', 'This log-in link has expired or was used: parley open makes another one.', {
      errors: [{ path: '/linkToken', message: 'has expired or was used' }],
    });
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
          'Exchanges the operator key, or the part of a log-in link after its #, for a 12-hour session in a cookie that scripts cannot read and other sites cannot use. After ten wrong ones a minute from one address, further ones get 429; the right one never does.',
        tags,
        body: LogIn,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { ip, body } = request;
      if (body.linkToken !== undefined) await checkLink(body.linkToken, ip);
      else checkKey(body.operatorKey!, ip);
      const { cookie } = await sql.begin(async (transaction) => {
        await audit(transaction, byOperator(request), { accountId: null, id: 'console', after: {} });
        return sessions.open(transaction);
      });
      return reply.code(204).header('set-cookie', cookie).send(null);
    },
  );

  server.post(
    '/log-in-links',
    {
      schema: {
        operationId: 'createLogInLink',
        summary: 'Create a log-in link',
        description: 'It logs one browser in to the console, once and within ten minutes.',
        tags,
        response: { 201: LogInLink },
      },
    },
    async (request, reply) => {
      const { url, expiresAt } = await sql.begin(async (transaction) => {
        const made = await links.make(transaction);
        await audit(transaction, request, { accountId: null, id: 'console', after: { expiresAt: made.expiresAt } });
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
      config: { problems: ['forbidden_origin', 'not_ready'] },
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
      const { cookie } = await sql.begin(async (transaction) => {
        const end = await sessions.end(request, transaction);
        if (end.ended) await audit(transaction, byOperator(request), { accountId: null, id: 'console' });
        return end;
      });
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
