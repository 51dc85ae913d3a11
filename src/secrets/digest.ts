/** Secrets by their digests: the stored form, compared with a guess. */
import { createHash, timingSafeEqual } from 'node:crypto';

export function secretDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** In constant time, which needs both sides to be equally long: the digests are. */
export function isSecret(guess: string, digest: Buffer): boolean {
  return timingSafeEqual(secretDigest(guess), digest);
}
