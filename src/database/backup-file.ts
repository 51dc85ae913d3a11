/**
 * The file of a backup: text, compressed with zstd. A line of JSON says what it is; then, for each table, a line that names
 * it, its rows as `COPY` writes them, and `\.`; the last line counts them. See docs/decisions/0023-backup.md.
 */
import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { CopiedTable } from '../store/copy.ts';
import { DatabaseRefusal } from './open.ts';

const FORMAT = 1;

export type BackupHeader = {
  format: typeof FORMAT;
  /** The version of the service that made it. */
  parley: string;
  /** The moment that it is of, by the database's clock. */
  takenAt: string;
  /** The schema that its rows are in. */
  migrations: { version: number; checksum: string }[];
  partitions: string[];
  /** The ids of the encryption keys that its secrets are sealed with. */
  keys: string[];
};

/** What a table holds, whatever the order of its rows. */
export type Tally = { rows: number; digest: string };
export type Tallies = Record<string, Tally>;

/** Ends the rows of a table; no row is like it, because `COPY` doubles each backslash. */
const END_OF_ROWS = '\\.\n';
const LINE_END = 0x0a;

/** Sums of this many bits are exact in a number, and no accident hits one by chance. */
const DIGEST_BYTES = 6;

/** Told of each table that is done. */
export type Progress = (table: string, rows: number) => void;

/** `rows`: blocks of whole rows. */
export type CopiedRows = CopiedTable & { rows: AsyncIterable<Buffer> };

/** Writes the file, and resolves once it is on the disk. Whoever has a part of it knows, because the last line is missing. */
export async function writeBackup(
  file: string,
  header: Omit<BackupHeader, 'format'>,
  tables: AsyncIterable<CopiedRows>,
  progress: Progress = () => {},
): Promise<Tallies> {
  const tallies: Tallies = {};
  async function* lines(): AsyncGenerator<Buffer | string> {
    yield `${JSON.stringify({ format: FORMAT, ...header })}\n`;
    for await (const { table, columns, rows } of tables) {
      yield `${JSON.stringify({ table, columns })}\n`;
      const count = createTally();
      for await (const block of rows) {
        count.add(block);
        yield block;
      }
      tallies[table] = count.tally();
      progress(table, tallies[table].rows);
      yield END_OF_ROWS;
    }
    yield `${JSON.stringify({ tables: tallies })}\n`;
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  await pipeline(lines, compress, createWriteStream(file, { mode: 0o600, flush: true }));
  return tallies;
}

/** The parts of the file, in their order. */
export type BackupReader = {
  header: BackupHeader;
  /** The rows of one have to be read before the next is asked for. */
  tables(): AsyncGenerator<CopiedRows>;
  /** Of all tables, once the last one has been read. */
  tallies: Tallies;
};

/** @throws DatabaseRefusal when the file is not what it has to be, in the middle of `work` if it shows only there */
export async function readBackup<Result>(
  file: string,
  work: (backup: BackupReader) => Promise<Result>,
): Promise<Result> {
  let done: { result: Result } | undefined;
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), async (chunks: AsyncIterable<Buffer>) => {
      const lines = new Lines(chunks);
      const backup: BackupReader = {
        header: await readHeader(lines),
        tallies: {},
        tables: () => readTables(lines, (tallies) => Object.assign(backup.tallies, tallies)),
      };
      done = { result: await work(backup) };
    });
    return done!.result;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new DatabaseRefusal(`${file} does not exist.`, { cause });
    if (cause instanceof Damage || /^(ZSTD_|Z_)/i.test(code))
      throw new DatabaseRefusal(`${file} is damaged or no backup: ${(cause as Error).message}.`, { cause });
    throw cause;
  }
}

/** What the file says it has, compared with what it has. @throws DatabaseRefusal */
export async function checkBackup(file: string): Promise<void> {
  await readBackup(file, async (backup) => {
    const found: Tallies = {};
    for await (const { table, rows } of backup.tables()) found[table] = await tallyOf(rows);
    const [fault] = differences(backup.tallies, found);
    if (fault) throw new Damage(fault);
  });
}

/** The tables that are not as expected, in words. */
export function differences(expected: Tallies, found: Tallies): string[] {
  return Object.entries(expected)
    .filter(([table, { rows, digest }]) => found[table]?.rows !== rows || found[table].digest !== digest)
    .map(([table, { rows }]) => {
      const count = found[table]?.rows ?? 0;
      return count === rows ? `a row of ${table} is another` : `${table} has ${count} rows instead of ${rows}`;
    });
}

export async function tallyOf(rows: AsyncIterable<Buffer>): Promise<Tally> {
  const count = createTally();
  for await (const block of rows) count.add(block);
  return count.tally();
}

/** The digest is the sum of the hashes of all rows: it does not depend on their order, which a server need not keep. */
function createTally() {
  let rows = 0;
  let sum = 0;
  return {
    add(block: Buffer): void {
      for (let start = 0, end = 0; start < block.length; start = end + 1) {
        end = block.indexOf(LINE_END, start);
        rows += 1;
        sum += hash('sha256', block.subarray(start, end), 'buffer').readUIntBE(0, DIGEST_BYTES);
        sum %= 2 ** (8 * DIGEST_BYTES);
      }
    },
    tally: (): Tally => ({ rows, digest: sum.toString(16).padStart(2 * DIGEST_BYTES, '0') }),
  };
}

/** The file is not what was written. */
class Damage extends Error {}

const CUT_OFF = 'it ends too early';

class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line, as the fields that its JSON has. */
  async json<Line extends object>(): Promise<Partial<Line>> {
    while (!this.#rest.includes(LINE_END)) if (!(await this.#more())) throw new Damage(CUT_OFF);
    const end = this.#rest.indexOf(LINE_END);
    const line = this.#rest.subarray(0, end).toString();
    this.#rest = this.#rest.subarray(end + 1);
    try {
      return Object(JSON.parse(line));
    } catch {
      throw new Damage('a line of it is not JSON');
    }
  }

  /** Blocks of whole rows, up to the end of the table's. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows();
      const upTo = end ?? this.#rest.lastIndexOf(LINE_END) + 1;
      const block = this.#rest.subarray(0, upTo);
      this.#rest = this.#rest.subarray(upTo + (end === null ? 0 : END_OF_ROWS.length));
      if (block.length > 0) yield block;
      if (end !== null) return;
      if (!(await this.#more())) throw new Damage(CUT_OFF);
    }
  }

  /** Nothing may follow; and only a whole file has the checksum that is compared at its end. */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#more())) throw new Damage('it goes on after its end');
  }

  #endOfRows(): number | null {
    if (this.#rest.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS) return 0;
    const found = this.#rest.indexOf(`\n${END_OF_ROWS}`);
    return found < 0 ? null : found + 1;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (!done) this.#rest = Buffer.concat([this.#rest, value]);
    return !done;
  }
}

async function readHeader(lines: Lines): Promise<BackupHeader> {
  const header = await lines.json<BackupHeader>();
  if (header.format === FORMAT) return header as BackupHeader;
  throw new Damage(`its format is ${header.format}, and this version reads ${FORMAT}`);
}

async function* readTables(lines: Lines, found: (tallies: Tallies) => void): AsyncGenerator<CopiedRows> {
  for (;;) {
    const { table, columns, tables } = await lines.json<CopiedTable & { tables: Tallies }>();
    if (tables) {
      found(tables);
      return lines.end();
    }
    if (!table || !columns) throw new Damage('a line of it names no table');
    yield { table, columns, rows: lines.rows() };
  }
}
