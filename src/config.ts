/**
 * The environment, read once and frozen: the only reader of `process.env`. Every value is checked, an unknown
 * `PARLEY_*` name is refused, and all faults are reported at once. Source: docs/spec-choices.md §8.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type Faults, KILL_POINTS, PROTECTIONS } from './failpoints.ts';
import { type OpenIdSettings, readOpenId } from './http/auth/openid-settings.ts';
import { type BucketAddress, readBucket } from './media/bucket-address.ts';
import { findRunning, homeOf } from './running.ts';
import { readTracing, type TracingSettings } from './telemetry/tracing-settings.ts';

/** In the folder of the data, unless the key is set. Here, because a command reads no more of the keys than this. */
export const OPERATOR_KEY_FILE = 'operator-key';

export type Config = Readonly<{
  host: string;
  port: number;
  /** Where clients reach the service, without a trailing slash; null until the port is known (`PORT=0`). */
  publicUrl: string | null;
  dataDir: string;
  /** The user's own folder, for every service and every command of theirs; null where there is none. */
  home: string | null;
  /** Of this service on this machine. */
  processes: number;
  /** For a new database; an existing one keeps its number. null: the default of `app.ts`. */
  lanes: number | null;
  /** null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** null: the file `operator-key` under `dataDir`, made at the first start. */
  operatorKey: string | null;
  /** null: the file `encryption-key` under `dataDir`, made at the first start. */
  encryptionKey: string | null;
  /** Whose `X-Forwarded-For` is trusted, as Fastify takes it; null: nobody's. */
  trustProxy: string[] | null;
  /** Which tools `/mcp` offers: none, those that change nothing, or all. */
  mcp: 'off' | 'read' | 'write';
  platform: 'emulator' | 'google';
  /** An emulator that runs elsewhere; null: one inside the service. */
  emulatorUrl: string | null;
  googleServiceAccountFile: string | null;
  googleRegion: 'us' | 'europe' | 'asia' | null;
  googleWebhookToken: string | null;
  outboundNetwork: 'public' | 'any';
  /** Where media are kept, in an S3-compatible store; null: a folder under `dataDir`. */
  mediaBucket: BucketAddress | null;
  /** Seconds before each attempt to forward an event, the first included; null: the schedule of `forwarding/schedule.ts`. */
  forwardDelaysSeconds: readonly number[] | null;
  /** Where people may log in as well; null: nowhere. */
  openId: OpenIdSettings | null;
  /** null: no traces. */
  tracing: TracingSettings | null;
  logLevel: string;
}>;

/** What the command line needs: where the service is, and how to authenticate there. */
export type CliConfig = Readonly<{
  /** Without a trailing slash. Not checked: the command line reports which address it tried. */
  url: string;
  /** Where the emulator's phones are driven; null: at the service's own address. */
  emulatorUrl: string | null;
  /** Whether the environment, or a service that runs on the data folder, says which service is meant. */
  isChosen: boolean;
}> &
  Pick<Config, 'operatorKey' | 'encryptionKey' | 'dataDir' | 'home' | 'databaseUrl'>;

/** What is wrong with the environment, one line for each fault, ready for a person to read. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '8080';
const DEFAULT_DATA_DIR = './data';

const PARLEY_NAMES = ['OPERATOR_KEY', 'ENCRYPTION_KEY', 'PROCESSES', 'LANES', 'MCP', 'HOME'].map(
  (name) => `PARLEY_${name}`,
);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Each process has its own database connections; with more cores than this, use more machines. */
const MAX_PROCESSES = 64;
/** A lane costs a handful of statements a second even when it is idle. */
export const MAX_LANES = 256;

/** 128 bits in base64. The right key is never throttled (`rate-limit.ts`), so it must withstand unlimited guessing. */
const MIN_OPERATOR_KEY_LENGTH = 22;
/** A random key of that length has more; a repeated word has fewer. */
const MIN_OPERATOR_KEY_CHARACTERS = 8;

/** What Fastify accepts as a proxy besides addresses and networks. */
const PROXY_KINDS = ['loopback', 'linklocal', 'uniquelocal'];

