/**
 * The headers by which a client knows that an event is ours: `X-Service-Signature` of the specification, and beside it
 * those of Standard Webhooks, which cover the time as well and so protect against replay. Where the keys come from is
 * left to `signing-keys.ts`. Source: the specification, "Signature verification"; reference "forwarding".
 */
import { createHmac, type KeyObject } from 'node:crypto';

/** The live signing tokens of an account. Without `current`, an account has no signature. */
export type SigningKeys = { current: KeyObject | null; next: KeyObject | null; previous: KeyObject | null };

export const NO_KEYS: SigningKeys = { current: null, next: null, previous: null };

export function signatureHeaders(
  keys: SigningKeys,
  message: { id: string; timestampSeconds: number; body: Buffer },
): Record<string, string> {
  const { id, timestampSeconds, body } = message;
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) };
  if (!keys.current) return headers;
  headers['X-Service-Signature'] = signature(keys.current, body);
  if (keys.next) headers['X-Service-Signature-Next'] = signature(keys.next, body);
  if (keys.previous) headers['X-Service-Signature-Previous'] = signature(keys.previous, body);
  // Standard Webhooks: during a rotation the header lists a signature for each live secret.
  headers['webhook-signature'] = [keys.current, keys.next, keys.previous]
    .filter((key) => key !== null)
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body).digest('base64')}`)
    .join(' ');
  return headers;
}

function signature(key: KeyObject, body: Buffer): string {
  return createHmac('sha512', key).update(body).digest('base64');
}
