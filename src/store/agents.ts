/** The agents. Their ids at the RCS platform are in a column of their own, for notices to find them by. */
import type { Agent, AgentConfig, AgentMode, UseCase } from '../model/agent.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Rollout } from '../model/rollout.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import { isUniqueViolation, type Sql } from './sql.ts';

type Row = Paged &
  Omit<Agent, 'createdAt' | 'updatedAt' | 'rollout'> & { rollout: Rollout | null; createdAt: Date; updatedAt: Date };

const columns = (sql: Sql) => sql`
  agent_id as "agentId", account_id as "accountId", brand_id as "brandId", name, use_case as "useCase", mode, config, rollout,
  created_at as "createdAt", updated_at as "updatedAt"`;

export async function findAgent(sql: Sql, agentId: string): Promise<Agent | undefined> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from agent where agent_id = ${agentId}`;
  return row && toAgent(row);
}

/** By its id at the RCS platform, without `@rbm.goog`. */
export async function findAgentByPlatformId(sql: Sql, platformAgentId: string): Promise<Agent | undefined> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from agent where platform_agent_id = ${platformAgentId}`;
  return row && toAgent(row);
}

/** Locks the agent's row until the transaction ends, so that it can be changed and written back. */
export async function findAgentForUpdate(sql: Sql, agentId: string): Promise<Agent | undefined> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from agent where agent_id = ${agentId} for update`;
  return row && toAgent(row);
}

/** `accountId` null: of every account. */
export async function listAgents(sql: Sql, accountId: string | null, request: PageRequest): Promise<Page<Agent>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from agent
    where (${accountId}::text is null or account_id = ${accountId}) ${after(sql, request, sql`agent_id`)}
    order by created_at desc, agent_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.agentId], toAgent);
}

/** The fields an update changes; the platform's id is derived from `config`. */
export type AgentValues = { name: string; useCase: UseCase; config: AgentConfig };

/** Undefined when another agent has this id at the platform. */
export async function insertAgent(
  sql: Sql,
  agent: AgentValues & { agentId: string; accountId: string; brandId: string },
): Promise<Agent | undefined> {
  const { agentId, accountId, brandId, name, useCase, config } = agent;
  const [row] = await sql<Row[]>`
    insert into agent (agent_id, account_id, brand_id, name, use_case, config, platform_agent_id)
    values (${agentId}, ${accountId}, ${brandId}, ${name}, ${useCase}, ${sql.json(config)}, ${platformId(agentId, config)})
    on conflict (platform_agent_id) do nothing returning ${columns(sql)}`;
  return row && toAgent(row);
}

/** Undefined when another agent has this id at the platform; the transaction has then failed. */
export async function updateAgent(sql: Sql, agentId: string, values: AgentValues): Promise<Agent | undefined> {
  const { name, useCase, config } = values;
  try {
    const [row] = await sql<Row[]>`
      update agent
      set name = ${name}, use_case = ${useCase}, config = ${sql.json(config)},
        platform_agent_id = ${platformId(agentId, config)}, updated_at = now()
      where agent_id = ${agentId} returning ${columns(sql)}`;
    return row && toAgent(row);
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Undefined when there is no such agent. */
export async function updateAgentMode(sql: Sql, agentId: string, mode: AgentMode): Promise<Agent | undefined> {
  const [row] = await sql<Row[]>`
    update agent set mode = ${mode}, updated_at = case when mode = ${mode} then updated_at else now() end
    where agent_id = ${agentId} returning ${columns(sql)}`;
  return row && toAgent(row);
}

/** With its states and devices. What it was; undefined when it was gone. */
export async function removeAgent(sql: Sql, agentId: string): Promise<Agent | undefined> {
  const [row] = await sql<Row[]>`delete from agent where agent_id = ${agentId} returning ${columns(sql)}`;
  return row && toAgent(row);
}

function platformId(agentId: string, { platformAgentId = agentId }: AgentConfig): string {
  return platformAgentId.replace(/@rbm\.goog$/, '');
}

function toAgent({ createdAt, updatedAt, ...row }: Row): Agent {
  const { agentId, accountId, brandId, name, useCase, mode, config, rollout } = row;
  return {
    agentId,
    accountId,
    brandId,
    name,
    useCase,
    mode,
    config,
    ...(rollout && { rollout }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
