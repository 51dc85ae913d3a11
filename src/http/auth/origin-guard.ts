/**
 * No route without an answer to "who may call this?": the server does not start with one that leaves it open. Who the
 * caller is, is found out in `auth.ts`.
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Principal } from './auth.ts';

export function guardRoutes(server: FastifyInstance): void {
  server.decorateRequest('principal');
  server.addHook('onRoute', (route) => {
    const access = route.config?.access;
    // What is mounted under a prefix is another part's, and guards itself.
    if (access === undefined && route.prefix !== '') return;
    if (access === undefined) throw new Error(`the route ${route.method} ${route.url} does not say who may call it`);
    if (access === 'public') return;
    // The callback form: in the common case the principal is known at once, and a promise would cost a tick for each request.
    const guard: onRequestHookHandler = (request, _reply, done) => {
      try {
        const principal = server.authentication.authenticate(request, access);
        if (principal instanceof Promise) principal.then((found) => admit(request, found, done), done);
        else admit(request, principal, done);
      } catch (error) {
        done(error as Error);
      }
    };
    // First of all: nothing of the route runs for who may not call it.
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}

function admit(request: FastifyRequest, principal: Principal, done: () => void): void {
  request.principal = principal;
  done();
}
