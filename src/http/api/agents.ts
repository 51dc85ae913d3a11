/** Agents: made for a brand, configured by a merge, launched by the operator. */
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentPatch,
  type NewAgent,
  repeatedKeywords,
  type UseCase,
} from '../../model/agent.ts';
import { checkOptOut } from '../../model/opt-out.ts';
import { PageOf } from '../../model/page.ts';
import { TRAFFIC_TYPES, trafficFault } from '../../model/traffic-type.ts';
import {
  findAgent,
  findAgentForUpdate,
  insertAgent,
  listAgents,
  removeAgent,
  updateAgent,
  updateAgentMode,
} from '../../store/agents.ts';
import { findBrand } from '../../store/brands.ts';
import type { Sql } from '../../store/sql.ts';
import { listStatesOfTraffic } from '../../store/states.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { needsOperator } from '../auth/auth.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { IfMatch, refuseChanged, tagged } from '../contract/entity-tag.ts';
import { AccountPageQuery, AgentPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { followConfig } from './publishing.ts';
import { authorOf, listedAccount, noAgent, reachAgent, sees } from './visibility.ts';

const tags = ['Agents'];

/** In a refusal; any others appear in the next one. */
const MAX_STATES_NAMED = 5;

export function agentRoutes(server: Server, context: Context): void {
  const { sql, catalog } = context;

  server.get(
    '/agents',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'listAgents',
        summary: 'List agents',
        description: 'Newest first.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('agents', ref('Agent')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listAgents(sql, listedAccount(principal, query.accountId), query);
      return { agents: rows, ...page };
    },
  );

  server.post(
    '/agents',
    {
      ...alsoChecked<{ Body: NewAgent }>(({ body }) => checkConfig(context, body.config)),
      config: {
        tagged: true,
        problems: ['brand_not_found', 'platform_agent_in_use'],
      },
      schema: {
        operationId: 'createAgent',
        summary: 'Create an agent',
        description: 'It is in test mode: until it is launched, messages go only to its registered test devices.',
        tags,
        body: ref('NewAgent'),
        response: { 201: ref('Agent') },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const { name, useCase, brandId } = body;
      const brand = await findBrand(sql, brandId);
      if (!brand || !sees(principal, brand.accountId)) throw noBrand(brandId);
      const config = withoutSuffix(body.config ?? {});
      if (principal.kind === 'client') refusePlatformAgent(config, undefined);
      const values = { agentId: newId('agent'), accountId: brand.accountId, brandId, name, useCase, config };
      const agent = await sql.begin(async (transaction) => {
        const inserted = await insertAgent(transaction, values);
        if (!inserted) throw platformAgentInUse();
        const made = await followConfig(transaction, { config: {} }, inserted, authorOf(principal));
        const { agentId, accountId } = made;
        await audit(transaction, request, { accountId, agentId, id: agentId, after: made });
        return made;
      });
      await catalog.forget(agent.agentId);
      return reply.code(201).send(tagged(reply, agent));
    },
  );

  server.get(
    '/agents/:agentId',
    {
      config: { tagged: true, problems: ['agent_not_found'] },
      schema: {
        operationId: 'getAgent',
        summary: 'Get an agent',
        description: 'With its configuration.',
        tags,
        params: AgentPath,
        response: { 200: ref('Agent') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      // Not from the cache: another process may have changed it just now.
      const agent = await findAgent(sql, agentId);
      if (!agent) throw noAgent(agentId);
      return tagged(reply, agent);
    },
  );

  server.patch(
    '/agents/:agentId',
    {
      ...alsoChecked<{ Params: { agentId: string }; Body: AgentPatch }>(async (request) => {
        const { agentId } = await reachAgent(context, request);
        const { useCase, config } = request.body;
        return [...(await trafficFaults(sql, agentId, useCase)), ...(await checkConfig(context, config))];
      }),
      config: {
        tagged: true,
        problems: ['agent_not_found', 'platform_agent_in_use', 'changed_since'],
      },
      schema: {
        operationId: 'updateAgent',
        summary: 'Change an agent',
        description: 'Only the fields that are sent change. `config` is merged field by field; `null` clears a field.',
        tags,
        params: AgentPath,
        headers: IfMatch,
        body: ref('AgentPatch'),
        response: { 200: ref('Agent') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const patch = request.body as AgentPatch;
      const config = withoutSuffix(patch.config ?? {});
      const agent = await sql.begin(async (transaction) => {
        const current = await findAgentForUpdate(transaction, agentId);
        if (!current) throw noAgent(agentId);
        refuseChanged(request.headers['if-match'], current, 'The agent');
        if (request.principal.kind === 'client') refusePlatformAgent(config, current.config.platformAgentId);
        // Checked again, now that no state is being saved at the same time.
        const faults = await trafficFaults(transaction, agentId, patch.useCase);
        if (faults.length > 0) throw fieldProblem(faults);
        const changed = await updateAgent(transaction, agentId, merged(current, { ...patch, config }));
        if (!changed) throw platformAgentInUse();
        const after = await followConfig(transaction, current, changed, authorOf(request.principal));
        const { accountId } = current;
        await audit(transaction, request, { accountId, agentId, id: agentId, before: current, after });
        return after;
      });
      await catalog.forget(agentId);
      return tagged(reply, agent);
    },
  );

  server.delete(
    '/agents/:agentId',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'deleteAgent',
        summary: 'Delete an agent',
        description:
          'With its states and test devices. The messages it has sent and received stay until their retention ends.',
        tags,
        params: AgentPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      await sql.begin(async (transaction) => {
        const before = await removeAgent(transaction, agentId);
        if (before) await audit(transaction, request, { accountId: before.accountId, agentId, id: agentId, before });
      });
      await catalog.forget(agentId);
      return reply.code(204).send(null);
    },
  );

  server.post(
    '/agents/:agentId/launch',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'launchAgent',
        summary: 'Launch an agent',
        description: 'From now on it may message any number. A launch cannot be undone.',
        tags,
        params: AgentPath,
        response: { 200: ref('Agent') },
      },
    },
    async (request) => {
      const { agentId } = request.params;
      const agent = await sql.begin(async (transaction) => {
        const before = await findAgentForUpdate(transaction, agentId);
        const after = await updateAgentMode(transaction, agentId, 'LAUNCHED');
        if (!before || !after) throw noAgent(agentId);
        await audit(transaction, request, { accountId: after.accountId, agentId, id: agentId, before, after });
        return after;
      });
      await catalog.forget(agentId);
      return agent;
    },
  );
}

type ConfigPatch = NonNullable<AgentPatch['config']>;

/** What the schema cannot say. */
async function checkConfig(context: Context, config: AgentConfig | ConfigPatch = {}): Promise<FieldError[]> {
  const { eventForwardUrl, keywords, optOut } = config;
  const refusal = typeof eventForwardUrl === 'string' ? await context.outbound.check(eventForwardUrl) : null;
  const ofUrl = refusal === null ? [] : [{ path: '/config/eventForwardUrl', message: refusal }];
  const ofOptOut = optOut ? checkOptOut(optOut, '/config/optOut') : [];
  return [...ofUrl, ...repeatedKeywords(keywords ?? [], '/config/keywords'), ...ofOptOut];
}

/** The platform's id of the agent, without the suffix that its own console shows. */
function withoutSuffix<Config extends AgentConfig | ConfigPatch>(config: Config): Config {
  const { platformAgentId } = config;
  if (typeof platformAgentId !== 'string') return config;
  return { ...config, platformAgentId: platformAgentId.replace(/@rbm\.goog$/, '') };
}

/**
 * Clients share one account at the platform, and an agent's id there is all it takes to speak as it, so the operator
 * assigns the ids. A client may send back the current one; every other gets the same refusal. @throws Problem
 * `insufficient_scope`
 */
function refusePlatformAgent({ platformAgentId }: AgentConfig | ConfigPatch, current: string | undefined): void {
  if (platformAgentId === undefined || (platformAgentId ?? undefined) === current) return;
  throw needsOperator('Only the operator can set the id of an agent at the RCS platform', [
    { path: '/config/platformAgentId', message: 'can be set only by the operator' },
  ]);
}

/** No state may contain what the platform would refuse from an agent of the new use case. */
async function trafficFaults(database: Sql, agentId: string, useCase: UseCase | undefined): Promise<FieldError[]> {
  const refused = useCase ? TRAFFIC_TYPES.filter((type) => trafficFault(type, useCase) !== null) : [];
  const states = refused.length > 0 ? await listStatesOfTraffic(database, agentId, refused, MAX_STATES_NAMED) : [];
  if (states.length === 0) return [];
  const message = `cannot be ${useCase} while ${states.join(', ')} have a messageTrafficType of ${refused.join(', ')}`;
  return [{ path: '/useCase', message }];
}

function merged(agent: Agent, { name = agent.name, useCase = agent.useCase, config = {} }: AgentPatch) {
  const fields = Object.entries({ ...agent.config, ...config }).filter(([, value]) => value !== null);
  return { name, useCase, config: Object.fromEntries(fields) as AgentConfig };
}

function noBrand(brandId: string): Problem {
  const errors = [{ path: '/brandId', message: 'is not the id of a brand' }];
  return new Problem('brand_not_found', `There is no brand ${brandId}.`, { errors });
}

function platformAgentInUse(): Problem {
  const errors = [{ path: '/config/platformAgentId', message: 'is in use by another agent' }];
  return new Problem('platform_agent_in_use', 'Another agent has this id at the RCS platform.', { errors });
}
