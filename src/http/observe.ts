/**
 * Observability of a request: its id, one log line, one observation in the metrics. Routes are named by their pattern,
 * so that no phone number, token or query is written down.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import { type Traced, traceIdOf } from '../traced.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    span: Span | null;
  }
}

/** Unique enough among processes whose logs are read together. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}

/** The place of a request in its trace, for what it leaves behind; nothing at all while tracing is off. */
export function tracedBy({ span }: FastifyRequest): Traced | null {
  return span && { traceparent: span.traceparent };
}

export function observeRequests(server: FastifyInstance, { log, metrics, tracing }: Context): void {
  server.decorateRequest('span', null);
  if (tracing) traceRequests(server, tracing);
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
        {
          requestId: request.id,
          ...traceIdOf(request.span?.traceparent),
          method,
          route,
          status,
          durationMs: Math.round(reply.elapsedTime),
        },
        'request',
      );
    }
    done();
  });
}

/** A caller's `traceparent` is the parent. Probes and scrapes are no work, and would drown it. */
function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    if (!UNTRACED.has(route)) {
      request.span = tracing.start(`${method} ${route}`, {
        kind: 'server',
        traceparent: request.headers['traceparent'] as string | undefined,
        attributes: { 'http.request.method': method, 'http.route': route },
      });
    }
    done();
  });
  server.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode });
    span?.end(statusCode >= 500 ? String(statusCode) : null);
    done();
  });
}

const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);
