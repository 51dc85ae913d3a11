/** `parley backup` and `parley restore`: the whole database as a file, and back. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Restored } from '../../database/restore.ts';
import { createEncryption, keyId, parseEncryptionKeys } from '../../secrets/encryption.ts';
import { findEncryptionKey } from '../../secrets/keys.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { plain } from '../output.ts';
import { onDatabase } from '../with-database.ts';

export async function backUp({ config, out }: Cli, { file }: { file: string }): Promise<void> {
  const { backUp: write } = await import('../../database/backup.ts');
  const startedAt = performance.now();
  const tell = tellTables(out);
  const result = await onDatabase(config, 'No backup was made', (database) => write(database, resolve(file), tell));
  const seconds = secondsSince(startedAt);
  out.show({ file, ...result, seconds }, () =>
    [
      `${file}: ${result.rows} rows of ${result.takenAt}, ${megabytes(result.bytes)}, read back and compared, in ${seconds} s.`,
      result.keys.length === 0
        ? 'It has no secrets, so that no encryption key is needed to restore it.'
        : `To restore it, the encryption key ${result.keys.join(', ')} is needed, which is not in it: keep that in another place.`,
    ].join('\n'),
  );
}

export async function restoreBackup(
  { config, out }: Cli,
  { file, hold, rehearse }: { file: string; hold?: boolean | undefined; rehearse?: boolean | undefined },
): Promise<void> {
  const { restore } = await import('../../database/restore.ts');
  const startedAt = performance.now();
  await using place = rehearse ? await temporaryPlace(config.dataDir) : null;
  const encryption = keysAtHand(config);
  const progress = tellTables(out);
  const result = await onDatabase(place?.settings ?? config, 'Nothing was restored', (database, log) =>
    restore(database, resolve(file), { encryption, hold: hold === true, log, progress }),
  );
  const seconds = secondsSince(startedAt);
  out.show({ file, ...result, seconds }, () => restoredText(result, seconds, rehearse === true));
  if (result.faults.length > 0)
    throw new CommandFailure('The backup was made of a faulty database', result.faults.join('\n'));
}

function restoredText(result: Restored, seconds: number, isRehearsal: boolean): string {
  const { takenAt, rows, tables, secrets, waiting, held } = result;
  const { items, messages, events } = waiting;
  const lines = [
    `${isRehearsal ? 'It can be restored' : 'Restored'}: ${rows} rows of ${takenAt}, in ${seconds} s.`,
    `Checked: ${tables} tables have what was backed up, ${secrets} secrets open, turns and lanes are looked through.`,
  ];
  if (isRehearsal) return [...lines, 'The rehearsal is removed; nothing else was touched.'].join('\n');
  const sent = `${items} requests and ${messages} messages were waiting at that moment`;
  lines.push(
    held
      ? `${sent}, and are dead letters now: parley dead-letters list.`
      : `${sent}. The service goes on with them when it starts, even with what was sent after the backup; --hold prevents that.`,
    `${events} events are forwarded again, with the ids that they had.`,
  );
  return lines.join('\n');
}

/** A data folder of its own, beside everything else, so that there is as much room as for the service. */
async function temporaryPlace(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDir, 'rehearsal-'));
  return {
    settings: { dataDir: folder, databaseUrl: null },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Makes none: a key that the backup was not made with is of no use.
 *
 * @throws CommandFailure when what is set or stored is not a key.
 */
function keysAtHand(config: Cli['config']) {
  const text = findEncryptionKey(config);
  if (text === null) return null;
  const keys = parsedKeys(text);
  return { ids: keys.map(keyId), open: createEncryption(keys).open };
}

function parsedKeys(text: string) {
  try {
    return parseEncryptionKeys(text);
  } catch (cause) {
    throw new CommandFailure('Nothing was restored', (cause as Error).message, { cause });
  }
}

const tellTables =
  ({ note }: Cli['out']) =>
  (table: string, rows: number) =>
    rows > 0 && note(`${plain(table)}: ${rows} rows`);

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
