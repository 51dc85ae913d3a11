/** How a state is stored: checked first, then written under the locks that keep the checks valid. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { EMPTY_STATE, isEmptyState, type Operation, type State, type StateBody } from '../../model/state.ts';
import type { Sql } from '../../store/sql.ts';
import { findState, findStateForUpdate, lockStates, updateState } from '../../store/states.ts';
import { recordChange } from '../../store/versions.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { refuseChanged } from '../contract/entity-tag.ts';
import { audit, type Requester } from './audited.ts';
import { checkStateBody, lockOperations } from './state-checks.ts';
import { authorOf, noAgent, reachAgent } from './visibility.ts';

export type StatePatch = { [Field in keyof StateBody]?: StateBody[Field] | null };

type StateRoute<Body> = { Params: { agentId: string; stateId: string }; Body: Body };

declare module 'fastify' {
  interface FastifyRequest {
    /** What is valid in the state to be saved, but probably unintended. */
    warnings: FieldError[];
  }
}

/** Options of a route that saves the state in its body. */
export function checkedState(context: Context) {
  return alsoChecked<StateRoute<StateBody>>(async (request) => {
    const agent = await reachAgent(context, request);
    return checkRequest(context, agent, request, request.body);
  });
}

/** Options of a route that merges its body into a state: the result of the merge is checked. */
export function checkedMerge(context: Context) {
  return alsoChecked<StateRoute<StatePatch>>(async (request) => {
    const agent = await reachAgent(context, request);
    const { stateId } = request.params;
    const current = await findState(context.sql, agent.agentId, stateId);
    if (!current) throw noState(stateId);
    return checkRequest(context, agent, request, merged(current, request.body));
  });
}

async function checkRequest<Body>(
  context: Context,
  agent: Agent,
  request: FastifyRequest<StateRoute<Body>>,
  body: StateBody,
): Promise<FieldError[]> {
  const { errors, liquidErrors, warnings } = await checkStateBody(context, agent, request.params.stateId, body);
  request.warnings = warnings;
  return [...errors, ...liquidErrors];
}

/** What is saved: the operations in it are those that the save names. */
type Save = { agent: Agent; request: Requester; stateId: string; operations: Operation[] | null | undefined };

/**
 * Lets `write` store a state with these operations; undefined when it stored nothing. The checks may query DNS, so they
 * run before the transaction; locks inside it keep their results valid.
 */
export async function saveState(
  context: Context,
  { agent: { accountId, agentId }, request, stateId, operations }: Save,
  write: (transaction: Sql) => Promise<State | undefined>,
): Promise<State | undefined> {
  const state = await context.sql.begin(async (transaction) => {
    if (!(await lockStates(transaction, agentId, 'save'))) throw noAgent(agentId);
    await lockOperations(transaction, accountId, operations ?? []);
    const before = await findStateForUpdate(transaction, agentId, stateId);
    const after = await write(transaction);
    if (!after) return undefined;
    await recordChange(transaction, agentId, authorOf(request.principal), [stateId]);
    await audit(transaction, request, { accountId, agentId, id: stateId, ...(before && { before }), after });
    return after;
  });
  await context.catalog.forget(agentId);
  return state;
}

/** Merges into the stored state inside the transaction: merges of different fields never conflict. */
export function mergeState(
  context: Context,
  { agent, request, stateId }: Pick<Save, 'agent' | 'request' | 'stateId'>,
  { patch, ifMatch }: { patch: StatePatch; ifMatch: string | undefined },
): Promise<State | undefined> {
  const { agentId } = agent;
  return saveState(context, { agent, request, stateId, operations: patch.operations }, async (transaction) => {
    const latest = await findStateForUpdate(transaction, agentId, stateId);
    if (!latest) return undefined;
    refuseChanged(ifMatch, latest, `The state ${stateId}`);
    const body = merged(latest, patch);
    // Concurrent changes were checked when they were made. Of the rules that span fields only one can still be broken.
    if (isEmptyState(body)) throw fieldProblem([EMPTY_STATE]);
    return updateState(transaction, agentId, stateId, body);
  });
}

function merged({ agentId, stateId, createdAt, updatedAt, ...body }: State, patch: StatePatch): StateBody {
  return Object.fromEntries(Object.entries({ ...body, ...patch }).filter(([, value]) => value !== null)) as StateBody;
}

/** @throws Problem `changed_since` when the stored state is not the one that `If-Match` names */
export async function refuseChangedState(
  transaction: Sql,
  agentId: string,
  stateId: string,
  ifMatch: string | undefined,
): Promise<void> {
  const current = ifMatch === undefined ? undefined : await findStateForUpdate(transaction, agentId, stateId);
  if (current) refuseChanged(ifMatch, current, `The state ${stateId}`);
}

export function noState(stateId: string): Problem {
  return new Problem('state_not_found', `There is no state ${stateId}.`);
}
