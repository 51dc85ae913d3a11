/**
 * Every route must declare who may call it: the server does not start otherwise. Who the caller is, is decided in
 * `auth.ts`.
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Principal } from './auth.ts';

export function guardRoutes(server: FastifyInstance): void {
  server.decorateRequest('principal');
  server.addHook('onRoute', (route) => {
    const access = route.config?.access;
    // Parts mounted under a prefix guard themselves.
    if (access === undefined && route.prefix !== '') return;
    if (access === undefined) throw new Error(`the route ${route.method} ${route.url} does not say who may call it`);
    if (access === 'public') return;
    // The callback form: usually the principal is known at once, and a promise would cost a tick for each request.
    const guard: onRequestHookHandler = (request, _reply, done) => {
      try {
        const principal = server.authentication.authenticate(request, access);
        if (principal instanceof Promise) principal.then((found) => admit(request, found, done), done);
        else admit(request, principal, done);
      } catch (error) {
        done(error as Error);
      }
    };
    // First: nothing else of the route runs for callers who may not call it.
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}

function admit(request: FastifyRequest, principal: Principal, done: () => void): void {
  request.principal = principal;
  done();
}
