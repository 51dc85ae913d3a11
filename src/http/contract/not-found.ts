/**
 * Addresses and methods that are not served: 404, 405 with `Allow`, and `OPTIONS`. There is no CORS: the API is called
 * by servers, and by a console that is served from the same origin.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Why a request is not served: 405 if the address has other methods, else 404. */
    unserved: (method: string, url: string) => Problem;
  }
}

export function serveNotFound(server: FastifyInstance): void {
  /** Route pattern → its methods. Fastify's router looks up method and path together, never the path alone. */
  const methodsOf = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });

  function allowedMethods(url: string): string[] {
    const segments = url.split('?', 1)[0]!.split('/');
    const patterns = [...methodsOf].filter(([pattern]) => matches(pattern.split('/'), segments));
    // `OPTIONS` is answered below for every address that exists.
    return patterns.length === 0 ? [] : [...new Set(patterns.flatMap(([, methods]) => [...methods])), 'OPTIONS'].sort();
  }

  server.decorate('unserved', (method, url) => {
    const allowed = allowedMethods(url);
    // The route takes the method but has nothing at this address: a file that does not exist.
    if (allowed.length === 0 || allowed.includes(method)) return noAddress();
    const allow = allowed.join(', ');
    return new Problem('method_not_allowed', `This address accepts ${allow}.`, { headers: { allow } });
  });

  // Before the body is read: it no longer matters.
  server.addHook('onRequest', (request, _reply, done) => {
    if (isForNobody(request, server)) return done(server.unserved(request.method, request.url));
    done(hasEmptyParameter(request) ? noAddress() : undefined);
  });

  server.setNotFoundHandler(async ({ method, url }, reply) => {
    const allowed = method === 'OPTIONS' ? allowedMethods(url) : [];
    if (allowed.length === 0) throw server.unserved(method, url);
    return reply.code(204).header('allow', allowed.join(', ')).send();
  });
}

/** A part under a prefix has its own 404. But Fastify wants a content type of QUERY before it looks for the route. */
function isForNobody({ is404, method, server: part }: FastifyRequest, server: FastifyInstance): boolean {
  return is404 && (method === 'QUERY' || (part === server && method !== 'OPTIONS'));
}

/** The router takes `/agents/` for an agent without an id. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  for (const name in params as object) if (name !== '*' && (params as Record<string, string>)[name] === '') return true;
  return false;
}

function noAddress(): Problem {
  return new Problem('not_found', 'There is nothing at this address.');
}

function matches(pattern: string[], segments: string[]): boolean {
  if (pattern.at(-1) === '*')
    return segments.length >= pattern.length && matches(pattern.slice(0, -1), segments.slice(0, pattern.length - 1));
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