/** The longest wait between two attempts, and the most attempts, that a schedule may have. */
const MAX_FORWARD_DELAY_SECONDS = 7 * 86_400;
const MAX_FORWARD_ATTEMPTS = 50;

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
      problems.push(`${name} is not a setting of this version; the settings are ${PARLEY_NAMES.join(', ')}`);
    }
  }

  const count = (name: string, max: number, words: Record<string, number> = {}): number | null => {
    const value = text(name);
    if (value === null) return null;
    const number = words[value] ?? Number(value);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    const alternatives = Object.keys(words).map((word) => ` or "${word}"`);
    problems.push(`${name} is "${value}"; it must be a whole number from 1 to ${max}${alternatives.join('')}`);
    return null;
  };

  const port = Number(text('PORT') ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    problems.push(`PORT is "${text('PORT')}"; it must be a whole number from 0 to 65535`);
  }
  const operatorKey = text('PARLEY_OPERATOR_KEY');
  if (operatorKey !== null && isWeakKey(operatorKey)) problems.push(`PARLEY_OPERATOR_KEY ${STRONG_KEY}`);
  const trustProxy =
    text('TRUST_PROXY')
      ?.split(',')
      .map((proxy) => proxy.trim()) ?? null;
  if (trustProxy && !trustProxy.every(isProxy)) {
    problems.push(
      `TRUST_PROXY is "${trustProxy}"; it must be a comma-separated list of the addresses or networks of your proxies, such as 10.1.2.3 or 10.0.0.0/8, or ${PROXY_KINDS.join(', ')}`,
    );
  }
  const forwardDelaysSeconds = text('FORWARD_DELAYS_SECONDS')?.split(',').map(seconds) ?? null;
  if (forwardDelaysSeconds && !isForwardSchedule(forwardDelaysSeconds)) {
    problems.push(
      `FORWARD_DELAYS_SECONDS must be 1 to ${MAX_FORWARD_ATTEMPTS} comma-separated numbers from 0 to ${MAX_FORWARD_DELAY_SECONDS}, the first of them 0: the delay before each attempt`,
    );
  }
  const platform = oneOf('RCS_PLATFORM', ['emulator', 'google']) ?? 'emulator';
  const googleServiceAccountFile = text('GOOGLE_SERVICE_ACCOUNT_FILE');
  const googleWebhookToken = text('GOOGLE_WEBHOOK_TOKEN');
  if (platform === 'google') {
    if (googleServiceAccountFile === null) {
      problems.push(
        "GOOGLE_SERVICE_ACCOUNT_FILE is missing: RCS_PLATFORM=google needs the path of the service account's key file",
      );
    } else if (!readable(googleServiceAccountFile)) {
      problems.push(`GOOGLE_SERVICE_ACCOUNT_FILE is a file that cannot be read: ${googleServiceAccountFile}`);
    }
    if (googleWebhookToken === null) {
      problems.push('GOOGLE_WEBHOOK_TOKEN is missing: RCS_PLATFORM=google needs the clientToken of your webhook');
    }
  }
  const host = text('HOST') ?? DEFAULT_HOST;
  const config: Config = {
    host,
    port,
    publicUrl:
      url('PUBLIC_URL', ['http:', 'https:']) ??
      (port === 0 ? null : `http://${host === '0.0.0.0' ? DEFAULT_HOST : host}:${port}`),
    dataDir: resolve(text('DATA_DIR') ?? DEFAULT_DATA_DIR),
    home: homeOf(environment),
    processes: count('PARLEY_PROCESSES', MAX_PROCESSES, { auto: Math.min(availableParallelism(), MAX_PROCESSES) }) ?? 1,
    lanes: count('PARLEY_LANES', MAX_LANES),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    operatorKey,
    encryptionKey: text('PARLEY_ENCRYPTION_KEY'),
    trustProxy,
    mcp: oneOf('PARLEY_MCP', ['off', 'read', 'write']) ?? 'read',
    platform,
    emulatorUrl: url('RCS_EMULATOR_URL', ['http:', 'https:']),
    googleServiceAccountFile,
    googleRegion: oneOf('GOOGLE_RCS_REGION', ['us', 'europe', 'asia']),
    googleWebhookToken,
    outboundNetwork: oneOf('OUTBOUND_NETWORK', ['public', 'any']) ?? (platform === 'emulator' ? 'any' : 'public'),
    forwardDelaysSeconds,
    mediaBucket: readBucket(url('MEDIA_BUCKET_URL', ['http:', 'https:']), text, problems),
    openId: readOpenId(text, problems),
    tracing: readTracing(text, problems),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/**
 * What the proof turns on: `PARLEY_TEST_KILL_AT=point:probability,…`, `PARLEY_TEST_PAUSE_AT` likewise,
 * `PARLEY_TEST_WITHOUT=fence|seen` and `PARLEY_TEST_CLOCK_RATE=factor`.
 * @throws ConfigError
 */
export function readFaults(environment: NodeJS.ProcessEnv): Faults {
  const killAt = readPoints('PARLEY_TEST_KILL_AT', environment);
  const pauseAt = readPoints('PARLEY_TEST_PAUSE_AT', environment);
  const name = environment['PARLEY_TEST_WITHOUT'] ?? null;
  const without = PROTECTIONS.find((known) => known === name) ?? null;
  if (name !== null && without === null) {
    throw new ConfigError([`PARLEY_TEST_WITHOUT is "${name}"; it must be one of ${PROTECTIONS.join(', ')}`]);
  }
  const clockRate = Number(environment['PARLEY_TEST_CLOCK_RATE'] ?? 1);
  if (!(clockRate >= 1 && clockRate <= 1000)) {
    throw new ConfigError(['PARLEY_TEST_CLOCK_RATE must be a number from 1 to 1000']);
  }
  return { killAt, pauseAt, without, clockRate };
}

function readPoints(variable: string, environment: NodeJS.ProcessEnv): Faults['killAt'] {
  const probabilities: Faults['killAt'] = {};
  for (const part of environment[variable]?.split(',') ?? []) {
    const [name, probability] = part.split(':');
    const point = KILL_POINTS.find((known) => known === name?.trim());
    if (!point || !(Number(probability) >= 0 && Number(probability) <= 1)) {
      throw new ConfigError([
        `${variable} contains "${part}"; it must be point:probability, the point one of ${KILL_POINTS.join(', ')}`,
      ]);
    }
    probabilities[point] = Number(probability);
  }
  return probabilities;
}

/**
 * The same names and defaults, for the command line on the same machine. `PUBLIC_URL` names a service elsewhere; without
 * it and `PORT` it is the one that runs on the data folder. `cli/target.ts` looks further where none of them says.
 */
export function readCliConfig(environment: NodeJS.ProcessEnv): CliConfig {
  const text = (name: string) => environment[name]?.trim() || null;
  const withoutSlash = (url: string | null) => url?.replace(/\/+$/, '') ?? null;
  const dataDir = resolve(text('DATA_DIR') ?? DEFAULT_DATA_DIR);
  // With `PORT=0` the service picks one.
  const port = text('PORT') === '0' ? null : text('PORT');
  const found = port === null ? findRunning(dataDir) : null;
  return Object.freeze({
    isChosen: (text('PUBLIC_URL') ?? port ?? text('DATA_DIR') ?? found) !== null,
    url: withoutSlash(text('PUBLIC_URL')) ?? found ?? `http://${DEFAULT_HOST}:${port ?? DEFAULT_PORT}`,
    emulatorUrl: withoutSlash(text('RCS_EMULATOR_URL')),
    operatorKey: text('PARLEY_OPERATOR_KEY'),
    dataDir,
    home: homeOf(environment),
    databaseUrl: text('DATABASE_URL'),
    encryptionKey: text('PARLEY_ENCRYPTION_KEY'),
  });
}

/** The requirement for an operator key set by hand. */
export const STRONG_KEY = `must be at least ${MIN_OPERATOR_KEY_LENGTH} printable characters without spaces, ${MIN_OPERATOR_KEY_CHARACTERS} of them different: openssl rand -base64 32 generates one`;

export function isWeakKey(key: string): boolean {
  const isLong = key.length >= MIN_OPERATOR_KEY_LENGTH && new Set(key).size >= MIN_OPERATOR_KEY_CHARACTERS;
  return !isLong || !/^[\x21-\x7e]+$/.test(key);
}

/** A number of hops is not accepted: it would trust anyone who reaches the service without going through the proxy. */
function isProxy(text: string): boolean {
  const { IPv4, IPv6, parseCIDR } = ipaddr;
  if (IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text)) return parseCIDR(text)[1] > 0;
  return PROXY_KINDS.includes(text) || IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text);
}

/** NaN for anything but a plain decimal number. */
function seconds(text: string): number {
  return /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function isForwardSchedule(delays: number[]): boolean {
  const areInRange = delays.every((delay) => delay >= 0 && delay <= MAX_FORWARD_DELAY_SECONDS);
  return areInRange && delays[0] === 0 && delays.length <= MAX_FORWARD_ATTEMPTS;
}

function readable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
