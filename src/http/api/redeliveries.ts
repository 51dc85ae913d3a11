/** Sending many events of the failure queue again in the background: requested, watched, stopped. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { OWN_WEBHOOK } from '../../model/endpoint.ts';
import { failureFilter } from '../../model/forwarded-event.ts';
import { PageOf } from '../../model/page.ts';
import { countFailures } from '../../store/failures.ts';
import { findRedelivery, insertRedelivery, listRedeliveries, stopRedelivery } from '../../store/redeliveries.ts';
import { AgentPath, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { requireWebhook } from './endpoints.ts';
import { failureFields } from './event-filter.ts';
import { authorOf, reachAgent } from './visibility.ts';

const tags = ['Events'];

const RedeliveryPath = Type.Object({ ...AgentPath.properties, redeliveryId: Type.String({ maxLength: 100 }) });

const NewRedelivery = Type.Object(
  {
    ...failureFields,
    probe: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether one event is sent first, and the others only once the webhook has taken it.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Which events of the failure queue; all if nothing narrows it.' },
);

export function redeliveryRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.post(
    '/agents/:agentId/redeliveries',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'webhook_not_configured', 'redelivery_running'] },
      schema: {
        operationId: 'createRedelivery',
        summary: 'Forward failed events again, one first',
        description:
          'One event is sent, the newest; the others follow when the webhook has taken it, and otherwise stay in the failure queue. It goes on in the background, newest first; events that fail later are not included.',
        tags,
        params: AgentPath,
        body: NewRedelivery,
        response: { 202: ref('Redelivery') },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { agentId, accountId } = agent;
      const { probe = true, ...filter } = request.body;
      requireWebhook(agent, filter.endpointId);
      const { endpointId = OWN_WEBHOOK } = filter;
      const { total } = await countFailures(sql, agentId, { ...failureFilter(filter), endpointId });
      const requestedBy = authorOf(request.principal);
      const added = { redeliveryId: newId('redelivery'), agentId, filter, probe, matched: total, requestedBy };
      const redelivery = await sql.begin(async (transaction) => {
        const made = await insertRedelivery(transaction, added);
        if (made) await audit(transaction, request, { accountId, agentId, id: made.redeliveryId, after: request.body });
        return made;
      });
      if (redelivery === null)
        throw new Problem('redelivery_running', `One to this endpoint of agent ${agentId} is under way.`);
      context.redeliverer.wake();
      return reply.code(202).send(redelivery);
    },
  );

  server.get(
    '/agents/:agentId/redeliveries',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listRedeliveries',
        summary: 'List redeliveries',
        description: 'Newest first. They are kept for 30 days.',
        tags,
        params: AgentPath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('redeliveries', ref('Redelivery')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { rows, ...page } = await listRedeliveries(sql, agentId, request.query);
      return { redeliveries: rows, ...page };
    },
  );

  server.get(
    '/agents/:agentId/redeliveries/:redeliveryId',
    {
      config: { problems: ['agent_not_found', 'redelivery_not_found'] },
      schema: {
        operationId: 'getRedelivery',
        summary: 'Get a redelivery',
        description: 'How far it is, and why it stopped.',
        tags,
        params: RedeliveryPath,
        response: { 200: ref('Redelivery') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      return getRedelivery(context, agentId, request.params.redeliveryId);
    },
  );

  server.post(
    '/agents/:agentId/redeliveries/:redeliveryId/stop',
    {
      config: { problems: ['agent_not_found', 'redelivery_not_found'] },
      schema: {
        operationId: 'stopRedelivery',
        summary: 'Stop a redelivery',
        description: 'Events that were handed to forwarding are sent; the others stay in the queue.',
        tags,
        params: RedeliveryPath,
        response: { 200: ref('Redelivery') },
      },
    },
    async (request) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { redeliveryId: id } = request.params;
      await sql.begin(async (transaction) => {
        const stopped = await stopRedelivery(transaction, agentId, id, authorOf(request.principal));
        if (stopped) await audit(transaction, request, { accountId, agentId, id, after: { state: 'STOPPED' } });
      });
      return getRedelivery(context, agentId, id);
    },
  );
}

/** @throws Problem `redelivery_not_found` */
async function getRedelivery({ sql }: Context, agentId: string, redeliveryId: string) {
  const found = await findRedelivery(sql, agentId, redeliveryId);
  if (!found) throw new Problem('redelivery_not_found', `The agent has no redelivery ${redeliveryId}.`);
  return found;
}
