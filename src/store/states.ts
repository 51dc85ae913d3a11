/**
 * The states of agents, one by one. Each change locks the agent's row (`lockStates`): changes are recorded in the order in
 * which they happen, and no save can name a flow entry that is being removed.
 */
import type { Page, PageRequest } from '../model/page.ts';
import type { State, StateBody } from '../model/state.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import { pageOf, readCursor, rowsToAsk } from './page.ts';
import { jsonValue } from './rows.ts';
import type { Sql } from './sql.ts';

type Row = { agentId: string; stateId: string; body: StateBody; createdAt: Date; updatedAt: Date };

const columns = (sql: Sql) => sql`
  agent_id as "agentId", state_id as "stateId", body, created_at as "createdAt", updated_at as "updatedAt"`;

export async function findState(sql: Sql, agentId: string, stateId: string): Promise<State | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from state where agent_id = ${agentId} and state_id = ${stateId}`;
  return row && toState(row);
}

/** Locks the state's row until the transaction ends, so that it can be changed and written back. */
export async function findStateForUpdate(sql: Sql, agentId: string, stateId: string): Promise<State | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from state where agent_id = ${agentId} and state_id = ${stateId} for update`;
  return row && toState(row);
}

/** By stateId. */
export async function listStates(sql: Sql, agentId: string, request: PageRequest): Promise<Page<State>> {
  const [behind] = request.cursor === undefined ? [null] : readCursor(request.cursor, '');
  const rows = await sql<Row[]>`
    select ${columns(sql)} from state
    where agent_id = ${agentId} and (${behind}::text is null or state_id collate "C" > ${behind})
    order by state_id collate "C" limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.stateId], toState);
}

/** Other states that name this one as their flow entry, up to `limit`. */
export async function listStatesOfFlow(sql: Sql, agentId: string, stateId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ stateId: string }[]>`
    select state_id as "stateId" from state
    where agent_id = ${agentId} and flow_entry_state_id = ${stateId} and state_id <> ${stateId}
    order by state_id limit ${limit}`;
  return rows.map((row) => row.stateId);
}

/** States of the draft and of live versions with one of these traffic types, up to `limit`. */
export async function listStatesOfTraffic(
  sql: Sql,
  agentId: string,
  types: readonly TrafficType[],
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ stateId: string }[]>`
    select distinct state_id as "stateId" from flow_state
    where agent_id = ${agentId} and body ->> 'messageTrafficType' = any(${[...types]})
    order by state_id limit ${limit}`;
  return rows.map((row) => row.stateId);
}

/** Until the transaction ends. `save` lets rows that belong to the agent be inserted. False when the agent is gone. */
export async function lockStates(sql: Sql, agentId: string, purpose: 'save' | 'remove'): Promise<boolean> {
  const strength = purpose === 'save' ? sql`for no key update` : sql`for update`;
  const rows = await sql`select 1 from agent where agent_id = ${agentId} ${strength}`;
  return rows.length > 0;
}

/** Undefined when there is a state of this id. */
export async function insertState(
  sql: Sql,
  agentId: string,
  stateId: string,
  body: StateBody,
): Promise<State | undefined> {
  const [row] = await sql<Row[]>`
    insert into state (agent_id, state_id, body) values (${agentId}, ${stateId}, ${jsonValue(sql, body)})
    on conflict do nothing returning ${columns(sql)}`;
  return row && toState(row);
}

/** Undefined when there is no such state. */
export async function updateState(
  sql: Sql,
  agentId: string,
  stateId: string,
  body: StateBody,
): Promise<State | undefined> {
  const [row] = await sql<Row[]>`
    update state set body = ${jsonValue(sql, body)}, updated_at = now()
    where agent_id = ${agentId} and state_id = ${stateId} returning ${columns(sql)}`;
  return row && toState(row);
}

/** What it was; undefined when there was none. */
export async function removeState(sql: Sql, agentId: string, stateId: string): Promise<State | undefined> {
  const [row] = await sql<Row[]>`
    delete from state where agent_id = ${agentId} and state_id = ${stateId} returning ${columns(sql)}`;
  return row && toState(row);
}

function toState({ agentId, stateId, body, createdAt, updatedAt }: Row): State {
  return { agentId, stateId, ...body, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
