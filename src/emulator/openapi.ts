/** How the emulator shows in the OpenAPI description: the addresses that drive it do, Google's API does not. */

// The fields of a schema that only the description reads are declared there.
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';

export function described(summary: string, schema: FastifySchema = {}): FastifySchema {
  return { tags: ['Emulator'], summary, ...schema };
}

/** Leaves every route of this scope out of the description: the API is Google's to describe. */
export function hideRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
}
