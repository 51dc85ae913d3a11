/**
 * `/emulator` where the emulator is another process: every request is proxied, and streams flow through. The emulator
 * decides who may do what; only the console's cookie, which it does not know, becomes the operator key here.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

const PREFIX = '/emulator';
/** A reader's streams hold their connections as long as it reads. */
const CONNECTIONS = 256;

export function emulatorPass(options: {
  emulatorUrl: string;
  operatorKey: string;
  /** Rejects with a `Problem` for anyone but the operator. */
  authorizeOperator: (request: FastifyRequest) => Promise<void>;
}): FastifyPluginAsync {
  const { emulatorUrl, operatorKey, authorizeOperator } = options;
  return async (scope) => {
    // Loaded here: most services have a built-in emulator.
    await scope.register(import('@fastify/reply-from'), {
      base: emulatorUrl,
      undici: { connections: CONNECTIONS, pipelining: 1, bodyTimeout: 0 },
    });
    // The emulator parses the bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.all('/*', async (request, reply) => {
      const { authorization, cookie } = request.headers;
      const byCookie = authorization === undefined && cookie !== undefined;
      if (byCookie) await authorizeOperator(request);
      return reply.from(request.raw.url ?? PREFIX, {
        rewriteRequestHeaders: (_request, headers) => ({
          ...headers,
          cookie: undefined,
          ...(byCookie && { authorization: `Bearer ${operatorKey}` }),
        }),
      });
    });
  };
}
