/** Opens the database of a service that is stopped: the one of its settings, embedded or not, at the schema of this code. */
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { listLiving } from '../store/lanes.ts';
import { migrate } from '../store/migrate.ts';

export type { Database };

/** Why nothing was done to the database, for the person who asked. */
export class DatabaseRefusal extends Error {}

/** @throws DatabaseRefusal while a process of the service is working on it */
export async function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const url = config.databaseUrl ?? opened.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log })).url;
  const database = opened.use(openDatabase(url, { maxConnections: 2, log, applicationName: 'parley database' }));
  await migrate(database, log);
  const living = await listLiving(database);
  if (living.length > 0) {
    const [first] = living;
    throw new DatabaseRefusal(
      `The service is running (${first}). Stop every process of it first; one that was killed counts for ten seconds.`,
    );
  }
  return work(database);
}
