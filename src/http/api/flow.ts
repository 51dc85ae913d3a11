/**
 * The flow document: all states of an agent with its keywords and its default state, read and replaced at once. Single
 * states are in `states.ts`.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import type { Agent, AgentConfig } from '../../model/agent.ts';
import { type Flow, type FlowChanges, MAX_FLOW_BYTES, MAX_FLOW_STATES } from '../../model/flow.ts';
import { findAgentForUpdate, updateAgent } from '../../store/agents.ts';
import { type DraftMark, findDraft, findDraftMark, removeStates, writeStates } from '../../store/flows.ts';
import type { Sql } from '../../store/sql.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { IfMatch } from '../contract/entity-tag.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { draftTag, planChanges, refuseChangedDraft } from './flow-changes.ts';
import { checkFlow, MAX_FLOW_FAULTS } from './flow-checks.ts';
import { findingsOf } from './flow-verified.ts';
import { lockOperations } from './state-checks.ts';
import { noAgent, reachAgent } from './visibility.ts';

const tags = ['Flows'];

const LIMITS = { maxStates: MAX_FLOW_STATES, maxBytes: MAX_FLOW_BYTES };

const ReplaceQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Only says what would change and what is wrong; stores nothing.' }),
    ),
  },
  { additionalProperties: false },
);

export function flowRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/agents/:agentId/flow',
    {
      config: { access: 'client', tagged: true, problems: ['agent_not_found', 'flow_too_large'] },
      schema: {
        operationId: 'getFlow',
        summary: 'Get the flow',
        description: 'All states of the agent, its keywords and its default state, as one document.',
        tags,
        params: AgentPath,
        response: { 200: ref('Flow') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const draft = await getDraft(sql, agentId);
      reply.header('etag', draftTag(draft));
      return draft.flow;
    },
  );

  server.put(
    '/agents/:agentId/flow',
    {
      bodyLimit: MAX_FLOW_BYTES,
      config: {
        access: 'client',
        tagged: true,
        describedBody: ref('Flow'),
        problems: [
          ...(['agent_not_found', 'invalid_liquid', 'changed_since'] as const),
          ...(['malformed_json', 'body_too_large', 'unsupported_media_type'] as const),
        ],
      },
      schema: {
        operationId: 'replaceFlow',
        summary: 'Replace the flow',
        description: `All states, the keywords and the default state become those of the document, or nothing changes at all: one fault refuses everything, and up to ${MAX_FLOW_FAULTS} are reported. States that stay the same keep their \`updatedAt\`; other fields of the agent's \`config\` stay as they are. A state cannot be removed while one that stays names it as its \`flowEntryStateId\`.`,
        tags,
        params: AgentPath,
        querystring: ReplaceQuery,
        headers: IfMatch,
        response: { 200: ref('SavedFlow') },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const ifMatch = request.headers['if-match'];
      const checked = await checkFlow(context, agent, request, request.body);
      const { flow, warnings } = checked;
      if (request.query.dryRun || checked.errors.length > 0) {
        const plan = await planOf(sql, agent.agentId, flow, ifMatch);
        const errors = [...checked.errors, ...plan.errors].slice(0, MAX_FLOW_FAULTS);
        if (!request.query.dryRun) throw refused(errors);
        const findings = errors.length === 0 ? await findingsOf(context, agent, flow) : [];
        return { ...answer(plan.changes, warnings, errors), ...(findings.length > 0 && { findings }) };
      }
      const changes = await context.sql.begin(async (transaction) => {
        const current = await findAgentForUpdate(transaction, agent.agentId);
        if (!current) throw noAgent(agent.agentId);
        await lockOperations(
          transaction,
          agent.accountId,
          Object.values(flow.states).flatMap(({ operations = [] }) => operations),
        );
        const plan = await planOf(transaction, agent.agentId, flow, ifMatch);
        if (plan.errors.length > 0) throw refused(plan.errors);
        await write(transaction, current, flow, plan.changes);
        reply.header('etag', draftTag((await findDraftMark(transaction, agent.agentId))!));
        return plan.changes;
      });
      await context.catalog.forget(agent.agentId);
      return answer(changes, warnings, []);
    },
  );
}

/** @throws Problem `agent_not_found`, `flow_too_large` */
export async function getDraft(sql: Sql, agentId: string): Promise<DraftMark & { flow: Flow }> {
  const draft = await findDraft(sql, agentId, LIMITS);
  if (!draft) throw noAgent(agentId);
  if (!draft.states) throw tooLarge();
  return { ...draft, flow: flowOf(draft.config, draft.states) };
}

async function planOf(sql: Sql, agentId: string, flow: Flow, ifMatch: string | undefined) {
  const draft = await findDraftMark(sql, agentId);
  if (!draft) throw noAgent(agentId);
  await refuseChangedDraft(sql, agentId, draft, ifMatch);
  return planChanges(sql, agentId, flow, draft);
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

function flowOf(config: AgentConfig, states: Flow['states']): Flow {
  return { ...settingsOf(config), states };
}

function answer(changes: FlowChanges, warnings: FieldError[], errors: FieldError[]) {
  return { ...changes, ...(warnings.length > 0 && { warnings }), ...(errors.length > 0 && { errors }) };
}

function refused(errors: FieldError[]): Problem {
  return fieldProblem(errors, undefined, MAX_FLOW_FAULTS);
}

function tooLarge(): Problem {
  const detail = `The flow has more than ${MAX_FLOW_STATES} states, or more than ${MAX_FLOW_BYTES} bytes of them.`;
  return new Problem('flow_too_large', detail);
}
