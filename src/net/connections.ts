/**
 * Kept-alive connections to one origin, none of them for so long that a moved address goes unnoticed. undici's own
 * `clientTtl` does the same, but asks every busy connection for its age at every request: a third of all calls a second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import Pool from 'undici/lib/dispatcher/pool.js';
import { type ExchangeLimits, type ExchangeRequest, exchange, type OutboundResponse } from './exchange.ts';

/** Disposal waits a moment for what is under way, and breaks it off then. */
export type Connections = AsyncDisposable & {
  /** Rejects with a `RemoteFailure` as `Outbound.request` does. */
  exchange(request: ExchangeRequest, limits: ExchangeLimits): Promise<OutboundResponse>;
};

/** On disposal, what is under way has this long to end by itself. A service that stops has ten seconds for everything. */
const CLOSE_PATIENCE_MS = 1_000;

export type ConnectionOptions = { maxConnections: number; lifetimeMs: number };

/** The origin is our operator's choice: nothing guards it. */
export type OpenConnections = (origin: string, options: ConnectionOptions) => Connections;

export function openConnections(
  origin: string,
  { maxConnections, lifetimeMs, now = Date.now }: ConnectionOptions & { now?: () => number },
): Connections {
  const openPool = () => new Pool(origin, { connections: maxConnections, pipelining: 1 });
  const closing = new Map<Pool, Promise<void>>();
  let pool = openPool();
  let openedAtMs = now();

  /** What is under way in it ends first. */
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
