/** The credentials that connectors send. Everything but name and type is sealed: the row never shows a secret. */

import type { Authentication, AuthenticationType, NewAuthentication } from '../model/authentication.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Encryption } from '../secrets/encryption.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Row = Paged & {
  authenticationId: string;
  connectorId: string;
  name: string;
  type: AuthenticationType;
  createdAt: Date;
};

const columns = (sql: Sql) => sql`
  authentication_id as "authenticationId", connector_id as "connectorId", name, type, created_at as "createdAt"`;

/** The credential, decrypted, with the connector it belongs to. */
export async function findAuthenticationSecrets(
  sql: Sql,
  encryption: Encryption,
  accountId: string,
  authenticationId: string,
): Promise<{ authenticationId: string; connectorId: string; credential: NewAuthentication } | null> {
  const [row] = await sql<{ connectorId: string; sealed: string }[]>`
    select connector_id as "connectorId", secrets_sealed as sealed from authentication
    where account_id = ${accountId} and authentication_id = ${authenticationId}`;
  if (!row) return null;
  const credential = JSON.parse(encryption.open(row.sealed, authenticationId)) as NewAuthentication;
  return { authenticationId, connectorId: row.connectorId, credential };
}

export async function listAuthentications(
  sql: Sql,
  accountId: string,
  connectorId: string,
  request: PageRequest,
): Promise<Page<Authentication>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from authentication
    where account_id = ${accountId} and connector_id = ${connectorId} ${after(sql, request, sql`authentication_id`)}
    order by created_at desc, authentication_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.authenticationId], toAuthentication);
}

type AuthenticationAddress = { accountId: string; connectorId: string; authenticationId: string };

/** Until the transaction ends, nobody saves a state that names it. False when there is none. */
export async function lockAuthentication(sql: Sql, authentication: AuthenticationAddress): Promise<boolean> {
  const { accountId, connectorId, authenticationId } = authentication;
  const rows = await sql`
    select 1 from authentication
    where account_id = ${accountId} and connector_id = ${connectorId} and authentication_id = ${authenticationId}
    for update`;
  return rows.length > 0;
}

/** Until the transaction ends, nobody removes these, so that states may name them. Returns those that exist. */
export async function keepAuthentications(
  sql: Sql,
  accountId: string,
  authenticationIds: string[],
): Promise<Pick<AuthenticationAddress, 'connectorId' | 'authenticationId'>[]> {
  return sql`
    select connector_id as "connectorId", authentication_id as "authenticationId" from authentication
    where account_id = ${accountId} and authentication_id = any(${authenticationIds})
    order by authentication_id for key share`;
}

/** Undefined when the connector is gone. */
export async function insertAuthentication(
  sql: Sql,
  encryption: Encryption,
  owner: { accountId: string; connectorId: string; authenticationId: string },
  credential: NewAuthentication,
): Promise<Authentication | undefined> {
  const { accountId, connectorId, authenticationId } = owner;
  const sealed = encryption.seal(JSON.stringify(credential), authenticationId);
  const [row] = await sql<Row[]>`
    insert into authentication (authentication_id, account_id, connector_id, name, type, secrets_sealed)
    select ${authenticationId}, account_id, connector_id, ${credential.name}, ${credential.type}, ${sealed}
    from connector where account_id = ${accountId} and connector_id = ${connectorId} for key share
    returning ${columns(sql)}`;
  return row && toAuthentication(row);
}

/** What it was; undefined when there was none. */
export async function removeAuthentication(sql: Sql, authenticationId: string): Promise<Authentication | undefined> {
  const [row] = await sql<Row[]>`
    delete from authentication where authentication_id = ${authenticationId} returning ${columns(sql)}`;
  return row && toAuthentication(row);
}

function toAuthentication({ authenticationId, connectorId, name, type, createdAt }: Row): Authentication {
  return { authenticationId, connectorId, name, type, createdAt: createdAt.toISOString() };
}
