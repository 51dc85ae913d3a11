/**
 * Kept-alive connections to one origin, with a limited age so that a changed address is noticed. undici's own
 * `clientTtl` does that too, but checks each busy connection's age at every request: a third of all calls a second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import Pool from 'undici/lib/dispatcher/pool.js';
import { type ExchangeLimits, type ExchangeRequest, exchange, type OutboundResponse } from './exchange.ts';

/** Disposal waits a moment for running requests, then aborts them. */
export type Connections = AsyncDisposable & {
  /** Rejects with a `RemoteFailure` as `Outbound.request` does. */
  exchange(request: ExchangeRequest, limits: ExchangeLimits): Promise<OutboundResponse>;
};

/** On disposal, running requests have this long to end. A stopping service has ten seconds for everything. */
const CLOSE_PATIENCE_MS = 1_000;

export type ConnectionOptions = { maxConnections: number; lifetimeMs: number };

/** The origin is our operator's choice, so it is not guarded. */
export type OpenConnections = (origin: string, options: ConnectionOptions) => Connections;

export function openConnections(
  origin: string,
  { maxConnections, lifetimeMs, now = Date.now }: ConnectionOptions & { now?: () => number },
): Connections {
  const openPool = () => new Pool(origin, { connections: maxConnections, pipelining: 1 });
  const closing = new Map<Pool, Promise<void>>();
  let pool = openPool();
  let openedAtMs = now();

  /** Its running requests end first. */
  function close(old: Pool): void {
    const closed = old.close().finally(() => closing.delete(old));
    closing.set(old, closed);
  }

  return {
    exchange(request, limits) {
      if (now() - openedAtMs >= lifetimeMs) {
        close(pool);
        pool = openPool();
        openedAtMs = now();
      }
      return exchange(pool, request, limits);
    },
    async [Symbol.asyncDispose]() {
      close(pool);
      await Promise.race([Promise.all(closing.values()), delay(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
      await Promise.all([...closing.keys()].map((late) => late.destroy()));
    },
  };
}
