/** From a host name to its IP addresses. The caller decides whether these may be dialled. */
import { lookup, Resolver } from 'node:dns/promises';
import { RemoteFailure } from '../errors.ts';

export type Resolve = (hostname: string) => Promise<string[]>;

/** Milliseconds for one query to a name server, and the number of tries: within a request's deadline. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Queries the name servers for A and AAAA. Not `getaddrinfo`: that blocks one of libuv's few threads, so two names with
 * a slow server would hold up every other endpoint, and it reads the hosts file and search domains, which no public
 * name needs. A fresh resolver each time sees a changed resolv.conf; `servers` replace it.
 */
export async function askNameServers(hostname: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw dnsFailure(v4.reason);
  return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Queries the operating system, which has `localhost` and the names of containers: for OUTBOUND_NETWORK=any. */
export async function askSystem(hostname: string): Promise<string[]> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw dnsFailure(error);
  }
}

function dnsFailure(cause: unknown): RemoteFailure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  const message = code === 'ENOTFOUND' || code === 'ENODATA' ? 'DNS name not found' : 'DNS lookup failed';
  return new RemoteFailure('transient', message, { retry: true, cause });
}
