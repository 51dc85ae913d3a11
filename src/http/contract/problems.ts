/**
 * Every error leaves the API here, as an RFC 9457 problem document. `validation.ts` words the faults of a body; OAuth's
 * own error form is in `token.ts`.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem, problemDocument } from '../../errors.ts';
import { PROBLEMS, type ProblemCode } from '../../problem-codes.ts';
import { isDatabaseGone, isDiskFull } from '../../store/database.ts';
import { traceIdOf } from '../../traced.ts';
import { refusalProblem, refusalsOf } from '../../validation/validation.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const ProblemDocument = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'The address of a page that explains the code and what to do about it.',
      examples: ['https://parley.example/problems/state_in_use'],
    }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.Enum(Object.keys(PROBLEMS), { type: 'string', description: 'Stable; for programs to check.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON pointer into the body, or the name of a parameter or header.' }),
          message: Type.String(),
          line: Type.Optional(
            Type.Integer({
              description: 'From 1; within the string for `invalid_liquid`, within the body for `malformed_json`.',
            }),
          ),
          column: Type.Optional(Type.Integer({ description: 'From 1.' })),
        }),
        { description: 'What is wrong, field by field.' },
      ),
    ),
  },
  { description: 'RFC 9457 problem details.' },
);

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', PROBLEM_CONTENT_TYPE)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, reply.server.problemType(problem.code)));
}

/** Fastify's own errors, by code, in our words. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than this operation accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be sent as Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The length of the body differs from Content-Length.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The address is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address.'],
};

/** The problem to report to the caller. Never carries the text of an error that we did not write. */
function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseGone(error)) {
    return new Problem('not_ready', 'The database cannot be reached at present.', { cause: error });
  }
  const { code = '', statusCode = 500, validation } = error as Partial<FastifyError>;
  if (validation) return refusalProblem(refusalsOf(request));
  const known = FRAMEWORK_PROBLEMS[code];
  if (known) return new Problem(...known, { cause: error });
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid_request', 'The request could not be parsed.', { cause: error });
  }
  return new Problem('internal_error', 'The service failed to process this request.', { cause: error });
}

export function createErrorHandler({ log }: Context) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error, request);
    // A full disk is logged so that somebody makes room; a lost server is logged by those that monitor it.
    if (problem.code === 'internal_error' || isDiskFull(problem.cause)) {
      log.error(
        {
          err: problem.cause ?? error,
          requestId: request.id,
          ...traceIdOf(request.span?.traceparent),
          route: request.routeOptions.url,
        },
        'a request failed',
      );
    }
    sendProblem(reply, problem);
  };
}

/** For errors that Fastify finds before there is a route. */
export function refuseRequest(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, toProblem(error, request));
}
