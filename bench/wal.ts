/** How much the database writes to its log: the bytes that a disk, a replica and an archive have to take. */
import postgres from 'postgres';

/** The result of `work`, and the bytes of write-ahead log that the server wrote meanwhile. */
export async function withWal<Result>(url: string, work: () => Promise<Result>): Promise<[Result, number]> {
  const sql = postgres(url, { max: 1 });
  const position = async () => {
    const [row] = await sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`;
    return row!.bytes;
  };
  try {
    const before = await position();
    const result = await work();
    return [result, (await position()) - before];
  } finally {
    await sql.end();
  }
}
