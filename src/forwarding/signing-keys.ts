/** The live signing tokens of an account, opened, and kept for a moment: thousands of events a second are signed. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Encryption } from '../encryption.ts';
import type { Sql } from '../store/database.ts';
import { listLiveSigningTokens } from '../store/signing-tokens.ts';
import { NO_KEYS, type SigningKeys } from './sign.ts';

/** A rotation is in force everywhere after this. */
const MAX_AGE_MS = 5_000;
/** Who issues a first token looks at once whether events are signed. */
const MAX_AGE_UNSIGNED_MS = 500;
/** How exactly an age is known: asking the clock every millisecond would cost more than the look-up. */
const AGE_RESOLUTION_MS = 500;
const MAX_ACCOUNTS = 10_000;

/** Rejects when the database cannot be asked, or when a token was sealed with a key that is not among ours. */
export type FindSigningKeys = (accountId: string) => Promise<SigningKeys>;

export function createSigningKeys(sql: Sql, encryption: Encryption): FindSigningKeys {
  const cache = new LRUCache<string, Promise<SigningKeys>>({
    max: MAX_ACCOUNTS,
    ttl: MAX_AGE_MS,
    ttlResolution: AGE_RESOLUTION_MS,
  });

  async function read(accountId: string): Promise<SigningKeys> {
    const keys: Record<string, KeyObject> = {};
    for (const { signingTokenId, stage, tokenSealed } of await listLiveSigningTokens(sql, accountId)) {
      keys[stage] = createSecretKey(encryption.open(tokenSealed, signingTokenId), 'utf8');
    }
    return { ...NO_KEYS, ...keys };
  }

  return (accountId) => {
    const known = cache.get(accountId);
    if (known) return known;
    const keys = read(accountId);
    cache.set(accountId, keys);
    const isKept = () => cache.peek(accountId) === keys;
    keys.then(
      ({ current }) => current === null && isKept() && cache.set(accountId, keys, { ttl: MAX_AGE_UNSIGNED_MS }),
      // A failure is not kept: the next event asks again.
      () => isKept() && cache.delete(accountId),
    );
    return keys;
  };
}
