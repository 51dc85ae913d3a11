/**
 * Every identifier and secret that this service generates comes from here, from the operating system's random source.
 * What an identifier means, and how a secret is stored, is up to its owner.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 36^20 is about 2^103: identifiers do not collide. */
const ID_LENGTH = 20;

const SECRET_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43;

/** An identifier such as `agent_k3v0…`: the prefix, an underscore and 20 characters of `[a-z0-9]`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(ID_ALPHABET, ID_LENGTH)}`;
}

/**
 * A secret of at least 256 bits, such as `signing_T4x9…`: a prefix that scanners can recognise, an underscore and 43
 * letters and digits. Form-encoding leaves these as they are: half of the OAuth clients in use do not form-encode Basic
 * credentials.
 */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomText(SECRET_ALPHABET, SECRET_LENGTH)}`;
}

function randomText(alphabet: string, length: number): string {
  // Bytes from the last, incomplete multiple of the alphabet would favour its first characters, so they are skipped.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** A source of version 7 UUIDs, each greater than the one before it. `now` is in milliseconds since 1970. */
export function createUuidv7(now: () => number = Date.now): () => string {
  let lastMs = 0;
  let sequence = 0;
  return () => {
    const nowMs = now();
    // Node buffers random bytes for these; fetching 16 at a time would cost more than all the rest.
    const random = randomUUID();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      // RFC 9562 §6.2: start in the lower half, so that a millisecond has room to count up.
      sequence = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
    } else if (++sequence > 0xfff) {
      // A full millisecond, or a clock that was set back: run ahead of it rather than repeat.
      lastMs += 1;
      sequence = 0;
    }
    const time = lastMs.toString(16).padStart(12, '0');
    // The tail of a version 4 UUID is the variant and 62 random bits: exactly the tail of a version 7.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random.slice(19)}`;
  };
}

/** The process's own source. Ordering holds within a process, hence the one piece of state in this file. */
export const uuidv7: () => string = createUuidv7();

/** The version 5 UUID of a name in a namespace (itself a UUID): the same name gives the same identifier. */
export function uuidv5(name: string, namespace: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
