/**
 * Every route has a row in the table of operations, or says itself who may call it: the server does not start otherwise.
 * Who the caller is, is decided in `auth.ts`.
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { needOf, operationOf } from './operations.ts';
import type { Principal } from './principal.ts';

export function guardRoutes(server: FastifyInstance): void {
  server.decorateRequest('principal');
  server.addHook('onRoute', (route) => {
    const operation = operationOf(route);
    if (operation === undefined || operation.access === 'public') return;
    // The callback form: usually the principal is known at once, and a promise would cost a tick for each request.
    const guard: onRequestHookHandler = (request, _reply, done) => {
      try {
        const principal = server.authentication.authenticate(request, needOf(operation, isDryRun(request)));
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

/** The handler takes the same text for true, and refuses every other but `false`. */
function isDryRun({ query }: FastifyRequest): boolean {
  return (query as { dryRun?: unknown }).dryRun === 'true';
}
