/** Headers that somebody else sets on our requests: how they may be named, and which are never theirs. */

/** RFC 9110 §5.6.2, a token; the length is ours. */
export const HEADER_NAME_PATTERN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$";

const NAME = new RegExp(HEADER_NAME_PATTERN);

/**
 * Those that belong to the connection or would change what the address guard has checked (`host` decides the TLS name
 * too), and `accept-encoding`, since compressed responses are not read.
 */
export const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isHeaderName(name: string): boolean {
  return NAME.test(name);
}
