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
import type { Authentication } from './auth/auth.ts';
import type { ConsoleSessions } from './auth/console-sessions.ts';
import type { Access } from './auth/operations.ts';
import type { Principal } from './auth/principal.ts';

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no operation; who may call those is in `auth/operations.ts`. */
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
    consoleSessions: ConsoleSessions;
    /** The `type` of problems with the code. */
    problemType: (code: ProblemCode) => string;
  }
}
