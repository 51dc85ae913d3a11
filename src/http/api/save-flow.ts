/** How a flow is stored as a whole: compared with the draft and written in one transaction, or refused. */
import type { Context } from '../../context.ts';
import type { FieldError, Problem } from '../../errors.ts';
import type { Agent, AgentConfig } from '../../model/agent.ts';
import type { Flow, FlowChanges } from '../../model/flow.ts';
import { findAgentForUpdate, updateAgent } from '../../store/agents.ts';
import { findFlowMark, removeStates, writeStates } from '../../store/flows.ts';
import type { Sql } from '../../store/sql.ts';
import { recordChange } from '../../store/versions.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { audit, type Requester } from './audited.ts';
import { flowTag, type Plan, planChanges, refuseChangedDraft } from './flow-changes.ts';
import { MAX_FLOW_FAULTS } from './flow-checks.ts';
import { lockOperations } from './state-checks.ts';
import { authorOf, noAgent } from './visibility.ts';

/** Compares it with the draft. @throws Problem `changed_since` */
export async function planFlow(sql: Sql, agentId: string, flow: Flow, ifMatch: string | undefined): Promise<Plan> {
  const draft = await findFlowMark(sql, agentId, null);
  if (!draft) throw noAgent(agentId);
  await refuseChangedDraft(sql, agentId, draft, ifMatch);
  return planChanges(sql, agentId, flow, draft);
}

/** Makes it the draft. `flow` was checked; `id` is what the audit log calls it.
 * @throws Problem `changed_since`, or for what the deletion rule refuses */
export async function saveFlow(
  context: Context,
  { agentId, accountId }: Agent,
  flow: Flow,
  { request, ifMatch, id = agentId }: { request: Requester; ifMatch?: string | undefined; id?: string },
): Promise<{ changes: FlowChanges; tag: string }> {
  const operations = Object.values(flow.states).flatMap((state) => state.operations ?? []);
  const saved = await context.sql.begin(async (transaction) => {
    const agent = await findAgentForUpdate(transaction, agentId);
    if (!agent) throw noAgent(agentId);
    await lockOperations(transaction, accountId, operations);
    const { changes, errors } = await planFlow(transaction, agentId, flow, ifMatch);
    if (errors.length > 0) throw refusedFlow(errors);
    await write(transaction, agent, flow, changes);
    const { added, changed, removed } = changes;
    const differs = [...added, ...changed, ...removed];
    await recordChange(transaction, agentId, authorOf(request.principal), differs);
    if (differs.length > 0 || changes.keywordsChanged || changes.defaultStateChanged) {
      await audit(transaction, request, { accountId, agentId, id, after: changes });
    }
    return { changes, tag: flowTag((await findFlowMark(transaction, agentId, null))!) };
  });
  await context.catalog.forget(agentId);
  return saved;
}

async function write(transaction: Sql, agent: Agent, flow: Flow, changes: FlowChanges): Promise<void> {
  const { agentId, name, useCase, config } = agent;
  const { added, changed, removed } = changes;
  const written = [...added, ...changed].map((stateId) => [stateId, flow.states[stateId]!]);
  if (removed.length > 0) await removeStates(transaction, agentId, removed);
  if (written.length > 0) await writeStates(transaction, agentId, Object.fromEntries(written));
  if (!changes.keywordsChanged && !changes.defaultStateChanged) return;
  const { defaultState, keywords, ...others } = config;
  await updateAgent(transaction, agentId, { name, useCase, config: { ...others, ...settingsOf(flow) } });
}

/** Without the fields that are absent. */
function settingsOf({ defaultState, keywords }: Pick<AgentConfig, 'defaultState' | 'keywords'>) {
  return { ...(defaultState !== undefined && { defaultState }), ...(keywords && { keywords }) };
}

export function refusedFlow(errors: FieldError[]): Problem {
  return fieldProblem(errors, undefined, MAX_FLOW_FAULTS);
}
