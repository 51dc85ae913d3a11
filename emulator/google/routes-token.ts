/** `POST /emulator/token`: Google's token endpoint for service accounts. `token.ts` checks the request. */
import type { FastifyPluginAsync } from 'fastify';
import { hideRoutes } from '../driver/openapi.ts';
import type { Emulator } from '../emulator.ts';
import { exchange, InvalidGrant } from './token.ts';

/** An assertion is about 700 bytes. */
const MAX_BODY_BYTES = 65_536;

export function tokenRoutes({ tokens, tokenUri, platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    hideRoutes(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    });
    scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const isRefusal = error instanceof InvalidGrant || (error.statusCode ?? 500) < 500;
      if (!isRefusal) platform.log.error({ err: error }, 'the emulator failed');
      return reply
        .code(isRefusal ? 400 : 500)
        .send({ error: isRefusal ? 'invalid_grant' : 'internal_failure', error_description: error.message });
    });
    scope.post('/token', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return exchange(tokens, (request.body as Record<string, unknown> | undefined) ?? {}, tokenUri());
    });
  };
}
