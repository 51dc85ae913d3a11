/** `parley restore`: a backup becomes a database again, whole or not at all, and is compared with what was backed up. */
import type { Logger } from '../log.ts';
import type { Encryption } from '../secrets/encryption.ts';
import { type CopiedTable, copyIn, copyOut, emptyTables, listCopiedTables } from '../store/copy.ts';
import type { Database } from '../store/database.ts';
import { findFaults } from '../store/faults.ts';
import { listApplied, lockMigrations, migrate, refuseOthers } from '../store/migrate.ts';
import { createNamed } from '../store/partitions.ts';
import {
  allowLongWork,
  countWaiting,
  findOccupant,
  holdWaiting,
  skipNumbers,
  type Waiting,
} from '../store/restored.ts';
import { listSealed } from '../store/sealed.ts';
import type { Sql } from '../store/sql.ts';
import {
  type BackupHeader,
  type BackupReader,
  differences,
  type Progress,
  readBackup,
  type Tallies,
  tallyOf,
} from './backup-file.ts';
import { DatabaseRefusal } from './open.ts';

export type Restored = {
  takenAt: string;
  rows: number;
  tables: number;
  secrets: number;
  /** What was under way at that moment, and is `held` or goes on when the service starts. */
  waiting: Waiting;
  held: boolean;
  /** What was wrong already when the backup was made, in words. */
  faults: string[];
};

export type RestoreOptions = {
  /** The ids of the keys at hand, and what they open; null without a key. */
  encryption: { ids: readonly string[]; open: Encryption['open'] } | null;
  /** Turns what waits into dead letters, so that nothing is sent before somebody has looked. */
  hold: boolean;
  log: Logger;
  progress: Progress;
};

/** Into a database without a service; anything else is refused. @throws DatabaseRefusal */
export async function restore(database: Database, file: string, options: RestoreOptions): Promise<Restored> {
  return readBackup(file, async (backup) => {
    const { header } = backup;
    refuseWithoutKeys(header, options.encryption?.ids ?? []);
    await refuseOthers(header.migrations).catch((cause: Error) => {
      throw new DatabaseRefusal(`The backup is of another version (${header.parley}): ${cause.message}.`, { cause });
    });
    await refuseOccupied(database, header);
    // Later migrations change rows, so they are for the start of the service, when the rows are there.
    await migrate(database, options.log, undefined, header.migrations.at(-1)!.version);
    return database.alone(async (connection) => {
      await lockMigrations(connection);
      await refuseOccupied(connection, header);
      const restored = await connection.begin((sql) => load(sql, backup, options));
      await connection`analyze`;
      return restored;
    });
  });
}

async function load(sql: Sql, backup: BackupReader, { encryption, hold, progress }: RestoreOptions): Promise<Restored> {
  const { header, tallies } = backup;
  const known = await listCopiedTables(sql);
  await allowLongWork(sql);
  await createNamed(sql, header.partitions);
  await emptyTables(sql, known);
  for await (const copied of backup.tables()) {
    refuseUnknown(known, copied);
    await copyIn(sql, copied, copied.rows);
  }
  const found = await tallyAll(sql, known, progress);
  const [difference] = differences(tallies, found);
  if (difference) throw new DatabaseRefusal(`What was restored is not what was backed up: ${difference}.`);
  const secrets = await listSealed(sql);
  for (const { rowId, sealed } of secrets) encryption!.open(sealed, rowId);
  const faults = await findFaults(sql);
  await skipNumbers(sql);
  const waiting = await countWaiting(sql);
  if (hold) await holdWaiting(sql, `It was waiting when the backup was made, ${header.takenAt}.`);
  const rows = Object.values(found).reduce((sum, tally) => sum + tally.rows, 0);
  return {
    ...{ takenAt: header.takenAt, rows, tables: known.length, secrets: secrets.length },
    ...{ waiting, held: hold, faults },
  };
}

async function tallyAll(sql: Sql, tables: readonly CopiedTable[], progress: Progress): Promise<Tallies> {
  const found: Tallies = {};
  for (const copied of tables) {
    const tally = await tallyOf(await copyOut(sql, copied));
    found[copied.table] = tally;
    progress(copied.table, tally.rows);
  }
  return found;
}

function refuseWithoutKeys({ keys }: BackupHeader, ids: readonly string[]): void {
  const missing = keys.filter((key) => !ids.includes(key));
  if (missing.length === 0) return;
  const here = ids.length === 0 ? 'there is no key here' : `the key here is ${ids.join(', ')}`;
  throw new DatabaseRefusal(
    `Secrets in the backup are sealed with the encryption key ${missing.join(', ')}, and ${here}. Set PARLEY_ENCRYPTION_KEY to it, or put it into the file encryption-key in DATA_DIR; several keys are separated by commas.`,
  );
}

async function refuseOccupied(sql: Sql, { migrations }: BackupHeader): Promise<void> {
  const occupant = await findOccupant(sql);
  if (occupant) throw new DatabaseRefusal(`The database is not empty: it has ${occupant}. Restore into a new one.`);
  const newest = (await listApplied(sql))?.at(-1)?.version ?? 0;
  if (newest > migrations.at(-1)!.version)
    throw new DatabaseRefusal('The schema of the database is newer than that of the backup. Restore into a new one.');
}

function refuseUnknown(known: readonly CopiedTable[], { table, columns }: CopiedTable): void {
  const found = known.find((one) => one.table === table);
  if (found && columns.every((column) => found.columns.includes(column))) return;
  throw new DatabaseRefusal(`The backup has a table ${table} that its version does not have.`);
}
