/** The further endpoints of agents. Their headers are sealed. How they answer is in `endpoint-health.ts`. */
import type { Endpoint, EndpointKey, NewEndpoint, Target } from '../model/endpoint.ts';
import { type Headers, masked } from '../model/endpoint-headers.ts';
import type { Encryption } from '../secrets/encryption.ts';
import type { Sql } from './sql.ts';

type Row = {
  endpointId: string;
  agentId: string;
  url: string;
  description: string | null;
  classes: NewEndpoint['classes'] | null;
  types: NewEndpoint['types'] | null;
  perSecond: number | null;
  headerNames: string[] | null;
  pausedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (sql: Sql) => sql`
  endpoint_id as "endpointId", agent_id as "agentId", url, description, classes, types,
  per_second as "perSecond", header_names as "headerNames", paused_at as "pausedAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Oldest first. All of them: an agent has a few at most. */
export async function listEndpoints(sql: Sql, agentId: string): Promise<Endpoint[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from endpoint where agent_id = ${agentId} order by created_at, endpoint_id`;
  return rows.map(toEndpoint);
}

/** The same, with what is sent to them. */
export async function listTargets(sql: Sql, agentId: string): Promise<(Endpoint & Target)[]> {
  const rows = await sql<(Row & { headersSealed: string | null })[]>`
    select ${columns(sql)}, headers_sealed as "headersSealed" from endpoint where agent_id = ${agentId}
    order by created_at, endpoint_id`;
  return rows.map(({ headersSealed: text, ...row }) => ({
    ...toEndpoint(row),
    ...(text !== null && { sealedHeaders: { endpointId: row.endpointId, text } }),
  }));
}

/** `for update` locks it until the transaction ends. */
export async function findEndpoint(
  sql: Sql,
  agentId: string,
  endpointId: string,
  lock?: 'for update',
): Promise<Endpoint | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from endpoint where agent_id = ${agentId} and endpoint_id = ${endpointId}
    ${lock ? sql`for update` : sql``}`;
  return row && toEndpoint(row);
}

/** The agent's row must be locked, so that two requests do not exceed the limit of endpoints. */
export async function insertEndpoint(
  sql: Sql,
  encryption: Encryption,
  { agentId, endpointId, ...values }: NewEndpoint & EndpointKey,
): Promise<Endpoint> {
  const { url, description = null, classes = null, types = null, perSecond = null, paused = false } = values;
  const { names, text } = sealed(encryption, endpointId, values.headers ?? {});
  const [row] = await sql<Row[]>`
    insert into endpoint (endpoint_id, agent_id, url, description, classes, types, per_second, header_names,
                          headers_sealed, paused_at)
    values (${endpointId}, ${agentId}, ${url}, ${description}, ${classes}, ${types}, ${perSecond}, ${names}, ${text},
            case when ${paused}::boolean then now() end)
    returning ${columns(sql)}`;
  return toEndpoint(row!);
}

/** Its headers stay as they are. Undefined when it is gone. */
export async function updateEndpoint(
  sql: Sql,
  { agentId, endpointId, ...values }: Omit<NewEndpoint, 'headers'> & EndpointKey,
): Promise<Endpoint | undefined> {
  const { url, description = null, classes = null, types = null, perSecond = null, paused = false } = values;
  const [row] = await sql<Row[]>`
    update endpoint set url = ${url}, description = ${description}, classes = ${classes}, types = ${types},
      per_second = ${perSecond}, paused_at = case when ${paused}::boolean then coalesce(paused_at, now()) end,
      updated_at = now()
    where agent_id = ${agentId} and endpoint_id = ${endpointId} returning ${columns(sql)}`;
  return row && toEndpoint(row);
}

/** Decrypted. */
export async function findHeaders(sql: Sql, encryption: Encryption, endpointId: string): Promise<Headers> {
  const [row] = await sql<{ text: string | null }[]>`
    select headers_sealed as text from endpoint where endpoint_id = ${endpointId}`;
  return typeof row?.text === 'string' ? (JSON.parse(encryption.open(row.text, endpointId)) as Headers) : {};
}

/** The endpoint's row must be locked. */
export async function updateHeaders(
  sql: Sql,
  encryption: Encryption,
  endpointId: string,
  headers: Headers,
): Promise<void> {
  const { names, text } = sealed(encryption, endpointId, headers);
  await sql`
    update endpoint set header_names = ${names}, headers_sealed = ${text} where endpoint_id = ${endpointId}`;
}

function sealed(
  encryption: Encryption,
  endpointId: string,
  headers: Headers,
): { names: string[] | null; text: string | null } {
  const names = Object.keys(headers);
  if (names.length === 0) return { names: null, text: null };
  return { names, text: encryption.seal(JSON.stringify(headers), endpointId) };
}

/** With what is known of its health. What it was; undefined when it was gone. */
export async function removeEndpoint(sql: Sql, agentId: string, endpointId: string): Promise<Endpoint | undefined> {
  await sql`delete from endpoint_health where agent_id = ${agentId} and endpoint_id = ${endpointId}`;
  const [row] = await sql<Row[]>`
    delete from endpoint where agent_id = ${agentId} and endpoint_id = ${endpointId} returning ${columns(sql)}`;
  return row && toEndpoint(row);
}

function toEndpoint(row: Row): Endpoint {
  const { endpointId, agentId, url, description, classes, types, perSecond, headerNames } = row;
  const { pausedAt, createdAt, updatedAt } = row;
  return {
    endpointId,
    agentId,
    url,
    ...(description !== null && { description }),
    ...(classes && { classes }),
    ...(types && { types }),
    ...(perSecond !== null && { perSecond }),
    ...(headerNames && { headers: masked(headerNames) }),
    ...(pausedAt && { pausedAt: pausedAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
