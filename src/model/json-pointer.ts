/**
 * JSON pointers (RFC 6901): how a `FieldError` locates a fault in a body. The console imports no code of the service
 * and parses them itself, in `flow/pointer.ts`.
 */

/** The pointer of these keys; appended to another pointer, it continues that one. */
export function pointerTo(...keys: (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function keysOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
