/** The emulator in the OpenAPI description: its driver addresses are included, Google's API is not. */

// Declares the schema fields that only the description reads.
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';

const Refusal = {
  description: 'A problem document (RFC 9457): `unauthorized`, `validation_failed`, `not_found`, `too_many_requests`.',
  content: {
    'application/problem+json': {
      schema: Type.Object({ title: Type.String(), status: Type.Integer(), detail: Type.String(), code: Type.String() }),
    },
  },
};

/** Who may call it is for the service to say, whose people they are. */
export function described(operationId: string, summary: string, schema: FastifySchema = {}): FastifySchema {
  const response = { ...((schema.response as object | undefined) ?? { 200: { description: 'OK.' } }), '4xx': Refusal };
  return { operationId, tags: ['Emulator'], summary, ...schema, response };
}

/** Leaves every route of this scope out of the description: the API is Google's to describe. */
export function hideRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
}
