/** Further endpoints of an agent, beside its own webhook. What they get is sent by `forwarding/`. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Agent } from '../../model/agent.ts';
import {
  type Endpoint,
  type EndpointKey,
  type EndpointPatch,
  MAX_ENDPOINTS,
  type NewEndpoint,
  OWN_WEBHOOK,
  type Target,
  targetOf,
} from '../../model/endpoint.ts';
import { headerFaults } from '../../model/endpoint-headers.ts';
import { findAgentForUpdate } from '../../store/agents.ts';
import { countWaiting, listEndpointHealth } from '../../store/endpoint-health.ts';
import { findEndpoint, insertEndpoint, listEndpoints, removeEndpoint, updateEndpoint } from '../../store/endpoints.ts';
import { countFailures } from '../../store/failures.ts';
import { lanesUpTo } from '../../store/lanes.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { IfMatch, refuseChanged, tagged } from '../contract/entity-tag.ts';
import { AgentPath, EndpointPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { audited, changeHeaders } from './endpoint-headers.ts';
import { noAgent, reachAgent } from './visibility.ts';

const tags = ['Endpoints'];

export function endpointRoutes(server: Server, context: Context): void {
  const { sql, catalog, encryption } = context;

  server.get(
    '/agents/:agentId/endpoints',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listEndpoints',
        summary: 'List further endpoints',
        description: `Oldest first; an agent has ${MAX_ENDPOINTS} at most. Its own webhook is \`config.eventForwardUrl\`.`,
        tags,
        params: AgentPath,
        response: { 200: Type.Object({ endpoints: Type.Array(ref('Endpoint')) }) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      return { endpoints: await listEndpoints(sql, agentId) };
    },
  );

  server.post(
    '/agents/:agentId/endpoints',
    {
      ...alsoChecked<{ Body: NewEndpoint }>(({ body }) => check(context, body)),
      config: { tagged: true, problems: ['agent_not_found', 'too_many_endpoints'] },
      schema: {
        operationId: 'createEndpoint',
        summary: 'Add a further endpoint',
        description: 'From now on it gets the events that fit, each independently of what other endpoints do.',
        tags,
        params: AgentPath,
        body: ref('NewEndpoint'),
        response: { 201: ref('Endpoint') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const endpoint = await sql.begin(async (transaction) => {
        const agent = await findAgentForUpdate(transaction, agentId);
        if (!agent) throw noAgent(agentId);
        const { length } = await listEndpoints(transaction, agentId);
        if (length >= MAX_ENDPOINTS) {
          throw new Problem('too_many_endpoints', `Agent ${agentId} has ${length} endpoints, which is the limit.`);
        }
        const values = { ...request.body, agentId, endpointId: newId('endpoint') };
        const after = await insertEndpoint(transaction, encryption, values);
        await audit(transaction, request, { accountId: agent.accountId, agentId, id: after.endpointId, after });
        return after;
      });
      await catalog.forget(agentId);
      return reply.code(201).send(tagged(reply, endpoint));
    },
  );

  server.get(
    '/agents/:agentId/endpoint-statistics',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listEndpointStatistics',
        summary: 'See how the endpoints are',
        description:
          'How each endpoint of the agent answers, its own webhook first, and what waits for it or has failed there. What waits and has failed is counted at once, the rest every ten seconds.',
        tags,
        params: AgentPath,
        response: { 200: Type.Object({ endpoints: Type.Array(ref('EndpointStatistics')) }) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const health = await listEndpointHealth(sql, [agentId], false);
      const lanes = lanesUpTo(context.lanes.count);
      const counted = health.map(async (one) => {
        const endpointId = one.endpointId ?? OWN_WEBHOOK;
        const { waiting, oldestAt } = await countWaiting(sql, { agentId, endpointId }, lanes);
        const { total: failed } = await countFailures(sql, agentId, { endpointId });
        return { ...one, waiting, oldestAt, failed };
      });
      return { endpoints: await Promise.all(counted) };
    },
  );

  server.get(
    '/agents/:agentId/endpoints/:endpointId',
    {
      config: { tagged: true, problems: ['agent_not_found', 'endpoint_not_found'] },
      schema: {
        operationId: 'getEndpoint',
        summary: 'Get a further endpoint',
        description: 'Where it is, and what it gets.',
        tags,
        params: EndpointPath,
        response: { 200: ref('Endpoint') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const { endpointId } = request.params;
      const endpoint = await findEndpoint(sql, agentId, endpointId);
      if (!endpoint) throw noEndpoint(endpointId);
      return tagged(reply, endpoint);
    },
  );

  server.patch(
    '/agents/:agentId/endpoints/:endpointId',
    {
      ...alsoChecked<{ Body: EndpointPatch }>(({ body }) => check(context, body)),
      config: { tagged: true, problems: ['agent_not_found', 'endpoint_not_found', 'changed_since'] },
      schema: {
        operationId: 'updateEndpoint',
        summary: 'Change a further endpoint',
        description:
          'Only the fields that are sent change; `null` clears a field. A new address also applies to waiting events, a new filter to events from now on. With an address of another origin, each of its headers must be given again, or cleared: a secret goes only where somebody who knows it has sent it.',
        tags,
        params: EndpointPath,
        headers: IfMatch,
        body: ref('EndpointPatch'),
        response: { 200: ref('Endpoint') },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { endpointId } = request.params;
      const endpoint = await sql.begin(async (transaction) => {
        const before = await findEndpoint(transaction, agentId, endpointId, 'for update');
        if (!before) throw noEndpoint(endpointId);
        refuseChanged(request.headers['if-match'], before, 'The endpoint');
        const patch = request.body as EndpointPatch;
        const replaced = await changeHeaders(context, transaction, before, patch);
        const after = await updateEndpoint(transaction, merged(before, patch));
        if (!after) throw noEndpoint(endpointId);
        const shown = audited(after, replaced);
        await audit(transaction, request, { accountId, agentId, id: endpointId, before, after: shown });
        return after;
      });
      await catalog.forget(agentId);
      return tagged(reply, endpoint);
    },
  );

  server.delete(
    '/agents/:agentId/endpoints/:endpointId',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found'] },
      schema: {
        operationId: 'deleteEndpoint',
        summary: 'Delete a further endpoint',
        description: 'What waits for it, or has failed there, is not sent any more. The events themselves stay.',
        tags,
        params: EndpointPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { endpointId } = request.params;
      await sql.begin(async (transaction) => {
        const before = await removeEndpoint(transaction, agentId, endpointId);
        if (!before) throw noEndpoint(endpointId);
        await audit(transaction, request, { accountId, agentId, id: endpointId, before });
      });
      await catalog.forget(agentId);
      return reply.code(204).send(null);
    },
  );
}

/** What the schema cannot say. */
async function check({ outbound }: Context, { url, headers }: EndpointPatch): Promise<FieldError[]> {
  const refusal = typeof url === 'string' ? await outbound.check(url) : null;
  const faults = headerFaults(headers ?? {});
  return refusal === null ? faults : [{ path: '/url', message: refusal }, ...faults];
}

function merged(
  { pausedAt, headers: _, ...current }: Endpoint,
  { headers: __, ...patch }: EndpointPatch,
): Omit<NewEndpoint, 'headers'> & EndpointKey {
  const fields = Object.entries({ ...current, paused: pausedAt !== undefined, ...patch });
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as ReturnType<typeof merged>;
}

/** `endpointId` of a request; absent for the agent's own webhook. @throws Problem `endpoint_not_found` */
export function requireEndpoint(agent: Agent, endpointId: string | undefined): void {
  if (endpointId !== undefined && !targetOf(agent, endpointId)) throw noEndpoint(endpointId);
}

/** Where events of the agent go. @throws Problem `endpoint_not_found` `webhook_not_configured` */
export function requireWebhook(agent: Agent, endpointId: string | undefined): Target {
  requireEndpoint(agent, endpointId);
  const target = targetOf(agent, endpointId ?? OWN_WEBHOOK);
  if (target) return target;
  throw new Problem('webhook_not_configured', 'The agent has no eventForwardUrl: its own webhook gets no events.');
}

function noEndpoint(endpointId: string): Problem {
  return new Problem('endpoint_not_found', `The agent has no endpoint ${endpointId}.`);
}
