/**
 * The frame of the addresses that drive the emulator: authorization, validation, problems. The addresses are in
 * `routes-handsets.ts`, `routes-stream.ts` and `routes-control.ts`.
 */
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { Problem, problemDocument } from '../../src/errors.ts';
import { malformedJson } from '../../src/model/json-fault.ts';
import { allowNoBody, coerceQueries } from '../../src/request-input.ts';
import { compileWhenNeeded, refusalProblem, refusalsOf } from '../../src/validation/validation.ts';
import type { Emulator } from '../emulator.ts';
import { GoogleError } from '../google/google-error.ts';
import { controlRoutes } from './routes-control.ts';
import { handsetRoutes } from './routes-handsets.ts';
import { streamRoutes } from './routes-stream.ts';

const MAX_BODY_BYTES = 1024 * 1024;

export function driverRoutes(emulator: Emulator): FastifyPluginAsync {
  return async (scope) => {
    answerAsParley(scope, emulator);
    scope.addHook('onRequest', async (request) => emulator.authorizeOperator(request));
    await scope.register(handsetRoutes(emulator));
    await scope.register(streamRoutes(emulator));
    await scope.register(controlRoutes(emulator));
  };
}

function answerAsParley(scope: FastifyInstance, emulator: Emulator): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(malformedJson(body as string));
    }
  });
  coerceQueries(scope);
  allowNoBody(scope);
  compileWhenNeeded(scope);
  scope.setSerializerCompiler(() => JSON.stringify);
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(reply, error.validation ? refusalProblem(refusalsOf(request)) : problemOf(error, emulator), emulator),
  );
}

function problemOf(error: FastifyError, emulator: Emulator): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof GoogleError)
    return new Problem(error.code === 429 ? 'too_many_requests' : 'invalid_request', error.message);
  if (error.statusCode === 413)
    return new Problem('body_too_large', `A body may have at most ${MAX_BODY_BYTES} bytes.`);
  if (error.statusCode && error.statusCode < 500) return new Problem('invalid_request', error.message);
  emulator.platform.log.error({ err: error }, 'the emulator failed');
  return new Problem('internal_error', 'The emulator failed.');
}

export function sendProblem(reply: FastifyReply, problem: Problem, { problemType }: Emulator): FastifyReply {
  const body = problemDocument(problem, problemType(problem.code));
  return reply.code(problem.status).headers(problem.headers).type('application/problem+json').send(body);
}
