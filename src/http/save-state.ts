/** How a state is stored: checked first, then written under the locks that keep what was checked true. */
import type { Context } from '../context.ts';
import { type FieldError, Problem } from '../errors.ts';
import type { Agent } from '../model/agent.ts';
import type { State, StateBody } from '../model/state.ts';
import type { Sql } from '../store/database.ts';
import { findState, lockStates, updateState } from '../store/states.ts';
import { noAgent } from './reach.ts';
import { checkStateBody, lockOperations } from './state-checks.ts';

/** How often a merge is tried against states that change under it; each time means another save within milliseconds. */
const MAX_MERGE_ATTEMPTS = 5;

export type StatePatch = { [Field in keyof StateBody]?: StateBody[Field] | null };
type SavedState = State & { warnings?: FieldError[] };

/**
 * Checks the body and lets `write` store it; undefined when `write` stored nothing. The checks may ask DNS, so they
 * stand before the transaction; what they found is held by locks inside it.
 */
export async function saveState(
  context: Context,
  agent: Agent,
  stateId: string,
  body: StateBody,
  write: (transaction: Sql) => Promise<State | undefined>,
): Promise<SavedState | undefined> {
  const { agentId } = agent;
  const warnings = await checkStateBody(context, agent, stateId, body);
  const state = await context.sql.begin(async (transaction) => {
    if (!(await lockStates(transaction, agentId, 'save'))) throw noAgent(agentId);
    await lockOperations(transaction, agent.accountId, body);
    return write(transaction);
  });
  await context.catalog.forget(agentId);
  return state && { ...state, ...(warnings.length > 0 && { warnings }) };
}

/** Merges into what is there, and again if that has changed before the merge was stored. */
export async function mergeState(
  context: Context,
  agent: Agent,
  stateId: string,
  patch: StatePatch,
): Promise<SavedState> {
  const { agentId } = agent;
  for (let attempt = 0; attempt < MAX_MERGE_ATTEMPTS; attempt++) {
    const current = await findState(context.sql, agentId, stateId);
    if (!current) throw noState(stateId);
    const before = bodyOf(current);
    const body = merged(before, patch);
    const saved = await saveState(context, agent, stateId, body, (transaction) =>
      updateState(transaction, agentId, stateId, body, before),
    );
    if (saved) return saved;
  }
  throw new Problem('state_changed', 'Others keep changing this state; try again.');
}

function bodyOf({ agentId, stateId, createdAt, updatedAt, ...body }: State): StateBody {
  return body;
}

function merged(body: StateBody, patch: StatePatch): StateBody {
  return Object.fromEntries(Object.entries({ ...body, ...patch }).filter(([, value]) => value !== null)) as StateBody;
}

export function noState(stateId: string): Problem {
  return new Problem('state_not_found', `There is no state ${stateId}.`);
}
