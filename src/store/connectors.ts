/** The API connectors that accounts define. */
import type { Connector, NewConnector } from '../model/connector.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

type Body = Omit<NewConnector, 'connectorId'>;
type Row = Paged & { connectorId: string; body: Body; createdAt: Date; updatedAt: Date };

const columns = (sql: Sql) => sql`
  connector_id as "connectorId", body, created_at as "createdAt", updated_at as "updatedAt"`;

export async function findConnector(sql: Sql, accountId: string, connectorId: string): Promise<Connector | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from connector where account_id = ${accountId} and connector_id = ${connectorId}`;
  return row ? toConnector(row) : null;
}

export async function listConnectors(sql: Sql, accountId: string, request: PageRequest): Promise<Page<Connector>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from connector
    where account_id = ${accountId} ${after(sql, request, sql`connector_id`)}
    order by created_at desc, connector_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.connectorId], toConnector);
}

/** Until the transaction ends, nobody saves a state that names it. False when there is none. */
export async function lockConnector(sql: Sql, accountId: string, connectorId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from connector where account_id = ${accountId} and connector_id = ${connectorId} for update`;
  return rows.length > 0;
}

/** Until the transaction ends, nobody removes these, so that states may name them. Returns those that exist. */
export async function keepConnectors(sql: Sql, accountId: string, connectorIds: string[]): Promise<string[]> {
  const rows = await sql<{ connectorId: string }[]>`
    select connector_id as "connectorId" from connector
    where account_id = ${accountId} and connector_id = any(${connectorIds})
    order by connector_id for key share`;
  return rows.map(({ connectorId }) => connectorId);
}

/** The names of the operations of these connectors, by connectorId. Those that do not exist are left out. */
export async function listOperationNames(
  sql: Sql,
  accountId: string,
  connectorIds: string[],
): Promise<Record<string, string[]>> {
  const rows = await sql<{ connectorId: string; names: string[] }[]>`
    select connector_id as "connectorId", array(select jsonb_object_keys(body -> 'operations')) as names
    from connector where account_id = ${accountId} and connector_id = any(${connectorIds})`;
  return Object.fromEntries(rows.map(({ connectorId, names }) => [connectorId, names]));
}

/** Undefined when the account has a connector of this id. */
export async function insertConnector(
  sql: Sql,
  accountId: string,
  connectorId: string,
  body: Body,
): Promise<Connector | undefined> {
  const [row] = await sql<Row[]>`
    insert into connector (account_id, connector_id, body)
    values (${accountId}, ${connectorId}, ${sql.json(body as never)})
    on conflict do nothing returning ${columns(sql)}`;
  return row && toConnector(row);
}

/** Undefined when there is no such connector. */
export async function updateConnector(
  sql: Sql,
  accountId: string,
  connectorId: string,
  body: Body,
): Promise<Connector | undefined> {
  const [row] = await sql<Row[]>`
    update connector set body = ${sql.json(body as never)}, updated_at = now()
    where account_id = ${accountId} and connector_id = ${connectorId} returning ${columns(sql)}`;
  return row && toConnector(row);
}

/** With its authentications. What it was; undefined when there was none. */
export async function removeConnector(
  sql: Sql,
  accountId: string,
  connectorId: string,
): Promise<Connector | undefined> {
  const [row] = await sql<Row[]>`
    delete from connector where account_id = ${accountId} and connector_id = ${connectorId} returning ${columns(sql)}`;
  return row && toConnector(row);
}

/** Where a connector or an authentication is referenced. */
export type StateAddress = { agentId: string; stateId: string };

/** States of the account, of drafts and of live versions, with an operation that has these values, up to `limit`. */
export async function listStatesWithOperation(
  sql: Sql,
  accountId: string,
  operation: { connectorId: string } | { authenticationId: string },
  limit: number,
): Promise<StateAddress[]> {
  return sql<StateAddress[]>`
    select distinct agent_id as "agentId", state_id as "stateId" from flow_state join agent using (agent_id)
    where account_id = ${accountId} and body::jsonb @> ${sql.json({ operations: [operation] })}
    order by agent_id, state_id limit ${limit}`;
}

function toConnector({ connectorId, body, createdAt, updatedAt }: Row): Connector {
  return { connectorId, ...body, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
