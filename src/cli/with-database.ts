/** For commands that work on the database itself and not through the API; only they wait for it to be loaded. */
import type { Database, DatabaseSettings } from '../database/open.ts';
import type { Logger } from '../log.ts';
import { CommandFailure } from './failure.ts';

/** @throws CommandFailure, titled `failure`, when the database must not be touched. */
export async function atRest<Result>(
  settings: DatabaseSettings,
  failure: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { withDatabaseAtRest } = await import('../database/open.ts');
  return told(failure, async () => withDatabaseAtRest(settings, await quietLog('warn'), work));
}

/** The same, whoever else is using it: that the server runs already is worth no warning. */
export async function onDatabase<Result>(
  settings: DatabaseSettings,
  failure: string,
  work: (database: Database, log: Logger) => Promise<Result>,
): Promise<Result> {
  const { withDatabase } = await import('../database/open.ts');
  const log = await quietLog('error');
  return told(failure, () => withDatabase(settings, log, (database) => work(database, log)));
}

async function quietLog(level: string): Promise<Logger> {
  const { createLog } = await import('../log.ts');
  return createLog({ level, pretty: process.stderr.isTTY });
}

async function told<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  const { DatabaseRefusal } = await import('../database/open.ts');
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof DatabaseRefusal)) throw cause;
    throw new CommandFailure(failure, cause.message, { cause });
  }
}
