/**
 * Routes whose bodies are checked by more than a schema. The other checks always run, one answer lists every fault, and
 * the handler runs only when there is none.
 */
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { FieldError } from '../../errors.ts';
import { type Refusal, refusalProblem, refusalsOf } from '../../validation/validation.ts';
import { salvaged } from './salvage.ts';

/**
 * Options for a route. `check` returns the faults beyond the schema, in a promise only when it needs a lookup. Where
 * the schema refuses the body, blanks replace what is wrong or missing; faults in these are not reported.
 */
export function alsoChecked<Route extends RouteGenericInterface>(
  check: (request: FastifyRequest<Route>) => FieldError[] | Promise<FieldError[]>,
) {
  return {
    attachValidation: true,
    preHandler(request: FastifyRequest, _reply: FastifyReply, done: (problem?: Error) => void) {
      const refusals = request.validationError ? refusalsOf(request) : [];
      const ofBody = refusals.filter(({ part }) => part === 'body');
      request.body = salvaged(
        request.body,
        ofBody.map(({ error }) => error),
      );
      const tell = (found: FieldError[]) => {
        const more = beyond(ofBody, found);
        done(refusals.length + more.length > 0 ? refusalProblem(refusals, more) : undefined);
      };
      const found = check(request as FastifyRequest<Route>);
      if (found instanceof Promise) found.then(tell, done);
      else tell(found);
    },
  };
}

/** The faults that are not in what the schema refused: blanks may have replaced that. */
export function beyond(refusals: Refusal[], found: FieldError[]): FieldError[] {
  const places = new Set(refusals.map(({ told }) => told.path));
  return found.filter(({ path }) => !isWithin(path, places));
}

/** Whether it is one of the places or below one. */
function isWithin(path: string, places: Set<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (places.has(path.slice(0, end))) return true;
  }
  return path === '' && places.has('');
}
