/** The failure queue as a whole: what is in it and why, and taking events out of it for good. Its list is in `events.ts`. */
import Type, { type Static } from 'typebox';
import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import type { Agent } from '../../model/agent.ts';
import { OWN_WEBHOOK } from '../../model/endpoint.ts';
import { adviceOn } from '../../model/failure-advice.ts';
import type { FailureSummary } from '../../model/failure-summary.ts';
import { failureFilter } from '../../model/forwarded-event.ts';
import { listEndpointHealth } from '../../store/endpoint-health.ts';
import { listEventKeys } from '../../store/events.ts';
import { countFailures, discardFailures, insertDiscard } from '../../store/failures.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit, type Requester } from './audited.ts';
import { requireEndpoint } from './endpoints.ts';
import { eventIdsField, failureFields } from './event-filter.ts';
import { authorOf, reachAgent } from './visibility.ts';

const tags = ['Events'];

/** Events that one call discards: some seconds of work. */
const MAX_DISCARDED = 10_000;
const DISCARD_PAGE = 1000;

const SummaryQuery = Type.Object(failureFields, { additionalProperties: false });

const Discard = Type.Object(
  {
    ...failureFields,
    eventIds: eventIdsField,
    why: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Kept with the record.',
      examples: ['Test traffic'],
    }),
  },
  {
    additionalProperties: false,
    description: 'Which events of the failure queue, all if nothing narrows it, and why.',
  },
);

const Discarded = Type.Object({
  discardId: Type.String({ description: 'Of the record: what, how many, who, why.' }),
  discarded: Type.Integer({ description: 'The number of events that left the queue.' }),
  more: Type.Boolean({ description: 'Whether there are more than one call takes; if so, call again.' }),
});

export function failureRoutes(server: Server, context: Context): void {
  const { sql } = context;

  async function summary(agentId: string | null, selection: Static<typeof SummaryQuery>): Promise<FailureSummary> {
    const { total, groups } = await countFailures(sql, agentId, failureFilter(selection));
    const agentIds = agentId === null ? [...new Set(groups.map((group) => group.agentId))] : [agentId];
    return {
      total,
      groups: groups.map((group) => ({ ...group, ...adviceOn(group.reason) })),
      endpoints: await listEndpointHealth(sql, agentIds, agentId === null),
    };
  }

  server.get(
    '/agents/:agentId/failures/summary',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found'] },
      schema: {
        operationId: 'getFailureSummary',
        summary: 'Summarize the failure queue',
        description:
          'How many events failed in which way, what that usually means, and how the endpoints of the agent are.',
        tags,
        params: AgentPath,
        querystring: SummaryQuery,
        response: { 200: ref('FailureSummary') },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      requireEndpoint(agent, request.query.endpointId);
      return summary(agent.agentId, { endpointId: OWN_WEBHOOK, ...request.query });
    },
  );

  server.get(
    '/failures/summary',
    {
      schema: {
        operationId: 'getFailureSummaryOfAll',
        summary: 'Summarize the failure queues of all agents',
        description: 'As for one agent, by agent, endpoint and reason; of all endpoints, if the filter names none.',
        tags: ['Operation'],
        querystring: SummaryQuery,
        response: { 200: ref('FailureSummary') },
      },
    },
    ({ query }) => summary(null, query),
  );

  server.post(
    '/agents/:agentId/events/discard',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found'] },
      schema: {
        operationId: 'discardEvents',
        summary: 'Discard events of the failure queue',
        description: `They leave the queue and keep their history; each can still be forwarded again by its id. Newest first, up to ${MAX_DISCARDED} per call.`,
        tags,
        params: AgentPath,
        body: Discard,
        response: { 200: Discarded },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      return discard(context, request, agent, request.body);
    },
  );
}

async function discard(
  { sql }: Context,
  request: Requester,
  agent: Agent,
  body: Static<typeof Discard>,
): Promise<Static<typeof Discarded>> {
  const { agentId, accountId } = agent;
  const discardId = newId('discard');
  const { why, ...selection } = body;
  requireEndpoint(agent, selection.endpointId);
  const filter = failureFilter(selection);
  const at = await sql.begin(async (transaction) => {
    await audit(transaction, request, { accountId, agentId, id: discardId, after: body });
    const by = authorOf(request.principal);
    return insertDiscard(transaction, { discardId, agentId, filter: selection, why, by });
  });
  // What fails from now on is not meant.
  const wanted = { ...filter, untilMs: Math.min(filter.untilMs ?? Number.POSITIVE_INFINITY, at + 1) };
  let discarded = 0;
  let seen = 0;
  let cursor: string | undefined;
  do {
    const page = await listEventKeys(sql, agentId, wanted, { limit: DISCARD_PAGE, cursor });
    discarded += await discardFailures(sql, { discardId, endpointId: selection.endpointId ?? OWN_WEBHOOK }, page.rows);
    seen += page.rows.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && seen < MAX_DISCARDED);
  return { discardId, discarded, more: cursor !== undefined };
}
