/**
 * The headers by which a client verifies that an event is ours: `X-Service-Signature` of the specification, and
 * alongside it those of Standard Webhooks, which cover the time as well and so protect against replay. The keys come
 * from `signing-keys.ts`. Source: the specification, "Signature verification"; docs/webhooks.md, "Verifying the
 * signature".
 */
import type { KeyObject } from 'node:crypto';
import type { BodyMac } from '../net/mac.ts';

/** The live signing tokens of an account. Without `current`, an account has no signature. */
export type SigningKeys = { current: KeyObject | null; next: KeyObject | null; previous: KeyObject | null };

export const NO_KEYS: SigningKeys = { current: null, next: null, previous: null };

/** The literal headers, and those computed as MACs of the body. */
export function signature(
  { current, next, previous }: SigningKeys,
  { id, timestampSeconds }: { id: string; timestampSeconds: number },
): { headers: Record<string, string>; macs: BodyMac[] } {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) };
  if (!current) return { headers, macs: [] };
  const own = (header: string, key: KeyObject | null): BodyMac[] =>
    key ? [{ header, codes: [{ algorithm: 'sha512', key }] }] : [];
  // Standard Webhooks: during a rotation the header lists a signature for each live secret.
  const live = [current, next, previous].filter((key) => key !== null);
  const before = `${id}.${timestampSeconds}.`;
  return {
    headers,
    macs: [
      ...own('X-Service-Signature', current),
      ...own('X-Service-Signature-Next', next),
      ...own('X-Service-Signature-Previous', previous),
      { header: 'webhook-signature', codes: live.map((key) => ({ algorithm: 'sha256', key, prefix: 'v1,', before })) },
    ],
  };
}
