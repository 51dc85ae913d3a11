/**
 * The headers that endpoints want, decrypted once for as long as the agent is cached: thousands of events a second carry
 * them. They are kept apart from the agent, which more of the service reads.
 */
import type { Headers, SealedHeaders } from '../model/endpoint-headers.ts';
import { MASK } from '../model/mask.ts';
import type { Encryption } from '../secrets/encryption.ts';

/** Shorter than that it is no secret, and would be found in everything. */
const MIN_SECRET_LENGTH = 6;

/** `secrets`: what an endpoint's response must not show of them, the longest first. */
type OwnHeaders = { headers: Headers; secrets: readonly string[] };

const NONE: OwnHeaders = { headers: {}, secrets: [] };

/** Throws when they were sealed with a key that we do not have. */
export type OpenHeaders = (sealed: SealedHeaders | undefined) => OwnHeaders;

export function createOpenHeaders(encryption: Encryption): OpenHeaders {
  const opened = new WeakMap<SealedHeaders, OwnHeaders>();
  return (sealed) => {
    if (!sealed) return NONE;
    const known = opened.get(sealed);
    if (known) return known;
    const headers = JSON.parse(encryption.open(sealed.text, sealed.endpointId)) as Headers;
    const own = { headers, secrets: secretsIn(headers) };
    opened.set(sealed, own);
    return own;
  };
}

/** The values, and what follows a scheme such as `Bearer`. */
function secretsIn(headers: Headers): string[] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(' ').slice(1)]);
  return values.filter(({ length }) => length >= MIN_SECRET_LENGTH).sort((a, b) => b.length - a.length);
}

/** An endpoint may answer with what it was sent; whoever reads attempts is not to read secrets. */
export function hide(secrets: readonly string[], body: Buffer): Buffer {
  if (secrets.length === 0 || body.length === 0) return body;
  const text = body.toString('utf8');
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return shown === text ? body : Buffer.from(shown);
}
