/**
 * Observability of a request: its id, one log line, one observation in the metrics. Routes are named by their pattern,
 * so that no phone number, token or query is written down.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Unique enough among processes whose logs are read together. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}

export function observeRequests(server: FastifyInstance, { log, metrics }: Context): void {
  server.addHook('onRequest', (request, reply, done) => {
    // Answers hold secrets and customer data: caches on the way must not keep them unless a route allows it.
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    metrics.httpSeconds.observe({ method, route, status }, reply.elapsedTime / 1000);
    const level = status >= 500 ? 'info' : 'debug';
    if (log.isLevelEnabled(level)) {
      log[level](
        { requestId: request.id, method, route, status, durationMs: Math.round(reply.elapsedTime) },
        'request',
      );
    }
    done();
  });
}
