/** Parses a client's request to the token endpoint. Source: RFC 6749 §3.2. */
import { isUtf8 } from 'node:buffer';
import { OAuthError } from './oauth-error.ts';

/** The parameters that have a value: an empty one counts as absent (RFC 6749 §3.2). */
export type Form = ReadonlyMap<string, string>;

/** @throws OAuthError */
export function readForm(bytes: Buffer): Form {
  if (!isUtf8(bytes)) throw new OAuthError('invalid_request', 'the body is not UTF-8');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'a parameter is repeated');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}
