/** Keys that the first start makes and later starts find again, each in a file of its own that nobody else may read. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { newSecret } from './ids.ts';

export const OPERATOR_KEY_FILE = 'operator-key';
const ENCRYPTION_KEY_FILE = 'encryption-key';

export function operatorKey(config: Pick<Config, 'operatorKey' | 'dataDir'>): string {
  return config.operatorKey ?? readOrMake(join(config.dataDir, OPERATOR_KEY_FILE), () => newSecret('operator'));
}

/** Base64, as `parseEncryptionKeys` reads it. */
export function encryptionKey(config: Pick<Config, 'encryptionKey' | 'dataDir'>): string {
  const make = () => randomBytes(32).toString('base64');
  return config.encryptionKey ?? readOrMake(join(config.dataDir, ENCRYPTION_KEY_FILE), make);
}

/** When two processes make the same file at once, the first one's key counts for both. */
function readOrMake(file: string, make: () => string): string {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  return readFileSync(file, 'utf8').trim();
}
