/** How a request is read before it is checked, for the API and for a stand-alone emulator. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Queries are text, so their integers and booleans are parsed before they are checked. Not by Ajv: its coercion would apply to
 * bodies too, and it takes `true` or `""` for a number.
 */
export function coerceQueries(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { properties = {} } = (route.schema?.querystring ?? {}) as { properties?: Record<string, { type?: string }> };
    const integers = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
    const booleans = Object.keys(properties).filter((name) => properties[name]?.type === 'boolean');
    if (integers.length + booleans.length === 0) return;
    const coerce = async (request: FastifyRequest) => {
      const query = request.query as Record<string, unknown>;
      for (const name of integers) {
        const value = query[name];
        if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) query[name] = Number(value);
      }
      for (const name of booleans) {
        const value = query[name];
        if (value === 'true' || value === 'false') query[name] = value === 'true';
      }
    };
    route.preValidation = [coerce, ...[route.preValidation ?? []].flat()];
  });
}

/** A missing body is `{}` wherever that is valid. */
export function allowNoBody(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.getValidationFunction('body')?.({})) request.body = {};
    done();
  });
}
