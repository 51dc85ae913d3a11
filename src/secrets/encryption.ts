/**
 * Seals the secrets that must be readable again (signing tokens, connector credentials) so that a copy of the database
 * alone does not reveal them. The caller supplies the key and stores the sealed text. Source: docs/hostile-input.md,
 * "Secrets".
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** 96 bits is the nonce length that GCM is specified for. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

export type Encryption = {
  /** Seals a text for one row: it opens under the same row id only, so sealed values cannot be swapped between rows. */
  seal: (plaintext: string, rowId: string) => string;
  /** Opens a sealed text. Throws when we lack the key, the row is another, or the text was altered. */
  open: (sealed: string, rowId: string) => string;
  /** Whether it was sealed with the current key. */
  isSealedWithFirst: (sealed: string) => boolean;
};

/**
 * Parses keys: 32 bytes each, in base64 or hex, several separated by commas. Throws an error that names the wrong one
 * by position and never quotes it.
 */
export function parseEncryptionKeys(text: string): Buffer[] {
  return text.split(',').map((part, index) => {
    const encoded = part.trim();
    const key = Buffer.from(encoded, /^[0-9a-f]{64}$/i.test(encoded) ? 'hex' : 'base64');
    if (key.length !== KEY_BYTES) {
      throw new Error(`encryption key ${index + 1} is not ${KEY_BYTES} bytes in base64 or hex`);
    }
    return key;
  });
}

/** The first key seals, all of them open: to rotate, put a new key first and keep the old one after it. */
export function createEncryption(keys: readonly Buffer[]): Encryption {
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error('encryption needs at least one key');
  for (const key of keys) {
    if (key.length !== KEY_BYTES) throw new Error(`an encryption key is ${KEY_BYTES} bytes`);
  }
  const sealingKeyId = keyId(sealingKey);
  const keyById = new Map(keys.map((key) => [keyId(key), key]));

  return {
    seal(plaintext, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(rowId));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]);
      return `${VERSION}.${sealingKeyId}.${packed.toString('base64url')}`;
    },

    open(sealed, rowId) {
      const [version, id, text, ...rest] = sealed.split('.');
      if (version !== VERSION || id === undefined || text === undefined || rest.length > 0) {
        throw new Error('not a sealed text');
      }
      const key = keyById.get(id);
      if (!key) throw new Error(`sealed with the key ${id}, which is not configured`);
      const packed = Buffer.from(text, 'base64url');
      if (packed.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed text');
      const decipher = createDecipheriv(CIPHER, key, packed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(rowId)).setAuthTag(packed.subarray(-TAG_BYTES));
      const plaintext = decipher.update(packed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
    },

    isSealedWithFirst: (sealed) => sealed.startsWith(`${VERSION}.${sealingKeyId}.`),
  };
}

/** The id of the key that a text was sealed with. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** Identifies a key without revealing any of it. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('parley key id').update(key).digest('hex').slice(0, 8);
}
