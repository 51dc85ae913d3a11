/** Fastify as the routes get it: typed by TypeBox, with what `server.ts` adds to it, to requests and to routes. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { TSchema } from 'typebox';
import type { ProblemCode } from '../problem-codes.ts';
import type { OperatorKey, RateLimit } from '../rate-limit.ts';
import type { AccessTokens } from './auth/access-token.ts';
import type { Access, Authentication, Principal } from './auth/auth.ts';
import type { OperatorSessions } from './auth/operator-sessions.ts';

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** How the operation may fail, beyond what every operation can; for the OpenAPI document. */
    problems?: readonly ProblemCode[];
    /** The body for the OpenAPI document, where it is not checked by a schema. */
    describedBody?: TSchema;
    /** Whether a success has an `ETag`; for the OpenAPI document. */
    tagged?: true;
  }
  interface FastifyRequest {
    principal: Principal;
  }
  interface FastifyInstance {
    authentication: Authentication;
    accessTokens: AccessTokens;
    rateLimit: RateLimit;
    operatorKey: OperatorKey;
    operatorSessions: OperatorSessions;
    /** The `type` of problems with the code. */
    problemType: (code: ProblemCode) => string;
  }
}
