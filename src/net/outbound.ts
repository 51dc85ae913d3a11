/**
 * Outbound HTTP to addresses that someone else chose. A name is resolved once for each connection, every answer must be
 * public, and exactly the checked addresses are dialled, so that a second lookup cannot lead elsewhere. Redirects are
 * not followed and proxy variables are not read. Callers decide when to call and what a response means.
 * Source: docs/hostile-input.md, "Addresses".
 */
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { RemoteFailure } from '../errors.ts';
import { isPublicAddress } from './address.ts';
import { type ExchangeLimits, type ExchangeRequest, exchange, type OutboundResponse } from './exchange.ts';
import { judgeUrl, type OutboundNetwork, PUBLIC_PORTS } from './guard.ts';
import { type BodyMac, macHeaders } from './mac.ts';
import { askNameServers, askSystem, type Resolve } from './resolve.ts';

/** Enough for 10,000 requests a second at 25 ms each to one host; each costs a socket and some tens of kilobytes. */
const MAX_CONNECTIONS_PER_ORIGIN = 256;
/** Connecting alone never takes longer, however long the request's deadline. */
const CONNECT_TIMEOUT_MS = 10_000;
/** An idle connection is closed before Node's own server, the quickest of the common ones, closes it after 5 s. */
const IDLE_CONNECTION_MS = 4_000;
/** The longest idle time that a server may offer in `Keep-Alive`. */
const MAX_IDLE_CONNECTION_MS = 60_000;
const MAX_RESPONSE_HEADER_BYTES = 16_384;
/** A save waits no longer for DNS; every dial checks again. */
const CHECK_TIMEOUT_MS = 2_000;

const NOT_PUBLIC = 'names a host whose address is not public';

export type OutboundRequest = ExchangeLimits & {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string;
  /** Headers that authenticate the body. */
  macs?: readonly BodyMac[];
  /** Whether the connection may be used again; true if absent. */
  keepAlive?: boolean;
};

export type Outbound = AsyncDisposable & {
  /**
   * Sends one request. Every HTTP status is a response, redirects included. Rejects with a `RemoteFailure`: `refused`
   * when the address is not allowed, `transient` for DNS, TLS, a broken connection or the deadline.
   */
  request: (request: OutboundRequest) => Promise<OutboundResponse>;
  /**
   * Why a URL may not be saved (the rest of a sentence that begins with "The URL"), or null. A name that does not
   * resolve now is allowed, since DNS may be down; a name that resolves to a private address is not.
   */
  check: (url: string) => Promise<string | null>;
};

export type OutboundOptions = {
  network: OutboundNetwork;
  /** The three below replace the real thing in tests; an operator may also allow more ports. */
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  ports?: readonly number[];
};

export function createOutbound(options: OutboundOptions): Outbound {
  const { network, ports = PUBLIC_PORTS } = options;
  const resolveChecked = checkedResolve(options);
  const agent = new Agent({
    connect: { lookup: toLookup(resolveChecked), timeout: CONNECT_TIMEOUT_MS },
    connections: MAX_CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: MAX_IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    // The exchange's deadline covers both; undici's timers would cost time for every request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async request({ url: text, method, headers = {}, body, macs, keepAlive = true, ...limits }) {
      // Here as well as at save time: Node calls no lookup for a literal address, so nothing else would stop it.
      const url = judgeUrl(text, network, ports);
      if (typeof url === 'string') throw refusal(url);
      const request: ExchangeRequest = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers: macs ? { ...headers, ...macHeaders(macs, body ?? '') } : headers,
        body: body ?? null,
        reset: !keepAlive,
      };
      return exchange(agent, request, limits);
    },

    async check(text) {
      const url = judgeUrl(text, network, ports);
      if (typeof url === 'string') return url;
      if (network === 'any') return null;
      const { promise: tooLong, resolve: giveUp } = Promise.withResolvers<null>();
      const timer = setTimeout(giveUp, CHECK_TIMEOUT_MS, null);
      const answer = resolveChecked(url.hostname).then(
        () => null,
        (error: unknown) => (error instanceof RemoteFailure && error.kind === 'refused' ? NOT_PUBLIC : null),
      );
      return Promise.race([answer, tooLong]).finally(() => clearTimeout(timer));
    },

    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

/** Rejects with `refused` unless every answer may be dialled: one private answer among public ones is an attack too. */
function checkedResolve({
  network,
  resolve,
  isPublic = (address) => isPublicAddress(address),
}: OutboundOptions): Resolve {
  const ask = resolve ?? (network === 'any' ? askSystem : (hostname) => askNameServers(hostname));
  return async (hostname) => {
    const addresses = await ask(hostname);
    if (addresses.length === 0) throw new RemoteFailure('transient', 'DNS name not found', { retry: true });
    // The addresses are not named: they would show a client our name servers' answers inside our network.
    if (network === 'public' && !addresses.every((address) => isPublic(address))) throw refusal(NOT_PUBLIC);
    return addresses;
  };
}

function refusal(reason: string): RemoteFailure {
  return new RemoteFailure('refused', `The URL ${reason}`, { retry: false });
}

/** Passes the checked addresses to Node's dialer, which tries them in turn. */
function toLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = entries;
        if (all || !first) callback(null, entries);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
