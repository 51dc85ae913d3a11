/**
 * JSON pointers (RFC 6901): how a `FieldError` says where in a body something is wrong. The console imports no code of the
 * service and reads them by itself, in `flow/locate.ts`.
 */

/** The pointer that these keys make, which continues another one where it is put behind that. */
export function pointerTo(...keys: (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys that made it. */
export function keysOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
