/**
 * Rotates the encryption key: at the start, everything sealed with an older key is sealed again with the first one.
 * Also reports a missing key at once, because a service that cannot sign would look ready.
 */
import { ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { listSealed, updateSealed } from '../store/sealed.ts';
import type { Sql } from '../store/sql.ts';
import type { Encryption } from './encryption.ts';

/** @throws ConfigError when something was sealed with a key that we lack. */
export async function reseal(sql: Sql, encryption: Encryption, log: Logger): Promise<void> {
  let secrets = 0;
  for (const found of await listSealed(sql)) {
    const text = open(encryption, found.sealed, found.rowId);
    if (encryption.isSealedWithFirst(found.sealed)) continue;
    await updateSealed(sql, found, encryption.seal(text, found.rowId));
    secrets += 1;
  }
  if (secrets > 0) log.info({ secrets }, 'secrets were resealed with the first encryption key');
}

function open(encryption: Encryption, sealed: string, rowId: string): string {
  try {
    return encryption.open(sealed, rowId);
  } catch (cause) {
    throw new ConfigError([
      `The encryption key does not match this database: ${(cause as Error).message}. The key is PARLEY_ENCRYPTION_KEY, or the file encryption-key in DATA_DIR; restore the one this database was used with, after a comma if there is a new one`,
    ]);
  }
}
