/** The operator's log-ins to the console. */
import type { Sql } from './sql.ts';

export type OperatorSession = { createdAt: Date; expiresAt: Date };

/** Absent when there is none; an expired one may still be returned. */
export async function findOperatorSession(sql: Sql, digest: Buffer): Promise<OperatorSession | undefined> {
  const [row] = await sql<OperatorSession[]>`
    select created_at as "createdAt", expires_at as "expiresAt" from operator_session where session_digest = ${digest}`;
  return row;
}

/** Also removes expired ones: log-ins are rare, and nothing else reads the old ones. */
export async function insertOperatorSession(
  sql: Sql,
  digest: Buffer,
  { createdAt, expiresAt }: OperatorSession,
): Promise<void> {
  await sql`
    with expired as (delete from operator_session where expires_at <= ${createdAt})
    insert into operator_session (session_digest, created_at, expires_at) values (${digest}, ${createdAt}, ${expiresAt})`;
}

/** Whether there was one. */
export async function removeOperatorSession(sql: Sql, digest: Buffer): Promise<boolean> {
  const { count } = await sql`delete from operator_session where session_digest = ${digest}`;
  return count > 0;
}
