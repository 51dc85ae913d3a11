/**
 * Addresses and methods that are not served: 404, 405 with `Allow`, and `OPTIONS`. There is no CORS: the API is called
 * by servers, and by a console that is served from the same origin.
 */
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';

export function serveNotFound(server: FastifyInstance): void {
  /** Route pattern → its methods. Fastify's router finds a route by method and path together, never by path alone. */
  const methodsOf = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });

  function allowedMethods(path: string): string[] {
    const segments = path.split('/');
    const patterns = [...methodsOf].filter(([pattern]) => matches(pattern.split('/'), segments));
    // `OPTIONS` is answered below for every address that exists.
    return patterns.length === 0 ? [] : [...new Set(patterns.flatMap(([, methods]) => [...methods])), 'OPTIONS'];
  }

  server.setNotFoundHandler(async (request, reply) => {
    const allowed = allowedMethods(request.url.split('?', 1)[0]!);
    const allow = allowed.sort().join(', ');
    if (request.method === 'OPTIONS' && allow) return reply.code(204).header('allow', allow).send();
    // A route may take the method and yet have nothing here: a file that does not exist.
    const isAnotherMethod = allowed.length > 0 && !allowed.includes(request.method);
    if (!isAnotherMethod) throw new Problem('not_found', 'There is nothing at this address.');
    throw new Problem('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } });
  });
}

function matches(pattern: string[], segments: string[]): boolean {
  if (pattern.at(-1) === '*')
    return segments.length >= pattern.length && matches(pattern.slice(0, -1), segments.slice(0, pattern.length - 1));
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
