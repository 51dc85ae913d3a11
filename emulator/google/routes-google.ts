/**
 * The frame of Google's API: its own body parser, its errors, its token check. The operations are in
 * `routes-messages.ts`, `routes-files.ts`, `routes-testers.ts` and `routes-integrations.ts`.
 */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { Problem } from '../../src/errors.ts';
import { hideRoutes } from '../driver/openapi.ts';
import type { Emulator } from '../emulator.ts';
import { GoogleError, invalid } from './google-error.ts';
import type { JsonBody } from './google-request.ts';
import { fileRoutes, uploadRoutes } from './routes-files.ts';
import { integrationRoutes } from './routes-integrations.ts';
import { messageRoutes } from './routes-messages.ts';
import { testerRoutes } from './routes-testers.ts';
import { checkToken, MANAGEMENT_SCOPE, MESSAGING_SCOPE } from './token.ts';

/** More than any valid body, so that the error is ours and gives the reason. */
const MAX_BODY_BYTES = 1024 * 1024;

export function googleRoutes(emulator: Emulator): FastifyPluginAsync {
  return async (scope) => {
    hideRoutes(scope);
    answerAsGoogle(scope, emulator);
    await scope.register(async (messaging) => {
      requireScope(messaging, emulator, MESSAGING_SCOPE);
      await messaging.register(messageRoutes(emulator), { prefix: '/v1' });
      await messaging.register(fileRoutes(emulator), { prefix: '/v1' });
      await messaging.register(uploadRoutes(emulator), { prefix: '/upload/v1' });
    });
    await scope.register(async (management) => {
      requireScope(management, emulator, MANAGEMENT_SCOPE);
      await management.register(testerRoutes(emulator), { prefix: '/v1' });
      await management.register(integrationRoutes(emulator), { prefix: '/v1' });
    });
  };
}

function answerAsGoogle(scope: FastifyInstance, emulator: Emulator): void {
  scope.removeAllContentTypeParsers();
  // Whatever the content type: Google's front end parses the body as JSON as well.
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    try {
      const text = (body as Buffer).toString();
      done(null, { json: text === '' ? {} : JSON.parse(text), bytes: body.length } satisfies JsonBody);
    } catch {
      done(invalid('Invalid JSON payload received. Unexpected token.'));
    }
  });
  scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const refusal = error instanceof GoogleError ? error : translated(error, emulator);
    return reply.code(refusal.code).send(refusal.toBody());
  });
}

function translated(error: Error & { statusCode?: number }, emulator: Emulator): GoogleError {
  if (error instanceof Problem) return new GoogleError(error.status, error.message);
  if (error.statusCode === 413) return invalid('Request payload size exceeds the limit.');
  if (error.statusCode && error.statusCode < 500) return invalid(error.message);
  emulator.platform.log.error({ err: error }, 'the emulator failed');
  return new GoogleError(500, 'Internal error encountered.');
}

function requireScope(instance: FastifyInstance, emulator: Emulator, scope: string): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    try {
      checkToken(emulator.tokens, request.headers.authorization, scope);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
