/**
 * The flow document: all states of an agent with its keywords and its default state, read and replaced at once. Single
 * states are in `states.ts`.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import { type Flow, type FlowChanges, MAX_FLOW_BYTES, MAX_FLOW_STATES } from '../../model/flow.ts';
import { MAX_VERSION } from '../../model/version.ts';
import { findFlow, findFlowText, type StoredFlow, type WhichFlow } from '../../store/flows.ts';
import { IfMatch } from '../contract/entity-tag.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import { limitBodies } from '../contract/shares.ts';
import type { Server } from '../fastify.ts';
import { flowTag } from './flow-changes.ts';
import { checkFlow, MAX_FLOW_FAULTS } from './flow-checks.ts';
import { findingsOf } from './flow-verified.ts';
import { planFlow, refusedFlow, saveFlow } from './save-flow.ts';
import { noAgent, reachAgent, reachDraft } from './visibility.ts';

const tags = ['Flows'];

const LIMITS = { maxStates: MAX_FLOW_STATES, maxBytes: MAX_FLOW_BYTES };

/** Documents that are read and checked at once: one of 8 MiB takes some ten times that for a moment. */
const MAX_AT_ONCE = 2;
const MAX_OF_ALL = 6;

const ReplaceQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Only says what would change and what is wrong; stores nothing.' }),
    ),
  },
  { additionalProperties: false },
);

export const FlowQuery = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'Of this version; the draft if absent.' }),
    ),
  },
  { additionalProperties: false },
);

export function flowRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/agents/:agentId/flow',
    {
      config: { tagged: true, problems: ['agent_not_found', 'version_not_found', 'flow_too_large'] },
      schema: {
        operationId: 'getFlow',
        summary: 'Get the flow',
        description: 'All states of the agent, its keywords and its default state, as one document.',
        tags,
        params: AgentPath,
        querystring: FlowQuery,
        response: { 200: ref('Flow') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const found = await readFlow(context, agentId, request.query.version ?? null);
      reply.header('etag', flowTag(found));
      return found.flow;
    },
  );

  server.put(
    '/agents/:agentId/flow',
    {
      bodyLimit: MAX_FLOW_BYTES,
      onRequest: limitBodies({ perAccount: MAX_AT_ONCE, inAll: MAX_OF_ALL, what: 'flows' }),
      config: {
        tagged: true,
        describedBody: ref('Flow'),
        problems: [
          ...(['agent_not_found', 'invalid_liquid', 'changed_since'] as const),
          ...(['malformed_json', 'body_too_large', 'unsupported_media_type', 'too_many_requests'] as const),
        ],
      },
      schema: {
        operationId: 'replaceFlow',
        summary: 'Replace the flow',
        description: `All states, the keywords and the default state become those of the document, or nothing changes at all: one fault refuses everything, and up to ${MAX_FLOW_FAULTS} are reported. States that stay the same keep their \`updatedAt\`; other fields of the agent's \`config\` stay as they are. A state cannot be removed while one that stays names it as its \`flowEntryStateId\`. At most ${MAX_AT_ONCE} at once per account, then 429.`,
        tags,
        params: AgentPath,
        querystring: ReplaceQuery,
        headers: IfMatch,
        response: { 200: ref('SavedFlow') },
      },
    },
    async (request, reply) => {
      const agent = await (request.query.dryRun ? reachAgent : reachDraft)(context, request);
      const ifMatch = request.headers['if-match'];
      const { flow, warnings, errors } = await checkFlow(context, agent, request, request.body);
      if (request.query.dryRun || errors.length > 0) {
        const plan = await planFlow(sql, agent.agentId, flow, ifMatch);
        const faults = [...errors, ...plan.errors].slice(0, MAX_FLOW_FAULTS);
        if (!request.query.dryRun) throw refusedFlow(faults);
        const findings = faults.length === 0 ? await findingsOf(context, agent, flow) : [];
        return { ...answer(plan.changes, warnings, faults), ...(findings.length > 0 && { findings }) };
      }
      const { changes, tag } = await saveFlow(context, agent, flow, { request, ifMatch });
      reply.header('etag', tag);
      return answer(changes, warnings, []);
    },
  );
}

/** @throws Problem `version_not_found`, `agent_not_found`, `flow_too_large` */
export async function readFlow(
  { sql }: Context,
  agentId: string,
  version: WhichFlow,
): Promise<StoredFlow & { flow: Flow }> {
  const found = await findFlow(sql, agentId, version, LIMITS);
  if (!found) throw version === null ? noAgent(agentId) : noVersion(version);
  if (!found.states) throw tooLarge();
  return { ...found, flow: { ...found.settings, states: found.states } };
}

/** For a thread, which parses it. @throws Problem `agent_not_found` `version_not_found` `flow_too_large` */
export async function readFlowText({ sql }: Context, agentId: string, version: WhichFlow): Promise<string> {
  const found = await findFlowText(sql, agentId, version, LIMITS);
  if (!found) throw version === null ? noAgent(agentId) : noVersion(version);
  if (found.states === null) throw tooLarge();
  const settings = Object.entries(found.settings).map(([name, value]) => `"${name}":${JSON.stringify(value)},`);
  return `{${settings.join('')}"states":${found.states}}`;
}

export function noVersion(version: number): Problem {
  return new Problem('version_not_found', `There is no version ${version}.`);
}

function answer(changes: FlowChanges, warnings: FieldError[], errors: FieldError[]) {
  return { ...changes, ...(warnings.length > 0 && { warnings }), ...(errors.length > 0 && { errors }) };
}

function tooLarge(): Problem {
  const detail = `The flow has more than ${MAX_FLOW_STATES} states, or more than ${MAX_FLOW_BYTES} bytes of them.`;
  return new Problem('flow_too_large', detail);
}
