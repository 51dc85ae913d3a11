/** Keys that the first start creates and later starts reuse, each in its own file that nobody else may read. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, isWeakKey, OPERATOR_KEY_FILE, STRONG_KEY } from '../config.ts';
import { newSecret } from '../ids.ts';

const ENCRYPTION_KEY_FILE = 'encryption-key';

/** @throws ConfigError when somebody has written a weak key into the file */
export function operatorKey(config: Pick<Config, 'operatorKey' | 'dataDir'>): string {
  if (config.operatorKey !== null) return config.operatorKey;
  const file = join(config.dataDir, OPERATOR_KEY_FILE);
  const key = readOrMake(file, () => newSecret('operator'));
  if (isWeakKey(key)) throw new ConfigError([`the key in ${file} ${STRONG_KEY}`]);
  return key;
}

/** Base64, as `parseEncryptionKeys` reads it. */
export function encryptionKey(config: Pick<Config, 'encryptionKey' | 'dataDir'>): string {
  const make = () => randomBytes(32).toString('base64');
  return config.encryptionKey ?? readOrMake(join(config.dataDir, ENCRYPTION_KEY_FILE), make);
}

/** The same, without making one: null when there is none. */
export function findEncryptionKey(config: Pick<Config, 'encryptionKey' | 'dataDir'>): string | null {
  const file = join(config.dataDir, ENCRYPTION_KEY_FILE);
  return config.encryptionKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
}

/** When two processes create the same file at once, the first one's key counts for both. */
function readOrMake(file: string, make: () => string): string {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  return readFileSync(file, 'utf8').trim();
}
