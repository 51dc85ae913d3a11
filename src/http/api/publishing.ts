/** What users get: the draft at once, or the versions that are published. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { failpoint } from '../../failpoints.ts';
import type { Agent } from '../../model/agent.ts';
import { type Activation, activated, mainOther, withdrawn } from '../../model/rollout.ts';
import { findAgent, findAgentForUpdate } from '../../store/agents.ts';
import { type FlowMark, findFlowMark } from '../../store/flows.ts';
import type { Sql } from '../../store/sql.ts';
import { freezeDraft, hasVersion, recordChange, updateRollout } from '../../store/versions.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { audit, type Requester } from './audited.ts';
import { noVersion } from './flow.ts';
import { contentTag } from './flow-changes.ts';
import { authorOf, noAgent } from './visibility.ts';

export const isExplicit = ({ config }: Pick<Agent, 'config'>) => config.publishing === 'explicit';

/** Call when an agent's config was written, in the same transaction. Returns the agent as it then is. */
export async function followConfig(
  transaction: Sql,
  before: Pick<Agent, 'config' | 'rollout'>,
  agent: Agent,
  author: string,
): Promise<Agent> {
  const { agentId } = agent;
  if (isExplicit(agent) && !isExplicit(before)) {
    const version = await freezeDraft(transaction, agentId, { author });
    // What was pinned before is of an earlier time.
    await updateRollout(transaction, agentId, activated(before.rollout, { version, percent: 100, sessions: 'move' }));
  } else if (isExplicit(before) && !isExplicit(agent)) {
    await updateRollout(transaction, agentId, withdrawn(before.rollout));
    await freezeDraft(transaction, agentId, { author });
  } else {
    if (hasOtherSettings(before, agent)) await recordChange(transaction, agentId, author, []);
    return agent;
  }
  return (await findAgent(transaction, agentId))!;
}

function hasOtherSettings(before: Pick<Agent, 'config'>, { config }: Agent): boolean {
  const settings = ({ defaultState, keywords = [] }: Agent['config']) => JSON.stringify([defaultState, keywords]);
  return settings(before.config) !== settings(config);
}

type Publication = { message?: string | undefined; forced: boolean; activate: boolean };

/** Freezes the draft that was checked, and makes it live; all or nothing. Returns its number. @throws Problem */
export async function publish(
  context: Context,
  request: Requester,
  { agentId, draft: checked, publication }: { agentId: string; draft: FlowMark; publication: Publication },
): Promise<number> {
  const { activate, ...entry } = publication;
  const version = await context.sql.begin(async (transaction) => {
    const agent = await findAgentForUpdate(transaction, agentId);
    const draft = await findFlowMark(transaction, agentId, null);
    if (!agent || !draft) throw noAgent(agentId);
    if (contentTag(draft) !== contentTag(checked)) {
      throw new Problem('changed_since', 'The draft was changed while it was being checked. Publish again.');
    }
    const frozen = await freezeDraft(transaction, agentId, { ...entry, author: authorOf(request.principal) });
    failpoint('during-publish');
    if (activate && isExplicit(agent)) {
      const rollout = activated(agent.rollout, { version: frozen, percent: 100, sessions: 'keep' });
      await updateRollout(transaction, agentId, rollout);
    }
    const { accountId } = agent;
    await audit(transaction, request, { accountId, agentId, id: String(frozen), after: publication });
    return frozen;
  });
  await context.catalog.forget(agentId);
  return version;
}

/** Makes a version live, with `publishing` `explicit`. @throws Problem `version_not_found`, `validation_failed` */
export async function activate(
  context: Context,
  request: Requester,
  agentId: string,
  activation: Activation,
): Promise<void> {
  const { version, percent } = activation;
  await context.sql.begin(async (transaction) => {
    const agent = await findAgentForUpdate(transaction, agentId);
    if (!agent) throw noAgent(agentId);
    if (!(await hasVersion(transaction, agentId, version))) throw noVersion(version);
    if (percent < 100 && mainOther(agent.rollout?.shares ?? [], version) === undefined) {
      throw fieldProblem([{ path: '/percent', message: 'must be 100: no other version is live, to have the rest' }]);
    }
    const rollout = activated(agent.rollout, activation);
    await updateRollout(transaction, agentId, rollout);
    const { accountId } = agent;
    const [before, after] = [{ rollout: agent.rollout }, { rollout }];
    await audit(transaction, request, { accountId, agentId, id: String(version), before, after });
  });
  await context.catalog.forget(agentId);
}
