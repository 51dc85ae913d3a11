/** Headers as they came. Of several with one name Node keeps the first and hides the others. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';

/** `name` in lower case. */
export function isRepeated(rawHeaders: string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index]!;
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** RFC 9112 §3.2. A proxy in front may have routed by the other one. */
export function refuseRepeatedHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isRepeated(request.raw.rawHeaders, 'host')) return done();
    done(new Problem('invalid_request', 'The Host header is repeated.'));
  });
}
