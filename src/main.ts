/** The door: environment → app → wait for a signal → exit code. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { startApp } from './app.ts';
import { announcement, banner } from './banner.ts';
import { ConfigError, readConfig, readFaults } from './config.ts';
import { armFaults } from './faults.ts';
import { createLog } from './log.ts';
import { isDatabaseGone } from './store/database.ts';
import { VERSION } from './version.ts';

/** A stop that takes longer is not clean; what it leaves behind is taken up by the next start. */
const STOP_MS = 10_000;

/** Time for the parts of a start that failed to close by themselves. */
const FAILED_START_MS = 1_000;

// Set before the heap grows: what a request makes dies with it, and a larger nursery lets it die there (measured: +14 %).
setFlagsFromString('--max-semi-space-size=64');
setFlagsFromString('--min-semi-space-size=32');

const begun = performance.now();
try {
  const config = readConfig(process.env);
  armFaults(readFaults(process.env));
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
  log.info({ version: VERSION, node: process.version, pid: process.pid }, 'starting');
  const app = await startApp(config, log);
  const seconds = (performance.now() - begun) / 1000;
  // A program that collects lines of JSON would stumble over a banner.
  if (process.stdout.isTTY) process.stdout.write(banner(config, app, seconds));
  else log.info(announcement(config, app, seconds), `Parley ${VERSION} is ready`);
  app.context.consoleBuild.start();

  const [signal] = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  log.info({ signal }, 'stopping: finishing what runs; the same signal again stops at once');
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  setTimeout(() => {
    log.error(`not stopped after ${STOP_MS} ms; the rest is left to the next start`);
    process.exit(1);
  }, STOP_MS).unref();
  await app[Symbol.asyncDispose]();
  log.info('stopped');
} catch (cause) {
  process.stderr.write(`${explain(cause)}\n`);
  process.exitCode = 1;
  // What half a start has left open must not keep a service standing that serves nobody.
  setTimeout(() => process.exit(), FAILED_START_MS).unref();
}

/** What a person can act on; the stack only where it is our own bug. */
function explain(cause: unknown): string {
  if (cause instanceof ConfigError) return cause.message;
  if (!(cause instanceof Error)) return String(cause);
  const { code, port } = cause as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another: PORT=8081 npm start`;
  if (isDatabaseGone(cause)) return `The database of DATABASE_URL cannot be reached: ${cause.message}`;
  if (cause.name === 'PostgresError') return `The database refuses (${code}): ${cause.message}`;
  return cause.stack ?? cause.message;
}
