/** The credentials that clients exchange for access tokens. */
import type { Credential } from '../model/credential.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Scope } from '../model/scope.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged &
  Pick<Credential, 'clientId' | 'accountId' | 'name'> & {
    scopes: Scope[] | null;
    createdAt: Date;
    lastUsedAt: Date | null;
  };

/** What the token endpoint compares. */
export type CredentialDigest = { clientId: string; accountId: string; scopes: Scope[] | null; secretDigest: Buffer };

const columns = (sql: Sql) => sql`
  client_id as "clientId", account_id as "accountId", name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export async function findCredentialDigest(sql: Sql, clientId: string): Promise<CredentialDigest | undefined> {
  const [row] = await sql<CredentialDigest[]>`
    select client_id as "clientId", account_id as "accountId", scopes, secret_digest as "secretDigest"
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
  credential: Pick<Credential, 'clientId' | 'accountId' | 'name' | 'scopes'> & { secretDigest: Buffer },
): Promise<Credential> {
  const { clientId, accountId, name, scopes = null, secretDigest } = credential;
  const [row] = await sql<Row[]>`
    insert into credential (client_id, account_id, name, scopes, secret_digest)
    values (${clientId}, ${accountId}, ${name}, ${scopes}, ${secretDigest})
    returning ${columns(sql)}`;
  return toCredential(row!);
}

/** Records that the credential was used, unless that was recorded within the last minute: it is a hint, not a log. */
export async function updateCredentialUse(sql: Sql, clientId: string): Promise<void> {
  await sql`
    update credential set last_used_at = now()
    where client_id = ${clientId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

/** What it was; undefined when there was none. */
export async function removeCredential(sql: Sql, clientId: string): Promise<Credential | undefined> {
  const [row] = await sql<Row[]>`delete from credential where client_id = ${clientId} returning ${columns(sql)}`;
  return row && toCredential(row);
}

function toCredential({ clientId, accountId, name, scopes, createdAt, lastUsedAt }: Row): Credential {
  return {
    clientId,
    accountId,
    name,
    ...(scopes && { scopes }),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
