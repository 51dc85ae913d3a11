/** The further endpoints of agents. How they answer is in `endpoint-health.ts`. */
import type { Endpoint, NewEndpoint } from '../model/endpoint.ts';
import type { Sql } from './sql.ts';

type Row = {
  endpointId: string;
  agentId: string;
  url: string;
  description: string | null;
  classes: NewEndpoint['classes'] | null;
  types: NewEndpoint['types'] | null;
  perSecond: number | null;
  pausedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (sql: Sql) => sql`
  endpoint_id as "endpointId", agent_id as "agentId", url, description, classes, types,
  per_second as "perSecond", paused_at as "pausedAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Oldest first. All of them: an agent has a few at most. */
export async function listEndpoints(sql: Sql, agentId: string): Promise<Endpoint[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from endpoint where agent_id = ${agentId} order by created_at, endpoint_id`;
  return rows.map(toEndpoint);
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
  { agentId, endpointId, ...values }: NewEndpoint & { agentId: string; endpointId: string },
): Promise<Endpoint> {
  const { url, description = null, classes = null, types = null, perSecond = null, paused = false } = values;
  const [row] = await sql<Row[]>`
    insert into endpoint (endpoint_id, agent_id, url, description, classes, types, per_second, paused_at)
    values (${endpointId}, ${agentId}, ${url}, ${description}, ${classes}, ${types}, ${perSecond},
            case when ${paused}::boolean then now() end)
    returning ${columns(sql)}`;
  return toEndpoint(row!);
}

/** Undefined when it is gone. */
export async function updateEndpoint(
  sql: Sql,
  { agentId, endpointId, ...values }: NewEndpoint & { agentId: string; endpointId: string },
): Promise<Endpoint | undefined> {
  const { url, description = null, classes = null, types = null, perSecond = null, paused = false } = values;
  const [row] = await sql<Row[]>`
    update endpoint set url = ${url}, description = ${description}, classes = ${classes}, types = ${types},
      per_second = ${perSecond}, paused_at = case when ${paused}::boolean then coalesce(paused_at, now()) end,
      updated_at = now()
    where agent_id = ${agentId} and endpoint_id = ${endpointId} returning ${columns(sql)}`;
  return row && toEndpoint(row);
}

/** With what is known of its health. What it was; undefined when it was gone. */
export async function removeEndpoint(sql: Sql, agentId: string, endpointId: string): Promise<Endpoint | undefined> {
  await sql`delete from endpoint_health where agent_id = ${agentId} and endpoint_id = ${endpointId}`;
  const [row] = await sql<Row[]>`
    delete from endpoint where agent_id = ${agentId} and endpoint_id = ${endpointId} returning ${columns(sql)}`;
  return row && toEndpoint(row);
}

function toEndpoint({ description, classes, types, perSecond, pausedAt, createdAt, updatedAt, ...row }: Row): Endpoint {
  const { endpointId, agentId, url } = row;
  return {
    endpointId,
    agentId,
    url,
    ...(description !== null && { description }),
    ...(classes && { classes }),
    ...(types && { types }),
    ...(perSecond !== null && { perSecond }),
    ...(pausedAt && { pausedAt: pausedAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
