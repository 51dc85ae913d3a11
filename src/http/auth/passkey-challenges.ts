/**
 * What a device signs to prove that it has a passkey: random, for one purpose, for five minutes, and ours by its seal. Nothing
 * is stored for whoever asks for one; once it has been answered it is, so that it is not answered again.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { insertAnsweredChallenge } from '../../store/passkeys.ts';
import type { Sql } from '../../store/sql.ts';

/** For who has to look for the device. */
export const CHALLENGE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
/** Of the instant in milliseconds. */
const INSTANT_BYTES = 6;
const SEAL_BYTES = 32;

export type PasskeyChallenges = {
  /** `purpose`: a log-in, or for whom a passkey is made. */
  make: (purpose: string) => Uint8Array<ArrayBuffer>;
  /** Whether it may be answered: ours, for this purpose, not too old. In base64url, as devices give it back. */
  isOpen: (challenge: string, purpose: string) => boolean;
  /** Uses it up, in whichever process: false when it was answered before. */
  use: (transaction: Sql, challenge: string) => Promise<boolean>;
};

export function createPasskeyChallenges({ now, operatorKey }: Context): PasskeyChallenges {
  const sealOf = (purpose: string, begin: Buffer) =>
    createHmac('sha256', operatorKey).update(`passkey ${purpose}\0`).update(begin).digest();
  const expiryOf = (bytes: Buffer) => bytes.readUIntBE(RANDOM_BYTES, INSTANT_BYTES);

  return {
    make(purpose) {
      const begin = Buffer.alloc(RANDOM_BYTES + INSTANT_BYTES);
      randomBytes(RANDOM_BYTES).copy(begin);
      begin.writeUIntBE(now().getTime() + CHALLENGE_MS, RANDOM_BYTES, INSTANT_BYTES);
      return Uint8Array.from(Buffer.concat([begin, sealOf(purpose, begin)]));
    },
    isOpen(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url');
      const [begin, seal] = [bytes.subarray(0, -SEAL_BYTES), bytes.subarray(-SEAL_BYTES)];
      if (begin.length !== RANDOM_BYTES + INSTANT_BYTES) return false;
      return timingSafeEqual(seal, sealOf(purpose, begin)) && expiryOf(bytes) > now().getTime();
    },
    use(transaction, challenge) {
      const bytes = Buffer.from(challenge, 'base64url');
      const digest = createHash('sha256').update(bytes).digest();
      return insertAnsweredChallenge(transaction, { digest, expiresAt: new Date(expiryOf(bytes)), now: now() });
    },
  };
}
