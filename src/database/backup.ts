/** `parley backup`: one moment of the whole database in a file, while the service goes on. */
import { rename, stat } from 'node:fs/promises';
import { keyIdOf } from '../secrets/encryption.ts';
import { isDistributed } from '../store/cluster.ts';
import { beginSnapshot, type CopiedTable, copyOut, listCopiedTables } from '../store/copy.ts';
import type { Database } from '../store/database.ts';
import { listApplied } from '../store/migrate.ts';
import { listAttached } from '../store/partitions.ts';
import { findMoment } from '../store/restored.ts';
import { listSealed } from '../store/sealed.ts';
import { findSplit } from '../store/split-lanes.ts';
import type { Sql } from '../store/sql.ts';
import { VERSION } from '../version.ts';
import { type CopiedRows, checkBackup, type Progress, writeBackup } from './backup-file.ts';
import { DatabaseRefusal } from './open.ts';

export type Backup = {
  takenAt: string;
  rows: number;
  bytes: number;
  /** The ids of the encryption keys that restoring it needs. */
  keys: string[];
};

/**
 * Writes the file beside its place, reads it back, and puts it there: so a file of that name is whole.
 * @throws DatabaseRefusal
 */
export async function backUp(database: Database, file: string, progress: Progress): Promise<Backup> {
  if (await stat(file).catch(() => null)) throw new DatabaseRefusal(`${file} exists already.`);
  const part = `${file}.part`;
  const { tallies, header } = await database.alone(async (connection) => {
    await refuseUnfit(connection);
    const tables = await listCopiedTables(connection);
    return connection.begin(async (sql) => {
      await beginSnapshot(sql, tables);
      const header = await describe(sql);
      return { header, tallies: await writeBackup(part, header, copyAll(sql, tables), progress) };
    });
  });
  await checkBackup(part);
  await rename(part, file);
  const rows = Object.values(tallies).reduce((sum, tally) => sum + tally.rows, 0);
  const { size: bytes } = await stat(file);
  return { takenAt: header.takenAt, rows, bytes, keys: header.keys };
}

async function* copyAll(sql: Sql, tables: readonly CopiedTable[]): AsyncGenerator<CopiedRows> {
  for (const copied of tables) yield { ...copied, rows: await copyOut(sql, copied) };
}

async function describe(sql: Sql) {
  const keys = new Set((await listSealed(sql)).map(({ sealed }) => keyIdOf(sealed)));
  return {
    parley: VERSION,
    takenAt: await findMoment(sql),
    migrations: (await listApplied(sql))!,
    partitions: await listAttached(sql),
    keys: [...keys],
  };
}

async function refuseUnfit(sql: Sql): Promise<void> {
  if (!(await listApplied(sql))) throw new DatabaseRefusal('The database is empty: no service has run on it yet.');
  if (await isDistributed(sql)) {
    throw new DatabaseRefusal(
      'The lanes of this database are on several nodes, which have no moment in common. Stop the service and use pg_dump: docs/operate.md says how.',
    );
  }
  const { lanes, split } = await findSplit(sql);
  if (lanes === null) throw new DatabaseRefusal('The database has no lanes yet: start the service on it once.');
  if (split) throw new DatabaseRefusal(`A split of its lanes was interrupted: parley database lanes --to ${split.to}.`);
}
