/**
 * Kept-alive connections to one origin, none of them for so long that a moved address goes unnoticed. undici's own
 * `clientTtl` does the same, but asks every busy connection for its age at every request: a third of all calls a second.
 */
import { Pool } from 'undici';
import { type ExchangeLimits, type ExchangeRequest, exchange, type OutboundResponse } from './exchange.ts';

export type Connections = AsyncDisposable & {
  /** Rejects with a `RemoteFailure` as `Outbound.request` does. */
  exchange(request: ExchangeRequest, limits: ExchangeLimits): Promise<OutboundResponse>;
};

export type ConnectionOptions = { maxConnections: number; lifetimeMs: number };

/** The origin is our operator's choice: nothing guards it. */
export type OpenConnections = (origin: string, options: ConnectionOptions) => Connections;

export function openConnections(
  origin: string,
  { maxConnections, lifetimeMs, now = Date.now }: ConnectionOptions & { now?: () => number },
): Connections {
  const openPool = () => new Pool(origin, { connections: maxConnections, pipelining: 1 });
  const closing = new Set<Promise<void>>();
  let pool = openPool();
  let openedAtMs = now();

  /** What is under way in it ends first. */
  function close(old: Pool): void {
    const closed = old.close().finally(() => closing.delete(closed));
    closing.add(closed);
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
      await Promise.all(closing);
    },
  };
}
