/** Opens the database of a service for what the command line does to it: the one of the settings, embedded or not. */
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { listLiving } from '../store/lanes.ts';
import { migrate } from '../store/migrate.ts';

export type { Database };

export type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Why nothing was done to the database, for the person who asked. */
export class DatabaseRefusal extends Error {}

/** As it is, whoever else is using it. */
export async function withDatabase<Result>(
  config: DatabaseSettings,
  log: Logger,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const url = config.databaseUrl ?? opened.use(await startEmbeddedPostgres({ dataDir: config.dataDir, log })).url;
  const database = opened.use(openDatabase(url, { maxConnections: 2, log, applicationName: 'parley database' }));
  // Awaited here, or all of it would be closed as soon as the work has begun.
  return await work(database);
}

/** At the schema of this code. @throws DatabaseRefusal while a process of the service is working on it */
export async function withDatabaseAtRest<Result>(
  config: DatabaseSettings,
  log: Logger,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, log, async (database) => {
    await migrate(database, log);
    const living = await listLiving(database);
    if (living.length > 0) {
      const [first] = living;
      throw new DatabaseRefusal(
        `The service is running (${first}). Stop every process of it first; one that was killed counts for ten seconds.`,
      );
    }
    return work(database);
  });
}
