/**
 * The environment, read once and frozen: the only reader of `process.env`. Every value is checked, an unknown
 * `PARLEY_*` name is refused, and everything that is wrong is said at once. Source: spec-choices.md §8.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Config = Readonly<{
  host: string;
  port: number;
  /** Where clients reach the service, without a trailing slash; null until the port is known (`PORT=0`). */
  publicUrl: string | null;
  dataDir: string;
  /** null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** null: the file `operator-key` under `dataDir`, made at the first start. */
  operatorKey: string | null;
  /** null: the file `encryption-key` under `dataDir`, made at the first start. */
  encryptionKey: string | null;
  platform: 'emulator' | 'google';
  /** An emulator that runs elsewhere; null: one inside the service. */
  emulatorUrl: string | null;
  googleServiceAccountFile: string | null;
  googleRegion: 'us' | 'europe' | 'asia' | null;
  googleWebhookToken: string | null;
  outboundNetwork: 'public' | 'any';
  logLevel: string;
}>;

/** What is wrong with the environment, one line each, ready to be read by a person. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const PARLEY_NAMES = ['PARLEY_OPERATOR_KEY', 'PARLEY_ENCRYPTION_KEY'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Shorter keys could be guessed. */
const MIN_OPERATOR_KEY_LENGTH = 16;

/** @throws ConfigError */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const text = (name: string) => environment[name]?.trim() || null;
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | null => {
    const value = text(name);
    if (value === null || (values as readonly string[]).includes(value)) return value as Value | null;
    problems.push(`${name} is "${value}"; it must be one of ${values.join(', ')}`);
    return null;
  };
  const url = (name: string, schemes: string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = URL.parse(value);
    if (parsed && schemes.includes(parsed.protocol)) return value.replace(/\/+$/, '');
    // The value is not repeated: a database URL holds a password.
    problems.push(`${name} is not a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    return null;
  };

  for (const name of Object.keys(environment)) {
    if (name.startsWith('PARLEY_') && !PARLEY_NAMES.includes(name) && !name.startsWith('PARLEY_TEST_')) {
      problems.push(`${name} is not a setting of this version; known are ${PARLEY_NAMES.join(', ')}`);
    }
  }

  const port = Number(text('PORT') ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    problems.push(`PORT is "${text('PORT')}"; it must be a whole number from 0 to 65535`);
  }
  const operatorKey = text('PARLEY_OPERATOR_KEY');
  if (operatorKey !== null && !(operatorKey.length >= MIN_OPERATOR_KEY_LENGTH && /^[\x21-\x7e]+$/.test(operatorKey))) {
    problems.push(
      `PARLEY_OPERATOR_KEY must be at least ${MIN_OPERATOR_KEY_LENGTH} printable characters without spaces`,
    );
  }
  const platform = oneOf('RCS_PLATFORM', ['emulator', 'google']) ?? 'emulator';
  const googleServiceAccountFile = text('GOOGLE_SERVICE_ACCOUNT_FILE');
  const googleWebhookToken = text('GOOGLE_WEBHOOK_TOKEN');
  if (platform === 'google') {
    if (googleServiceAccountFile === null) {
      problems.push(
        "GOOGLE_SERVICE_ACCOUNT_FILE is missing: with RCS_PLATFORM=google it names the service account's key file",
      );
    } else if (!readable(googleServiceAccountFile)) {
      problems.push(`GOOGLE_SERVICE_ACCOUNT_FILE names a file that cannot be read: ${googleServiceAccountFile}`);
    }
    if (googleWebhookToken === null) {
      problems.push('GOOGLE_WEBHOOK_TOKEN is missing: with RCS_PLATFORM=google it is the clientToken of your webhook');
    }
  }
  const host = text('HOST') ?? '127.0.0.1';
  const config: Config = {
    host,
    port,
    publicUrl:
      url('PUBLIC_URL', ['http:', 'https:']) ??
      (port === 0 ? null : `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    operatorKey,
    encryptionKey: text('PARLEY_ENCRYPTION_KEY'),
    platform,
    emulatorUrl: url('RCS_EMULATOR_URL', ['http:', 'https:']),
    googleServiceAccountFile,
    googleRegion: oneOf('GOOGLE_RCS_REGION', ['us', 'europe', 'asia']),
    googleWebhookToken,
    outboundNetwork: oneOf('OUTBOUND_NETWORK', ['public', 'any']) ?? (platform === 'emulator' ? 'any' : 'public'),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

function readable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
