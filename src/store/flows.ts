/**
 * Flows as whole documents: all states with the keywords and the default state, of an agent's draft or of a version.
 * They are compared by their hashes (`state_hash`), in the database.
 */
import type { Flow } from '../model/flow.ts';
import type { StateBody } from '../model/state.ts';
import { instant, micros } from './page.ts';
import { jsonRows } from './rows.ts';
import type { Sql } from './sql.ts';
import { type FlowSettings, isOf } from './versions.ts';

type Limits = { maxStates: number; maxBytes: number };

/** What identifies a flow without its states' bodies. */
export type FlowMark = {
  settings: FlowSettings;
  /** Of the ids and the bodies of all states. */
  statesHash: string;
  /** When a state of a draft was last saved, in microseconds since 1970; 0 without states, and of a version. */
  savedAt: number;
};

export type StoredFlow = FlowMark & {
  /** Null when they exceed the limits. */
  states: Flow['states'] | null;
};

/** `null`: the draft. */
export type WhichFlow = number | null;

const savedNever = (sql: Sql) => sql`timestamptz 'epoch' as updated_at`;

/** The states of a flow, as `state_id`, `hash`, `body` and `updated_at`. */
function statesOf(sql: Sql, agentId: string, version: WhichFlow) {
  return version === null
    ? sql`(select state_id, hash, body, updated_at from state where agent_id = ${agentId})`
    : sql`(
        select state_id, hash, body, ${savedNever(sql)} from version_state join state_body using (agent_id, hash)
        where agent_id = ${agentId} and ${isOf(sql, version)})`;
}

/** A row with its keywords and its default state; none when it does not exist. */
function settingsOf(sql: Sql, agentId: string, version: WhichFlow) {
  return version === null
    ? sql`(
        select jsonb_strip_nulls(jsonb_build_object('defaultState', config -> 'defaultState', 'keywords', config -> 'keywords'))
          as settings
        from agent where agent_id = ${agentId})`
    : sql`(select settings from flow_version where agent_id = ${agentId} and version = ${version})`;
}

const mark = (sql: Sql) => sql`
  encode(sha256(convert_to(
    coalesce(string_agg(state_id || ' ' || encode(hash, 'hex'), ',' order by state_id collate "C"), ''), 'UTF8')),
    'hex') as "statesHash",
  coalesce(max(${micros(sql, sql`updated_at`)}), 0) as "savedAt"`;

export async function findFlow(
  sql: Sql,
  agentId: string,
  version: WhichFlow,
  { maxStates, maxBytes }: Limits,
): Promise<StoredFlow | undefined> {
  const [row] = await sql<StoredFlow[]>`
    select settings, "statesHash", "savedAt",
      case when count <= ${maxStates} and bytes <= ${maxBytes} then coalesce(
        (select json_object_agg(state_id, body order by state_id collate "C") from ${statesOf(sql, agentId, version)} as one),
        '{}'
      ) end as states
    from ${settingsOf(sql, agentId, version)} as flow, (
      select ${mark(sql)}, count(*) as count, coalesce(sum(octet_length(body::text)), 0) as bytes
      from ${statesOf(sql, agentId, version)} as one
    ) as counted`;
  return row;
}

/** For a thread, which parses it. `states`: JSON; null when they exceed the limits. */
export async function findFlowText(
  sql: Sql,
  agentId: string,
  version: WhichFlow,
  { maxStates, maxBytes }: Limits,
): Promise<{ settings: FlowSettings; states: string | null } | undefined> {
  const [row] = await sql<{ settings: FlowSettings; states: string | null }[]>`
    select settings,
      case when count <= ${maxStates} and bytes <= ${maxBytes} then coalesce(
        (select json_object_agg(state_id, body)::text from ${statesOf(sql, agentId, version)} as one), '{}'
      ) end as states
    from ${settingsOf(sql, agentId, version)} as flow, (
      select count(*) as count, coalesce(sum(octet_length(body::text)), 0) as bytes
      from ${statesOf(sql, agentId, version)} as one
    ) as counted`;
  return row;
}

export async function findFlowMark(sql: Sql, agentId: string, version: WhichFlow): Promise<FlowMark | undefined> {
  const [row] = await sql<FlowMark[]>`
    select settings, "statesHash", "savedAt"
    from ${settingsOf(sql, agentId, version)} as flow,
      (select ${mark(sql)} from ${statesOf(sql, agentId, version)} as one) as counted`;
  return row;
}

export type StateDifference = { stateId: string; before: StateBody | null; after: StateBody | null };

/** Where two flows differ, by stateId: compared by hash, so that only these are read. */
export async function listDifferences(
  sql: Sql,
  agentId: string,
  before: WhichFlow,
  after: WhichFlow,
): Promise<StateDifference[]> {
  return sql<StateDifference[]>`
    select coalesce(old.state_id, new.state_id) as "stateId", old.body as before, new.body as after
    from ${statesOf(sql, agentId, before)} as old
    full join ${statesOf(sql, agentId, after)} as new using (state_id)
    where old.hash is distinct from new.hash
    order by coalesce(old.state_id, new.state_id) collate "C"`;
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
