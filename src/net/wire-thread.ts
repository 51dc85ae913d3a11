/** The thread that `wire.ts` starts: runs requests with `outbound.ts` and `connections.ts`, and answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { RemoteFailure } from '../errors.ts';
import { type Connections, openConnections } from './connections.ts';
import type { OutboundResponse } from './exchange.ts';
import { createOutbound } from './outbound.ts';
import type { WireAnswer, WireCall, WireData, WireMethods } from './wire.ts';

const { network } = workerData as WireData;
const outbound = createOutbound({ network });
const pools = new Map<number, Connections>();

const METHODS: WireMethods = {
  request: async (request) => crossing(await outbound.request(request)),
  check: outbound.check,
  async exchange({ pool: { id, origin, options }, request, limits }) {
    const pool = pools.get(id) ?? openConnections(origin, options);
    pools.set(id, pool);
    return crossing(await pool.exchange(request, limits));
  },
  async close(id) {
    await pools.get(id)?.[Symbol.asyncDispose]();
    pools.delete(id);
  },
};

/** A small Buffer is part of a larger one, all of which would be copied. */
function crossing({ body, ...response }: OutboundResponse): OutboundResponse {
  return { ...response, body: new Uint8Array(body) as Buffer };
}

let answers: WireAnswer[] = [];

function answer(one: WireAnswer): void {
  if (answers.length === 0) setImmediate(post);
  answers.push(one);
}

function post(): void {
  parentPort!.postMessage(answers);
  answers = [];
}

function perform({ id, method, argument }: WireCall): void {
  const done = METHODS[method] as (given: typeof argument) => Promise<unknown>;
  done(argument).then(
    (value) => answer({ id, value }),
    (cause: unknown) => {
      if (!(cause instanceof RemoteFailure)) {
        answer({ id, bug: cause instanceof Error ? cause.stack! : String(cause) });
        return;
      }
      const { kind, message, retry } = cause;
      const reason = cause.cause instanceof Error ? (cause.cause as NodeJS.ErrnoException) : null;
      answer({
        id,
        failure: { kind, message, retry, cause: reason && { code: reason.code, message: reason.message } },
      });
    },
  );
}

parentPort!.on('message', (calls: WireCall[]) => calls.forEach(perform));
