/**
 * The log: one JSON line for each record, secrets and phone numbers hidden by key name; readable lines on a terminal.
 * Warnings and errors that repeat are counted, see `repeats.ts`.
 */
import { type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';
import { type Clock, createRepeats, type Repeats } from './repeats.ts';

export type Logger = PinoLogger;

export type Log = Logger & {
  /** Call before the process ends: writes what has repeated since the last minute. */
  tellRepeated: () => void;
};

/** Keys whose values never reach the log, at any of the three depths at which we log objects. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'clientSecret',
  'client_secret',
  'signingToken',
  'operatorKey',
  'password',
  'privateKey',
  'private_key',
  'access_token',
  'accessToken',
  'phoneNumber',
  'senderPhoneNumber',
];

/**
 * What tells the causes of one message apart, besides the kind of the error and where it was thrown. Ids are left out:
 * they differ each time.
 */
const CAUSES = ['code', 'kind', 'httpStatus'] as const;
const MAX_KIND_LENGTH = 500;

export function createLog(options: {
  level: string;
  pretty: boolean;
  destination?: NodeJS.WritableStream;
  clock?: Clock;
}): Log {
  const repeats = createRepeats(options.clock);
  const settings = {
    level: options.level,
    base: null,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    hooks: { logMethod: countedBy(repeats) },
  };
  return Object.assign(open(settings, options), { tellRepeated: repeats.tellAll });
}

function open(
  settings: LoggerOptions,
  { destination, pretty }: { destination?: NodeJS.WritableStream; pretty: boolean },
) {
  // Level names instead of numbers, for people who read or search the lines.
  const lines = { ...settings, formatters: { level: (label: string) => ({ level: label }) } };
  if (destination) return pino(lines, destination);
  if (!pretty) return pino(lines);
  return pino({
    ...settings,
    transport: {
      target: 'pino-pretty',
      options: { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' },
    },
  });
}

/** Called for each line: lets it through or counts it. The count is logged with the fields of the last one. */
function countedBy(repeats: Repeats): LogHook {
  return function (args, write, level) {
    const { warn, error } = this.levels.values;
    if (level !== warn && level !== error) return write.apply(this, args);
    const [fields, message] = typeof args[0] === 'string' ? [{}, args[0]] : [args[0] as Fields, args[1] ?? ''];
    const tell = (more: number) =>
      write.call(this, { ...fields, more }, `${message} … ${more} more like this in the last minute`);
    if (repeats.isFirst(kindOf(level, message, fields), tell)) write.apply(this, args);
  };
}

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Fields = Record<string, unknown>;

function kindOf(level: number, message: string, fields: Fields): string {
  const error = fields['err'] instanceof Error ? fields['err'] : null;
  const causes = CAUSES.map((name) => fields[name] ?? (error as Fields | null)?.[name] ?? '');
  const place = /\n\s+at .*/.exec(error?.stack ?? '')?.[0] ?? '';
  return [level, message, ...causes, error?.name ?? '', place.trim()].join(' ').slice(0, MAX_KIND_LENGTH);
}
