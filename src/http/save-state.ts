/** How a state is stored: checked first, then written under the locks that keep what was checked true. */
import type { Context } from '../context.ts';
import { type FieldError, Problem } from '../errors.ts';
import type { Agent } from '../model/agent.ts';
import { EMPTY_STATE, isEmptyState, type Operation, type State, type StateBody } from '../model/state.ts';
import type { Sql } from '../store/database.ts';
import { findState, findStateForUpdate, lockStates, updateState } from '../store/states.ts';
import { noAgent } from './reach.ts';
import { checkStateBody, lockOperations } from './state-checks.ts';
import { fieldProblem } from './validation.ts';

export type StatePatch = { [Field in keyof StateBody]?: StateBody[Field] | null };
type SavedState = State & { warnings?: FieldError[] };

/** Checks the body and lets `write` store it; undefined when `write` stored nothing. */
export async function saveState(
  context: Context,
  agent: Agent,
  stateId: string,
  body: StateBody,
  write: (transaction: Sql) => Promise<State | undefined>,
): Promise<SavedState | undefined> {
  const warnings = await checkStateBody(context, agent, stateId, body);
  return store(context, agent, body.operations, warnings, write);
}

/** Merges into what is there when it is stored: merges of different fields never stand in each other's way. */
export async function mergeState(
  context: Context,
  agent: Agent,
  stateId: string,
  patch: StatePatch,
): Promise<SavedState> {
  const { agentId } = agent;
  const current = await findState(context.sql, agentId, stateId);
  if (!current) throw noState(stateId);
  const warnings = await checkStateBody(context, agent, stateId, merged(current, patch));
  const saved = await store(context, agent, patch.operations, warnings, async (transaction) => {
    const latest = await findStateForUpdate(transaction, agentId, stateId);
    if (!latest) return undefined;
    const body = merged(latest, patch);
    // What others have changed meanwhile was checked when they did. One rule alone is about several fields.
    if (isEmptyState(body)) throw fieldProblem([EMPTY_STATE]);
    return updateState(transaction, agentId, stateId, body);
  });
  if (!saved) throw noState(stateId);
  return saved;
}

/** The checks may ask DNS, so they stand before the transaction; what they found is held by locks inside it. */
async function store(
  context: Context,
  { accountId, agentId }: Agent,
  operations: Operation[] | null | undefined,
  warnings: FieldError[],
  write: (transaction: Sql) => Promise<State | undefined>,
): Promise<SavedState | undefined> {
  const state = await context.sql.begin(async (transaction) => {
    if (!(await lockStates(transaction, agentId, 'save'))) throw noAgent(agentId);
    await lockOperations(transaction, accountId, operations ?? []);
    return write(transaction);
  });
  await context.catalog.forget(agentId);
  return state && { ...state, ...(warnings.length > 0 && { warnings }) };
}

function merged({ agentId, stateId, createdAt, updatedAt, ...body }: State, patch: StatePatch): StateBody {
  return Object.fromEntries(Object.entries({ ...body, ...patch }).filter(([, value]) => value !== null)) as StateBody;
}

export function noState(stateId: string): Problem {
  return new Problem('state_not_found', `There is no state ${stateId}.`);
}
