/**
 * Outbound HTTP on its own thread: the same contracts, implemented by the same code in `wire-thread.ts`. Two of the
 * three exchanges that a message costs are outbound, and the main thread is the first bottleneck of a busy service.
 * Source: docs/decisions/0007-outbound-thread.md.
 */
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { RemoteFailure, type RemoteFailureKind } from '../errors.ts';
import type { ConnectionOptions, OpenConnections } from './connections.ts';
import type { ExchangeLimits, ExchangeRequest, OutboundResponse } from './exchange.ts';
import type { OutboundNetwork } from './guard.ts';
import type { Outbound, OutboundRequest } from './outbound.ts';

export type WireMethods = {
  request(request: OutboundRequest): Promise<OutboundResponse>;
  check(url: string): Promise<string | null>;
  /** Opens the connections it names if there are none yet. */
  exchange(exchange: {
    pool: { id: number; origin: string; options: ConnectionOptions };
    request: ExchangeRequest;
    limits: ExchangeLimits;
  }): Promise<OutboundResponse>;
  close(poolId: number): Promise<void>;
};

export type WireCall = {
  [Method in keyof WireMethods]: { id: number; method: Method; argument: Parameters<WireMethods[Method]>[0] };
}[keyof WireMethods];

export type WireAnswer =
  | { id: number; value: unknown }
  | {
      id: number;
      /** A `RemoteFailure` in parts, since an error loses its own fields on the way. */
      failure: {
        kind: RemoteFailureKind;
        message: string;
        retry: boolean;
        cause: { code: string | undefined; message: string } | null;
      };
    }
  | { id: number; bug: string };

export type WireData = { network: OutboundNetwork };

export type Wire = Outbound & {
  openConnections: OpenConnections;
  /** Of the thread. */
  eventLoopUtilization(): EventLoopUtilization;
};

type PendingCall = { resolve(value: unknown): void; reject(cause: Error): void };

export function startWire(data: WireData): Wire {
  const waiting = new Map<number, PendingCall>();
  let lastId = 0;
  let calls: WireCall[] = [];
  let pools = 0;
  let stopped = false;
  const thread = new Worker(new URL('./wire-thread.ts', import.meta.url), { name: 'wire', workerData: data });
  thread.unref();
  thread.on('message', (answers: WireAnswer[]) => answers.forEach(settle));
  // An uncaught error there ends this process as well, as the same bug would here.
  thread.on('error', (cause) => {
    throw new Error('the thread for outbound requests failed', { cause });
  });
  thread.on('exit', () => {
    if (!stopped) throw new Error('the thread for outbound requests has ended');
  });

  function settle(answer: WireAnswer): void {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('value' in answer) asker?.resolve(answer.value);
    else asker?.reject('bug' in answer ? new Error(answer.bug) : failureOf(answer.failure));
  }

  function call<Method extends keyof WireMethods>(
    method: Method,
    argument: Parameters<WireMethods[Method]>[0],
  ): ReturnType<WireMethods[Method]> {
    return new Promise<unknown>((resolve, reject) => {
      if (stopped) return reject(stopping());
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      // Calls of one turn of the event loop cross together: waking the other side costs more than a request.
      if (calls.length === 0) setImmediate(post);
      calls.push({ id, method, argument } as WireCall);
    }) as ReturnType<WireMethods[Method]>;
  }

  function post(): void {
    const posted = calls;
    calls = [];
    thread.postMessage(posted);
  }

  const answered = ({ body, ...response }: OutboundResponse): OutboundResponse => ({
    ...response,
    // It crosses as a plain array of bytes.
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });

  return {
    request: async (request) => answered(await call('request', request)),
    check: (url) => call('check', url),
    openConnections(origin, options) {
      const pool = { id: ++pools, origin, options };
      let closed = false;
      return {
        async exchange(request, limits) {
          if (closed) throw stopping();
          return answered(await call('exchange', { pool, request, limits }));
        },
        [Symbol.asyncDispose]() {
          closed = true;
          return call('close', pool.id);
        },
      };
    },
    eventLoopUtilization: () => thread.performance.eventLoopUtilization(),
    async [Symbol.asyncDispose]() {
      stopped = true;
      await thread.terminate();
      for (const { reject } of waiting.values()) reject(stopping());
    },
  };
}

const stopping = () => new RemoteFailure('transient', 'service is stopping', { retry: true });

function failureOf(parts: Extract<WireAnswer, { failure: object }>['failure']): RemoteFailure {
  const { kind, message, retry, cause } = parts;
  return new RemoteFailure(kind, message, {
    retry,
    ...(cause && { cause: Object.assign(new Error(cause.message), { code: cause.code }) }),
  });
}
