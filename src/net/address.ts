/**
 * Which IP addresses are public, so that a call to an address that someone else chose cannot reach into this service's
 * own network. `guard.ts` checks names, ports and schemes. Source: docs/hostile-input.md, "Addresses".
 */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Cloud metadata services outside the private ranges (Azure; Alibaba's is here to be sure). */
const DENIED_BY_HAND: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200']);

/** IPv6 has global unicast in this block only (RFC 4291 §2.4, IANA): everything outside it is special. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The addresses of this machine's own interfaces, which may be public ones. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
}

/**
 * Whether an IP address is a public unicast one and not this machine's own. IPv4 inside IPv6 (mapped, compatible,
 * NAT64, 6to4, Teredo) leads to an address of the caller's choice and is never public.
 */
export function isPublicAddress(address: string, ownAddresses: readonly string[] = machineAddresses()): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST_IPV6)) return false;
  const text = parsed.toString();
  return !DENIED_BY_HAND.has(text) && !ownAddresses.some((own) => ipaddr.parse(own).toString() === text);
}
