/** The log: one JSON line an event, secrets and phone numbers hidden by key name; readable lines on a terminal. */
import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

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

export function createLog(options: { level: string; pretty: boolean; destination?: NodeJS.WritableStream }): Logger {
  const settings = {
    level: options.level,
    base: null,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  // Words and not numbers, for whoever reads or searches the lines by eye.
  const lines = { ...settings, formatters: { level: (label: string) => ({ level: label }) } };
  if (options.destination) return pino(lines, options.destination);
  if (!options.pretty) return pino(lines);
  return pino({
    ...settings,
    transport: {
      target: 'pino-pretty',
      options: { colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' },
    },
  });
}
