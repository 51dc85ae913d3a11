/** Links that log a browser in once. */
import type { Sql } from './sql.ts';

/** `personId` null: of whoever has the operator key. */
type Link = { personId: string | null; expiresAt: Date };

/** Also removes expired ones, and a person's former ones: links are made rarely, and nothing else reads the old ones. */
export async function insertLogInLink(
  sql: Sql,
  digest: Buffer,
  { personId, now, expiresAt }: Link & { now: Date },
): Promise<void> {
  await sql`
    with expired as (delete from log_in_link where expires_at <= ${now} or person_id = ${personId})
    insert into log_in_link (link_digest, person_id, expires_at) values (${digest}, ${personId}, ${expiresAt})`;
}

/** What it was, to one caller only; undefined when there is none. */
export async function removeLogInLink(sql: Sql, digest: Buffer): Promise<Link | undefined> {
  const [row] = await sql<Link[]>`
    delete from log_in_link where link_digest = ${digest} returning person_id as "personId", expires_at as "expiresAt"`;
  return row;
}

/** All of a person. */
export async function removeLogInLinksOf(sql: Sql, personId: string): Promise<void> {
  await sql`delete from log_in_link where person_id = ${personId}`;
}
