/**
 * Flows as whole documents: all states of an agent with its keywords and its default state. Single states are in
 * `states.ts`. They are compared by their hashes (`state_hash`), in the database.
 */
import type { AgentConfig } from '../model/agent.ts';
import type { Flow } from '../model/flow.ts';
import type { StateBody } from '../model/state.ts';
import { instant, micros } from './page.ts';
import { jsonRows } from './rows.ts';
import type { Sql } from './sql.ts';

type Limits = { maxStates: number; maxBytes: number };

/** What identifies a draft without its states' bodies. */
export type DraftMark = {
  config: AgentConfig;
  /** Of the ids and the bodies of all states. */
  statesHash: string;
  /** When a state was last saved, in microseconds since 1970; 0 without states. */
  savedAt: number;
};

export type Draft = DraftMark & {
  /** Null when they exceed the limits. */
  states: Flow['states'] | null;
};

const mark = (sql: Sql) => sql`
  encode(sha256(convert_to(
    coalesce(string_agg(state_id || ' ' || encode(hash, 'hex'), ',' order by state_id collate "C"), ''), 'UTF8')),
    'hex') as "statesHash",
  coalesce(max(${micros(sql, sql`updated_at`)}), 0) as "savedAt"`;

export async function findDraft(
  sql: Sql,
  agentId: string,
  { maxStates, maxBytes }: Limits,
): Promise<Draft | undefined> {
  const [row] = await sql<Draft[]>`
    select config, "statesHash", "savedAt",
      case when count <= ${maxStates} and bytes <= ${maxBytes} then coalesce(
        (select json_object_agg(state_id, body order by state_id collate "C") from state where agent_id = ${agentId}),
        '{}'
      ) end as states
    from agent, (
      select ${mark(sql)}, count(*) as count, coalesce(sum(octet_length(body::text)), 0) as bytes
      from state where agent_id = ${agentId}
    ) as counted
    where agent_id = ${agentId}`;
  return row;
}

export async function findDraftMark(sql: Sql, agentId: string): Promise<DraftMark | undefined> {
  const [row] = await sql<DraftMark[]>`
    select config, "statesHash", "savedAt"
    from agent, (select ${mark(sql)} from state where agent_id = ${agentId}) as counted
    where agent_id = ${agentId}`;
  return row;
}

/** States saved after this time, in microseconds since 1970, up to `limit`. */
export async function listStatesSavedSince(
  sql: Sql,
  agentId: string,
  since: number,
  limit: number,
): Promise<{ stateId: string; updatedAt: Date }[]> {
  return sql<{ stateId: string; updatedAt: Date }[]>`
    select state_id as "stateId", updated_at as "updatedAt" from state
    where agent_id = ${agentId} and updated_at > ${instant(sql, since)}
    order by state_id collate "C" limit ${limit}`;
}

type StateChange = { stateId: string; change: 'added' | 'changed' | 'removed' };

/** How the agent's states differ from these, by stateId. */
export async function listStateChanges(sql: Sql, agentId: string, states: Flow['states']): Promise<StateChange[]> {
  return sql<StateChange[]>`
    with sent as (
      select state_id, state_hash(body) as hash
      from json_to_recordset(${jsonRows(sql, rowsOf(states))}) as row (state_id text, body json)
    )
    select coalesce(sent.state_id, there.state_id) as "stateId",
      case when there.state_id is null then 'added' when sent.state_id is null then 'removed' else 'changed' end as change
    from sent full join (select state_id, hash from state where agent_id = ${agentId}) as there using (state_id)
    where sent.hash is distinct from there.hash
    order by coalesce(sent.state_id, there.state_id) collate "C"`;
}

/** Creates these or replaces them. Hold the lock of `lockStates`. */
export async function writeStates(sql: Sql, agentId: string, states: Flow['states']): Promise<void> {
  await sql`
    insert into state (agent_id, state_id, body)
    select ${agentId}, state_id, body
    from json_to_recordset(${jsonRows(sql, rowsOf(states))}) as row (state_id text, body json)
    on conflict (agent_id, state_id) do update set body = excluded.body, updated_at = now()`;
}

export async function removeStates(sql: Sql, agentId: string, stateIds: string[]): Promise<void> {
  await sql`delete from state where agent_id = ${agentId} and state_id = any(${stateIds})`;
}

function rowsOf(states: Flow['states']): { state_id: string; body: StateBody }[] {
  return Object.entries(states).map(([state_id, body]) => ({ state_id, body }));
}
