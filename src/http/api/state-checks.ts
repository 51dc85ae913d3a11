/** What must hold when a state is saved, beyond its schema; for example, that what its operations name exists. */
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { NO_AUTHENTICATION } from '../../model/authentication.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Operation, StateBody } from '../../model/state.ts';
import { trafficFault } from '../../model/traffic-type.ts';
import { keepAuthentications } from '../../store/authentications.ts';
import { keepConnectors } from '../../store/connectors.ts';
import type { Sql } from '../../store/sql.ts';

/** Built in, so there is no row to lock. */
const BUILT_IN_CONNECTOR = 'http';

type CheckCall = Context['connectors']['check'];

export type CheckedState = Awaited<ReturnType<Context['checkState']>>;

export async function checkStateBody(
  context: Context,
  agent: Agent,
  stateId: string,
  body: StateBody,
  /** What it is checked against; if absent, the agent's stored states. */
  {
    stateExists = async (id: string) => (await context.catalog.findState(agent.agentId, id)) !== undefined,
    checkCall = context.connectors.check,
  }: Partial<{ stateExists: (id: string) => boolean | Promise<boolean>; checkCall: CheckCall }> = {},
): Promise<CheckedState> {
  const [checked, operationErrors] = await Promise.all([
    context.checkState(agent.accountId, body, { stateExists: (id) => id === stateId || stateExists(id) }),
    checkOperations(checkCall, agent, body),
  ]);
  return { ...checked, errors: [...checked.errors, ...checkTraffic(agent, body), ...operationErrors] };
}

function checkTraffic({ useCase }: Agent, { messageTrafficType }: StateBody): FieldError[] {
  const message = messageTrafficType && trafficFault(messageTrafficType, useCase);
  return message ? [{ path: '/messageTrafficType', message }] : [];
}

async function checkOperations(
  checkCall: CheckCall,
  agent: Agent,
  { operations = [] }: StateBody,
): Promise<FieldError[]> {
  const found = await Promise.all(
    operations.map(async (operation, index) => {
      const call = { ...operation, accountId: agent.accountId, data: operation.data as JsonObject };
      const errors = await checkCall(call);
      return errors.map((error) => ({ ...error, path: `/operations/${index}${error.path}` }));
    }),
  );
  return found.flat();
}

/**
 * Locks what the operations name until the transaction ends, so that nothing is removed during this save. Connectors
 * before authentications, each in order: transactions that lock in one order cannot deadlock.
 */
export async function lockOperations(transaction: Sql, accountId: string, operations: Operation[]): Promise<void> {
  const own = operations.filter(({ connectorId }) => connectorId !== BUILT_IN_CONNECTOR);
  const named = own.filter(({ authenticationId }) => authenticationId !== NO_AUTHENTICATION);
  if (own.length > 0) {
    const wanted = [...new Set(own.map(({ connectorId }) => connectorId))];
    const kept = new Set(await keepConnectors(transaction, accountId, wanted));
    const gone = wanted.find((connectorId) => !kept.has(connectorId));
    if (gone) throw new Problem('connector_not_found', `The connector ${gone} no longer exists.`);
  }
  if (named.length > 0) {
    const wanted = [...new Set(named.map(({ authenticationId }) => authenticationId))];
    const kept = await keepAuthentications(transaction, accountId, wanted);
    const connectorOf = new Map(kept.map(({ authenticationId, connectorId }) => [authenticationId, connectorId]));
    const gone = named.find(({ authenticationId, connectorId }) => connectorOf.get(authenticationId) !== connectorId);
    if (gone) {
      throw new Problem('authentication_not_found', `The authentication ${gone.authenticationId} no longer exists.`);
    }
  }
}
