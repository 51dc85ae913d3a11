/**
 * Removes versions that nobody needs any more: as old as the turns that are kept, not among the last ten of their agent,
 * not live, and without a session on them.
 */
import type { LaneSql } from './sql.ts';

const KEPT_VERSIONS = 10;

const old = (sql: LaneSql, before: Date) => sql`
  select agent_id, version
  from (
    select *, row_number() over (partition by agent_id order by version desc) as newer_ones from flow_version
  ) as ranked
  join agent using (agent_id)
  where newer_ones > ${KEPT_VERSIONS} and coalesce(replaced_at, ranked.created_at) < ${before}
    and coalesce(not rollout @> jsonb_build_object('shares', jsonb_build_array(jsonb_build_object('version', version))), true)
    and ${unpinned(sql)}`;

/** No session of it goes on. In a cluster, where agents and conversations are not together: no conversation is left of it. */
function unpinned(sql: LaneSql) {
  if (sql.isCluster) {
    return sql`(agent_id, version) not in (
      select agent_id, version from conversation where version is not null group by agent_id, version)`;
  }
  return sql`not exists (
    select from conversation
    where conversation.agent_id = ranked.agent_id and conversation.version = ranked.version
      and conversation.updated_at
        > now() - make_interval(secs => coalesce(rtrim(config ->> 'sessionTtl', 's')::int, 86400)))`;
}

/** Agents that have such versions, up to `limit`. `before`: how old they must be. */
export async function listAgentsWithOldVersions(sql: LaneSql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ agentId: string }[]>`
    select distinct agent_id as "agentId" from (${old(sql, before)}) as old limit ${limit}`;
  return rows.map(({ agentId }) => agentId);
}

/** Hold the lock of `lockStates`: nothing is published or made live meanwhile. Returns how many were removed. */
export async function removeOldVersions(sql: LaneSql, agentId: string, before: Date): Promise<number> {
  const { count } = await sql`
    delete from flow_version
    where (agent_id, version) in (select * from (${old(sql, before)}) as old where agent_id = ${agentId})`;
  await sql`
    delete from version_state
    where agent_id = ${agentId} and not exists (
      select from flow_version
      where flow_version.agent_id = ${agentId} and version >= from_version and (to_version is null or version < to_version))`;
  await sql`
    delete from state_body
    where agent_id = ${agentId} and hash not in (select hash from version_state where agent_id = ${agentId})`;
  return count;
}
