/**
 * The rules for a URL that someone else chose, before it is stored or dialled: webhooks, connectors, media.
 * `outbound.ts` checks the addresses its name resolves to, when dialling. Source: docs/hostile-input.md, "Addresses".
 */
import { isIP } from 'node:net';

/**
 * `public`: https, a public name, a standard port. `any`: also http, private addresses and every port, only for your
 * own machine. Source: docs/spec-choices.md §8, OUTBOUND_NETWORK.
 */
export type OutboundNetwork = 'public' | 'any';

/** In characters; what browsers and proxies support, and what the API accepts for a URL. */
export const MAX_URL_LENGTH = 2048;

/** The https port. On another protocol's port, a request body could speak that protocol (SMTP, Redis). */
export const PUBLIC_PORTS: readonly number[] = [443];

/** Names that are never public: RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation for private use. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/** Of a URL as it will be called; empty for an invalid one, or one too long to be called at all. */
export function originOf(url: string): string {
  return (url.length <= MAX_URL_LENGTH && URL.parse(url)?.origin) || '';
}

/** The parsed URL, or why it may not be called, as the rest of a sentence that begins with "The URL". */
export function judgeUrl(text: string, network: OutboundNetwork, ports = PUBLIC_PORTS): URL | string {
  if (text.length > MAX_URL_LENGTH) return `is longer than ${MAX_URL_LENGTH} characters`;
  // The parser drops tabs and line ends and trims spaces, so it would dial something else than was stored.
  if (/[\p{Cc}\s]/u.test(text)) return 'contains whitespace or control characters';
  const url = URL.parse(text);
  if (!url) return 'is not an absolute URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (network === 'any')
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : 'must begin with https://';
  if (url.protocol !== 'https:') return 'must begin with https://';
  return hostRefusal(url.hostname) ?? portRefusal(url.port, ports) ?? url;
}

/** The parser has already turned `127.1`, `0x7f.1`, `①②⑦.⓪.⓪.①` and the like into dotted IPv4. */
function hostRefusal(hostname: string): string | null {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'must name a host, not an IP address';
  const name = hostname.replace(/\.$/, '');
  const isPrivate = PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  return isPrivate || !name.includes('.') ? 'must name a public host' : null;
}

function portRefusal(port: string, ports: readonly number[]): string | null {
  return port === '' || ports.includes(Number(port)) ? null : `must use port ${ports.join(' or ')}`;
}
