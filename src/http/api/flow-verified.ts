/** What the verifier finds in a flow of an agent. The engine finds it; this supplies what a document does not say. */
import type { Context } from '../../context.ts';
import type { Agent } from '../../model/agent.ts';
import type { Finding } from '../../model/finding.ts';
import type { Flow } from '../../model/flow.ts';
import { listOperationNames } from '../../store/connectors.ts';

/** `flow` fits its schema; it need not be the agent's. */
export async function findingsOf(context: Context, agent: Agent, flow: Flow): Promise<Finding[]> {
  const { accountId, useCase, config } = agent;
  const named = Object.values(flow.states).flatMap(({ operations = [] }) => operations);
  const connectorIds = [...new Set(named.map(({ connectorId }) => connectorId))];
  const connectors = await listOperationNames(context.sql, accountId, connectorIds);
  return context.verifyFlow(accountId, flow, { useCase, optOut: config.optOut ?? {}, connectors, statesAlone: false });
}
