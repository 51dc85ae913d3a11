/** The live signing tokens of an account, decrypted and cached briefly: thousands of events a second are signed. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { createReadCache } from '../read-cache.ts';
import type { Encryption } from '../secrets/encryption.ts';
import { listLiveSigningTokens } from '../store/signing-tokens.ts';
import type { Sql } from '../store/sql.ts';
import { NO_KEYS, type SigningKeys } from './sign.ts';

/** A rotation is in effect everywhere after this. */
const MAX_AGE_MS = 5_000;
/** After issuing a first token, people check at once whether events are signed. */
const MAX_AGE_UNSIGNED_MS = 500;
const MAX_ACCOUNTS = 10_000;

/** Rejects when the database cannot be queried, or when a token was sealed with a key that we do not have. */
export type FindSigningKeys = (accountId: string) => Promise<SigningKeys>;

export function createSigningKeys(sql: Sql, encryption: Encryption): FindSigningKeys {
  const kept = createReadCache<SigningKeys>({
    maxEntries: MAX_ACCOUNTS,
    keptMs: ({ current }) => (current === null ? MAX_AGE_UNSIGNED_MS : MAX_AGE_MS),
  });

  async function read(accountId: string): Promise<SigningKeys> {
    const keys: Record<string, KeyObject> = {};
    for (const { signingTokenId, stage, tokenSealed } of await listLiveSigningTokens(sql, accountId)) {
      keys[stage] = createSecretKey(encryption.open(tokenSealed, signingTokenId), 'utf8');
    }
    return { ...NO_KEYS, ...keys };
  }

  return (accountId) => kept.get(accountId, () => read(accountId));
}
