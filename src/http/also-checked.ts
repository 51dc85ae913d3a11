/**
 * Routes whose bodies are checked by more than a schema. The other checks run whatever the schema finds, one answer
 * tells everything, and the handler runs only when nothing is wrong.
 */
import type { FastifyRequest, RouteGenericInterface } from 'fastify';
import type { FieldError } from '../errors.ts';
import { salvaged } from './salvage.ts';
import { refusalProblem, refusalsOf } from './validation.ts';

/**
 * Options for a route. `check` says what is wrong beyond the schema. Where the schema refuses the body, blanks stand
 * for what is wrong or missing; what `check` says of these is not told.
 */
export function alsoChecked<Route extends RouteGenericInterface>(
  check: (request: FastifyRequest<Route>) => Promise<FieldError[]>,
) {
  return {
    attachValidation: true,
    async preHandler(request: FastifyRequest) {
      const refusals = request.validationError ? refusalsOf(request) : [];
      const ofBody = refusals.filter(({ part }) => part === 'body');
      request.body = salvaged(
        request.body,
        ofBody.map(({ error }) => error),
      );
      const places = new Set(ofBody.map(({ told }) => told.path));
      const found = (await check(request as FastifyRequest<Route>)).filter(({ path }) => !isWithin(path, places));
      if (refusals.length + found.length > 0) throw refusalProblem(refusals, found);
    },
  };
}

/** Whether it is one of the places, or lies below one. */
function isWithin(path: string, places: Set<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (places.has(path.slice(0, end))) return true;
  }
  return path === '' && places.has('');
}
