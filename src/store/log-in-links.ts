/** Links that log a browser in once. */
import type { Sql } from './sql.ts';

/** Also removes expired ones: links are made rarely, and nothing else reads the old ones. */
export async function insertLogInLink(
  sql: Sql,
  digest: Buffer,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    with expired as (delete from log_in_link where expires_at <= ${now})
    insert into log_in_link (link_digest, expires_at) values (${digest}, ${expiresAt})`;
}

/** Returns when it expires, to one caller only; undefined when there is none. */
export async function removeLogInLink(sql: Sql, digest: Buffer): Promise<Date | undefined> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    delete from log_in_link where link_digest = ${digest} returning expires_at as "expiresAt"`;
  return row?.expiresAt;
}
