/** What must hold when a state is saved, beyond its schema; for example, that what its operations name exists. */
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { NO_AUTHENTICATION } from '../../model/authentication.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Operation, StateBody } from '../../model/state.ts';
import { trafficFault } from '../../model/traffic-type.ts';
import { lockAuthentication } from '../../store/authentications.ts';
import { lockConnector } from '../../store/connectors.ts';
import type { Sql } from '../../store/sql.ts';

/** Built in, so there is no row to lock. */
const BUILT_IN_CONNECTOR = 'http';

export type CheckedState = Awaited<ReturnType<Context['checkState']>>;

export async function checkStateBody(
  context: Context,
  agent: Agent,
  stateId: string,
  body: StateBody,
): Promise<CheckedState> {
  const [checked, operationErrors] = await Promise.all([
    context.checkState(agent.accountId, body, {
      stateExists: async (id) => id === stateId || (await context.catalog.findState(agent.agentId, id)) !== undefined,
    }),
    checkOperations(context, agent, body),
  ]);
  return { ...checked, errors: [...checked.errors, ...checkTraffic(agent, body), ...operationErrors] };
}

function checkTraffic({ useCase }: Agent, { messageTrafficType }: StateBody): FieldError[] {
  const message = messageTrafficType && trafficFault(messageTrafficType, useCase);
  return message ? [{ path: '/messageTrafficType', message }] : [];
}

async function checkOperations(context: Context, agent: Agent, { operations = [] }: StateBody): Promise<FieldError[]> {
  const found = await Promise.all(
    operations.map(async ({ connectorId, authenticationId, operation, data }, index) => {
      const call = { accountId: agent.accountId, connectorId, authenticationId, operation, data: data as JsonObject };
      const errors = await context.connectors.check(call);
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
  for (const connectorId of new Set(own.map((operation) => operation.connectorId).sort())) {
    if (await lockConnector(transaction, accountId, connectorId, 'save')) continue;
    throw new Problem('connector_not_found', `The connector ${connectorId} no longer exists.`);
  }
  const named = own.filter(({ authenticationId }) => authenticationId !== NO_AUTHENTICATION);
  for (const { connectorId, authenticationId } of named.sort((a, b) =>
    a.authenticationId < b.authenticationId ? -1 : 1,
  )) {
    if (await lockAuthentication(transaction, { accountId, connectorId, authenticationId }, 'save')) continue;
    throw new Problem('authentication_not_found', `The authentication ${authenticationId} no longer exists.`);
  }
}
