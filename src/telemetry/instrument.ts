/**
 * Times the parts that call other systems, without their knowledge or their callers'; and logs when the RCS platform
 * begins to fail, and when it answers again.
 */
import type { Connectors, OperationOutcome } from '../connectors/index.ts';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Transport } from '../transports/transport.ts';
import type { Metrics } from './metrics.ts';

/** While the platform fails, it is logged this often. */
const SAY_AGAIN_MS = 60_000;

/** Failures of the platform, or of our account there, rather than of one message. */
const TROUBLE = new Set(['auth', 'throttled', 'transient']);

export function measuredTransport(
  transport: Transport,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'platformSeconds'> },
): Transport {
  let failures = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  let isSaid = false;

  function failed(call: string, { kind, httpStatus, message }: RemoteFailure): void {
    failures += 1;
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    isSaid = true;
    log.warn(
      { call, kind, httpStatus, failures, reason: message },
      'the RCS platform is failing; messages are waiting',
    );
  }

  function answered(): void {
    if (isSaid) log.info({ failures }, 'the RCS platform is responding again');
    isSaid = false;
    failures = 0;
  }

  async function timed<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    const endTimer = metrics.platformSeconds.startTimer({ call });
    try {
      const result = await work();
      endTimer({ outcome: 'answered' });
      answered();
      return result;
    } catch (cause) {
      endTimer({ outcome: cause instanceof RemoteFailure ? cause.kind : 'bug' });
      if (cause instanceof RemoteFailure && TROUBLE.has(cause.kind)) failed(call, cause);
      throw cause;
    }
  }

  return {
    name: transport.name,
    start: () => transport.start(),
    receive: (request) => transport.receive(request),
    send: (message) => timed('send', () => transport.send(message)),
    revoke: (message) => timed('revoke', () => transport.revoke(message)),
    checkCapability: (recipient) => timed('capability', () => transport.checkCapability(recipient)),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

export function measuredConnectors(connectors: Connectors, metrics: Metrics): Connectors {
  metrics.operationsWaiting.from(connectors.waiting);
  metrics.connectorBreakersOpen.from(connectors.openBreakers);
  return {
    ...connectors,
    async run(call, turn) {
      const endTimer = metrics.operationSeconds.startTimer({ connector: call.connectorId === 'http' ? 'http' : 'api' });
      const outcome = await connectors.run(call, turn);
      endTimer({ outcome: word(outcome) });
      return outcome;
    },
  };
}

/** `ok`, or a code of `OPERATION_ERRORS`; for a status only its class. */
function word(outcome: OperationOutcome): string {
  return outcome.ok ? 'ok' : outcome.error.code.replace(/^http_(\d)\d\d$/, 'http_$1xx');
}
