/** The overview's data. Everything is bounded: no query examines more rows than it shows or counts. */
import { MAX_COUNTED_FAILURES } from '../model/failure-summary.ts';
import { MAX_COUNTED, MAX_WAITING_COUNTED, type Overview } from '../model/overview.ts';
import { isRefusing, openBreakers } from './endpoint-health.ts';
import { isAlive } from './lanes.ts';
import type { Sql } from './sql.ts';

const MAX_STOPPED = 20;
const MAX_BREAKERS = 100;
const MAX_AGENTS = 100;
/** Processes rewrite throttled agents every two seconds, and a pause of the platform may be as short as one. */
const THROTTLED_FOR = '10 seconds';

export async function listProcesses(sql: Sql): Promise<Overview['processes']> {
  return sql<Overview['processes']>`
    select process_id as "processId", count(lane)::int as lanes
    from process left join lane_owner on owner = process_id
    where ${isAlive(sql)}
    group by process_id order by process_id limit 1000`;
}

type Backlog = Overview['backlogs'][number];

/** Each kind is read up to a limit, however much waits. */
export async function listBacklogs(sql: Sql): Promise<Backlog[]> {
  const count = (condition: ReturnType<Sql>) => sql`count(*) filter (where ${condition})::int`;
  return sql<Backlog[]>`
    select agent_id as "agentId", name, ${count(sql`kind = 'inbox'`)} as inbox,
           coalesce(greatest(0, extract(epoch from now() - min(received_at))), 0)::int as "inboxOldestSeconds",
           ${count(sql`kind = 'outbox'`)} as outbox, ${count(sql`kind = 'forward' and attempts = 0`)} as forwarding,
           ${count(sql`kind = 'forward' and attempts > 0`)} as retrying
    from (
      (select agent_id, 'inbox' as kind, 0 as attempts, received_at from inbox limit ${MAX_WAITING_COUNTED})
      union all
      (select agent_id, 'outbox', 0, null from outbox limit ${MAX_WAITING_COUNTED})
      union all
      (select agent_id, 'forward', attempts, null from forward limit ${MAX_WAITING_COUNTED})
    ) as waiting join agent using (agent_id)
    group by agent_id, name order by count(*) desc, agent_id limit ${MAX_AGENTS}`;
}

/** Rewrites which agents this process finds throttled, by their ids at the platform. */
export async function updateThrottledAgents(sql: Sql, platformAgentIds: readonly string[]): Promise<void> {
  await sql`
    insert into throttled_agent (platform_agent_id) select * from unnest(${platformAgentIds.toSorted()}::text[])
    on conflict (platform_agent_id) do update set seen_at = now(), since = case
      when throttled_agent.seen_at < now() - ${THROTTLED_FOR}::interval then now() else throttled_agent.since end`;
}

export async function removeOldThrottledAgents(sql: Sql): Promise<void> {
  await sql`delete from throttled_agent where seen_at < now() - interval '1 hour'`;
}

export async function listThrottledAgents(sql: Sql): Promise<Overview['throttled']> {
  const rows = await sql<Since[]>`
    select agent_id as "agentId", name, since
    from throttled_agent join agent using (platform_agent_id)
    where seen_at > now() - ${THROTTLED_FOR}::interval
    order by since, agent_id limit ${MAX_AGENTS}`;
  return rows.map(told);
}

type Since = { agentId: string; name: string; since: Date };

const told = ({ since, ...row }: Since) => ({ ...row, since: since.toISOString() });

export async function listFailureCounts(sql: Sql): Promise<Overview['failures']> {
  return sql<Overview['failures']>`
    select agent_id as "agentId", name, count(*)::int as count
    from (select agent_id, endpoint_id from failure where discard_id is null limit ${MAX_COUNTED_FAILURES}) counted
    join agent using (agent_id)
    where endpoint_id = '' or endpoint_id in (select endpoint_id from endpoint)
    group by agent_id, name order by count(*) desc, agent_id`;
}

export async function listOpenBreakers(sql: Sql): Promise<Overview['breakers']> {
  const rows = await sql<Since[]>`
    select agent_id as "agentId", name, min(since) as since from (${openBreakers(sql)}) as breaker join agent using (agent_id)
    group by agent_id, name order by since limit ${MAX_BREAKERS}`;
  return rows.map(told);
}

export async function listRefusingEndpoints(sql: Sql): Promise<Overview['refusing']> {
  const rows = await sql<Since[]>`
    select agent_id as "agentId", name, min(refusing_since) as since
    from endpoint_health as health join agent using (agent_id)
    where ${isRefusing(sql)}
    group by agent_id, name order by since limit ${MAX_BREAKERS}`;
  return rows.map(told);
}

export async function listStoppedTurns(sql: Sql): Promise<Overview['stopped']> {
  const rows = await sql<{ agentId: string; name: string; phoneNumber: string; reason: string; at: Date }[]>`
    select agent_id as "agentId", name, phone_number as "phoneNumber", stopped as reason, committed_at as at
    from (
      select agent_id, phone_number, stopped, committed_at from turn
      where stopped is not null and committed_at > now() - interval '1 day'
      order by committed_at desc limit ${MAX_STOPPED}
    ) newest join agent using (agent_id)
    order by committed_at desc`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export async function countDeadLetters(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from dead_letter limit ${MAX_COUNTED}) counted`;
  return row!.count;
}
