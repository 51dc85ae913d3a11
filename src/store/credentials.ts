/** The credentials that clients exchange for access tokens. */
import type { Credential } from '../model/credential.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & { clientId: string; accountId: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** What the token endpoint compares. */
export type CredentialDigest = { clientId: string; accountId: string; secretDigest: Buffer };

const columns = (sql: Sql) => sql`
  client_id as "clientId", account_id as "accountId", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export async function findCredentialDigest(sql: Sql, clientId: string): Promise<CredentialDigest | undefined> {
  const [row] = await sql<CredentialDigest[]>`
    select client_id as "clientId", account_id as "accountId", secret_digest as "secretDigest"
    from credential where client_id = ${clientId}`;
  return row;
}

/** The account that a client acts for, or undefined when its credential was removed. */
export async function findAccountOfClient(sql: Sql, clientId: string): Promise<string | undefined> {
  const [row] = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from credential where client_id = ${clientId}`;
  return row?.accountId;
}

/** `accountId` null: of every account. */
export async function listCredentials(
  sql: Sql,
  accountId: string | null,
  request: PageRequest,
): Promise<Page<Credential>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from credential
    where (${accountId}::text is null or account_id = ${accountId}) ${after(sql, request, sql`client_id`)}
    order by created_at desc, client_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.clientId], toCredential);
}

export async function insertCredential(
  sql: Sql,
  credential: { clientId: string; accountId: string; name: string; secretDigest: Buffer },
): Promise<Credential> {
  const { clientId, accountId, name, secretDigest } = credential;
  const [row] = await sql<Row[]>`
    insert into credential (client_id, account_id, name, secret_digest)
    values (${clientId}, ${accountId}, ${name}, ${secretDigest})
    returning ${columns(sql)}`;
  return toCredential(row!);
}

/** Records that the credential was used, unless that was recorded within the last minute: it is a hint, not a log. */
export async function updateCredentialUse(sql: Sql, clientId: string): Promise<void> {
  await sql`
    update credential set last_used_at = now()
    where client_id = ${clientId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

/** Whether there was one. */
export async function removeCredential(sql: Sql, clientId: string): Promise<boolean> {
  const { count } = await sql`delete from credential where client_id = ${clientId}`;
  return count > 0;
}

function toCredential({ clientId, accountId, name, createdAt, lastUsedAt }: Row): Credential {
  return {
    clientId,
    accountId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
