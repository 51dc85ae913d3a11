/**
 * Whole tables in PostgreSQL's text format for `COPY`, one row a line: what a backup is made of. It is the format that the
 * manual calls portable between versions and machines, and it needs no program beside the server.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Statement } from './sessions.ts';
import type { Sql } from './sql.ts';

export type CopiedTable = { table: string; columns: string[] };

/** Who is alive is of no use elsewhere; which migrations were applied is decided by applying them. */
const LEFT_OUT = ['process', 'schema_migration'];

/** All tables with what they hold, a partitioned one as a whole; each after those that it refers to. */
export async function listCopiedTables(sql: Sql): Promise<CopiedTable[]> {
  const found = await sql<(CopiedTable & { parents: string[] })[]>`
    select relname as "table",
           (select json_agg(attname order by attnum) from pg_attribute
            where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
           (select coalesce(json_agg(parent.relname), '[]') from pg_constraint join pg_class parent on parent.oid = confrelid
            where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as parents
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname !~ '_[0-9]{8}$' and relname <> all(${LEFT_OUT}::text[])
    order by relname`;
  const ordered: CopiedTable[] = [];
  const isOrdered = (name: string) => ordered.some(({ table }) => table === name);
  while (ordered.length < found.length) {
    const next = found.find(({ table, parents }) => !isOrdered(table) && parents.every(isOrdered));
    if (!next) throw new Error('The foreign keys of the tables form a circle');
    ordered.push({ table: next.table, columns: next.columns });
  }
  return ordered;
}

/** Begins what a copy is taken in: one moment of all tables, none of which can be dropped until it ends. */
export async function beginSnapshot(sql: Sql, tables: readonly CopiedTable[]): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`;
  await sql.unsafe(`lock table ${tables.map(({ table }) => quoted(table)).join(', ')} in access share mode`);
  await sql`set local enable_seqscan = on`;
  // The file may be slower than the server.
  await sql`set local idle_in_transaction_session_timeout = 0`;
}

/** Blocks of whole rows, each row with its line end, in no particular order. */
export async function copyOut(sql: Sql, { table, columns }: CopiedTable): Promise<Readable> {
  return sql.unsafe(`copy (select ${listed(columns)} from ${quoted(table)}) to stdout`).readable();
}

/** Inserts the rows. Rejects with the server's reason, or with that of `rows`. */
export async function copyIn(sql: Sql, { table, columns }: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const copying = sql.unsafe(`copy ${quoted(table)} (${listed(columns)}) from stdin`);
  // What the server finds wrong after the last row reaches only the statement, which was resolved with the stream.
  const { promise: refused, reject } = Promise.withResolvers<never>();
  refused.catch(() => {});
  const statement = copying as unknown as Statement;
  const rejectStatement = statement.reject;
  statement.reject = (cause) => {
    reject(cause);
    rejectStatement(cause);
  };
  await Promise.race([pipeline(rows, await copying.writable()), refused]);
}

/** Row by row, because the audit log cannot be emptied: it must have none, like all but what migrations insert. */
export async function emptyTables(sql: Sql, tables: readonly CopiedTable[]): Promise<void> {
  for (const { table } of tables.toReversed()) await sql.unsafe(`delete from ${quoted(table)}`);
}

const listed = (columns: readonly string[]) => columns.map(quoted).join(', ');

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
