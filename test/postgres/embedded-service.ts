/**
 * A stand-in for the service in the tests of the embedded database: `node embedded-service.ts <dataDir>` starts the
 * database, keeps one connection open, prints `{ found, url }`, survives Ctrl-C like a draining service, and disposes
 * on SIGTERM.
 */
import { once } from 'node:events';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../src/postgres/embedded.ts';
import { openDatabase } from '../../src/store/database.ts';

const log = pino({ level: 'silent' });
const ended = once(process, 'SIGTERM');
process.on('SIGINT', () => process.stdout.write('"interrupted"\n'));
{
  await using postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log });
  await using database = openDatabase(postgres.url, { maxConnections: 2, log, applicationName: 'parley-test' });
  await database`select 1`;
  process.stdout.write(`${JSON.stringify({ found: postgres.found, url: postgres.url })}\n`);
  // Waiting for a signal does not keep a process alive.
  const alive = setInterval(() => {}, 1000);
  await ended;
  clearInterval(alive);
}
