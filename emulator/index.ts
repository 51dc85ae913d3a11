/**
 * An RCS platform of our own that speaks Google's API, so that one transport runs in development, in the tests and in
 * production. This file mounts it, in the service or by itself. Differences from Google: docs/emulator.md.
 */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import { BEARER_CHALLENGE, Problem } from '../src/errors.ts';
import type { ProblemCode } from '../src/problem-codes.ts';
import { createOperatorKey, createRateLimit } from '../src/rate-limit.ts';
import { type Clock, systemClock } from './clock.ts';
import { driverRoutes, sendProblem } from './driver/routes-driver.ts';
import type { Emulator } from './emulator.ts';
import { notFound } from './google/google-error.ts';
import { googleRoutes } from './google/routes-google.ts';
import { tokenRoutes } from './google/routes-token.ts';
import { createTokenIssuer } from './google/token.ts';
import type { Log } from './log.ts';
import { createPlatform } from './platform.ts';
import { sampleRoutes } from './sample.ts';

export type EmulatorOptions = {
  /** Its holder may drive the emulator. */
  operatorKey: string;
  /** The emulator's origin; called when needed, because a port may be chosen late. */
  publicUrl: () => string;
  log: Log;
  /** The `type` of problems; by default `about:blank`: a stand-alone emulator has no pages about them. */
  problemType?: (code: ProblemCode) => string;
  /** Throws a `Problem` for callers who may not drive the emulator. By default the operator key as a bearer token. */
  authorizeOperator?: (request: FastifyRequest) => void | Promise<void>;
  clock?: Clock;
  /** Concurrent webhook calls, over different handsets. 256 by default. */
  deliveryConcurrency?: number;
};

/** At 20 ms a call, enough for 12,000 calls a second. */
const DELIVERY_CONCURRENCY = 256;

/** The whole emulator, to be registered with the prefix `/emulator`. */
export function emulatorPlugin(options: EmulatorOptions): FastifyPluginAsync {
  const { clock = systemClock, log, deliveryConcurrency = DELIVERY_CONCURRENCY } = options;
  return async (scope) => {
    const platform = createPlatform({ clock, log, deliveryConcurrency });
    const emulator: Emulator = {
      platform,
      tokens: createTokenIssuer(clock),
      tokenUri: () => `${options.publicUrl()}/emulator/token`,
      problemType: options.problemType ?? (() => 'about:blank'),
      authorizeOperator: options.authorizeOperator ?? keyCheck(options.operatorKey, clock),
    };
    scope.addHook('onClose', () => platform[Symbol.asyncDispose]());
    await scope.register(tokenRoutes(emulator));
    await scope.register(sampleRoutes);
    await scope.register(googleRoutes(emulator));
    await scope.register(driverRoutes(emulator));
    scope.setNotFoundHandler((request, reply) => {
      const isGoogle = /\/(upload\/)?v1\//.test(request.url);
      return isGoogle
        ? reply.code(404).send(notFound().toBody())
        : sendProblem(reply, new Problem('not_found', 'The emulator has nothing at this address.'), emulator);
    });
  };
}

/** The challenge distinguishes a missing from a wrong key (RFC 6750 §3). */
function keyCheck(operatorKey: string, clock: Clock): (request: FastifyRequest) => void {
  const expected = createOperatorKey(
    operatorKey,
    createRateLimit(() => new Date(clock.now())),
  );
  return (request) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined)
      throw new Problem('unauthorized', 'This address needs the operator key as a bearer token.');
    if (expected.matches(token)) return;
    expected.countWrong(request.ip);
    const description = 'The operator key is not valid';
    const headers = {
      'www-authenticate': `${BEARER_CHALLENGE}, error="invalid_token", error_description="${description}"`,
    };
    throw new Problem('invalid_token', `${description}.`, { headers });
  };
}

/** A stand-alone emulator, for phones that survive restarts of the service. `port` 0 takes a free one. */
export async function startEmulator(options: {
  host: string;
  port: number;
  operatorKey: string;
  log: Log;
  clock?: Clock;
}): Promise<{ url: string } & AsyncDisposable> {
  const { host, port, operatorKey, log, clock } = options;
  const server = fastify({ logger: false, forceCloseConnections: true });
  let url = '';
  await server.register(emulatorPlugin({ operatorKey, publicUrl: () => url, log, ...(clock && { clock }) }), {
    prefix: '/emulator',
  });
  await server.listen({ host, port });
  const { port: taken } = server.server.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return { url, [Symbol.asyncDispose]: () => server.close() };
}
