/**
 * `/emulator` where the emulator is another process: whatever comes is passed on, streams as they flow. The emulator
 * decides who may do what; only the console's cookie, which it does not know, is turned into the operator key here.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

const PREFIX = '/emulator';
/** The connections of a reader's streams are held as long as it reads. */
const CONNECTIONS = 256;

export function emulatorPass(options: {
  emulatorUrl: string;
  operatorKey: string;
  /** Rejects with a `Problem` for who is not the operator. */
  authorizeOperator: (request: FastifyRequest) => Promise<void>;
}): FastifyPluginAsync {
  const { emulatorUrl, operatorKey, authorizeOperator } = options;
  return async (scope) => {
    // Loaded here: most services have their emulator with them.
    await scope.register(import('@fastify/reply-from'), {
      base: emulatorUrl,
      undici: { connections: CONNECTIONS, pipelining: 1, bodyTimeout: 0 },
    });
    // The bytes are the emulator's to read.
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
