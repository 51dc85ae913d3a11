/** Events: listing them, whether the client has them, and sending them again. Forwarding itself is in `forwarding/`. */
import Type, { type Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { parseEventId } from '../../model/event-id.ts';
import { EventClassName, ForwardStatus } from '../../model/forwarded-event.ts';
import { PageOf, PageQuery } from '../../model/page.ts';
import { PhoneNumber } from '../../model/phone-number.ts';
import { type EventKey, findEventKey, listEventKeys, listEventsAt } from '../../store/events.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { withRequests } from './attempt-requests.ts';
import { requireEndpoint, requireWebhook } from './endpoints.ts';
import { eventIdsField, failureFields, filterFields, readFilter } from './event-filter.ts';
import { reachAgent } from './visibility.ts';

const tags = ['Events'];

/** Events that one call resends: some seconds of work. */
const MAX_REDELIVERED = 10_000;
/** Read and appended at a time. */
const REDELIVERY_PAGE = 1000;

const EventQuery = Type.Object(
  {
    ...PageQuery,
    ...failureFields,
    status: Type.Optional(ForwardStatus),
    phoneNumber: Type.Optional(PhoneNumber),
  },
  { additionalProperties: false },
);

const EndpointQuery = Type.Object({ endpointId: filterFields.endpointId }, { additionalProperties: false });

const GetEventQuery = Type.Object(
  {
    ...EndpointQuery.properties,
    headers: Type.Optional(Type.Boolean({ description: 'With those that each attempt sent.' })),
  },
  { additionalProperties: false },
);

const EventPath = Type.Object({ ...AgentPath.properties, eventId: Type.String({ maxLength: 100 }) });

const RedeliveryFilter = Type.Object(
  {
    ...failureFields,
    eventIds: eventIdsField,
    status: Type.Optional(ForwardStatus),
    cursor: Type.Optional({ ...PageQuery.cursor, description: 'The `nextCursor` of the previous response.' }),
  },
  { additionalProperties: false, description: 'Which events; `status` is `FAILED` if absent.' },
);

const Redelivery = Type.Object({
  accepted: Type.Integer({ description: 'The number of events that are forwarded again.' }),
  more: Type.Boolean({
    description: 'Whether there are more than one call takes; if so, call again with `cursor`.',
  }),
  nextCursor: Type.Optional(Type.String()),
});

const WebhookTest = Type.Object(
  { class: Type.Optional(EventClassName), endpointId: filterFields.endpointId },
  { additionalProperties: false },
);

const TestedWebhook = Type.Object({
  outcome: Type.Enum(['accepted', 'refused', 'retry'], {
    type: 'string',
    description: 'What the response would mean for a real event.',
  }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null if there was no response.' }),
  durationMs: Type.Number(),
  error: Type.Union([Type.String(), Type.Null()]),
  response: Type.Union([Type.String(), Type.Null()], { description: 'The beginning of the response body.' }),
  requestHeaders: Type.Record(Type.String(), Type.String()),
  requestBody: Type.String({ description: 'The exact bytes that were signed and sent.' }),
});

export function eventRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/agents/:agentId/events',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Newest first; with `status=FAILED`, the failure queue, ordered by when events entered it. A page may have few rows and still a `nextCursor`, if few of the events it scanned match the filter: go on with the cursor.',
        tags,
        params: AgentPath,
        querystring: EventQuery,
        response: { 200: PageOf('events', ref('ForwardedEvent')) },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      const { agentId } = agent;
      const { endpointId } = request.query;
      requireEndpoint(agent, endpointId);
      const { rows, ...page } = await listEventKeys(sql, agentId, readFilter(request.query, ''), request.query);
      return { events: await listEventsAt(sql, agentId, rows, endpointId), ...page };
    },
  );

  server.get(
    '/agents/:agentId/events/:eventId',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'event_not_found'] },
      schema: {
        operationId: 'getEvent',
        summary: 'Get an event',
        description: 'With every attempt to forward it.',
        tags,
        params: EventPath,
        querystring: GetEventQuery,
        response: { 200: ref('ForwardedEvent') },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      const { endpointId, headers } = request.query;
      const { event, key } = await getEvent(context, agent, request.params.eventId, endpointId);
      return headers ? withRequests(context, agent, key, event) : event;
    },
  );

  server.post(
    '/agents/:agentId/events/:eventId/redeliver',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'event_not_found', 'webhook_not_configured'] },
      schema: {
        operationId: 'redeliverEvent',
        summary: 'Forward an event again',
        description: 'With the same bytes and ids as before, whether or not the client already has it.',
        tags,
        params: EventPath,
        querystring: EndpointQuery,
        response: { 202: Redelivery },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { endpointId } = request.query;
      requireWebhook(agent, endpointId);
      const { key } = await getEvent(context, agent, request.params.eventId);
      await redeliver(context, agent, key, endpointId);
      return reply.code(202).send({ accepted: 1, more: false });
    },
  );

  server.post(
    '/agents/:agentId/events/redeliver',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'webhook_not_configured'] },
      schema: {
        operationId: 'redeliverEvents',
        summary: 'Forward many events again',
        description: `Newest first, up to ${MAX_REDELIVERED} per call; those in the failure queue unless the filter selects others.`,
        tags,
        params: AgentPath,
        body: RedeliveryFilter,
        response: { 202: Redelivery },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      requireWebhook(agent, request.body.endpointId);
      return reply.code(202).send(await redeliverAll(context, agent, request.body));
    },
  );

  server.post(
    '/agents/:agentId/events/test',
    {
      config: { problems: ['agent_not_found', 'endpoint_not_found', 'webhook_not_configured'] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description:
          'Sends a signed example event of the class, a `UserMessage` if absent, to the webhook once and returns the response.',
        tags,
        params: AgentPath,
        body: WebhookTest,
        response: { 200: TestedWebhook },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      const {
        startedAt: _,
        retryAfterMs: __,
        ...tested
      } = await context.forwarder.test(
        agent,
        requireWebhook(agent, request.body.endpointId),
        request.body.class ?? 'UserMessage',
      );
      return tested;
    },
  );
}

/**
 * The event at the address in its id, if it has that id and belongs to the agent, as the endpoint has it.
 * @throws Problem `event_not_found` `endpoint_not_found`
 */
async function getEvent({ sql }: Context, agent: Agent, eventId: string, endpointId?: string) {
  const { agentId } = agent;
  requireEndpoint(agent, endpointId);
  const address = parseEventId(eventId);
  const key = address ? await findEventKey(sql, agentId, eventId, address) : undefined;
  const [event] = key ? await listEventsAt(sql, agentId, [key], endpointId) : [];
  if (!key || event?.eventId !== eventId) {
    throw new Problem('event_not_found', `The agent has no event ${eventId}.`);
  }
  return { event, key };
}

async function redeliverAll(
  context: Context,
  agent: Agent,
  filter: Static<typeof RedeliveryFilter>,
): Promise<Static<typeof Redelivery>> {
  const wanted = readFilter({ ...filter, status: filter.status ?? 'FAILED' }, '/');
  let cursor = filter.cursor;
  let accepted = 0;
  do {
    const limit = Math.min(REDELIVERY_PAGE, MAX_REDELIVERED - accepted);
    const page = await listEventKeys(context.sql, agent.agentId, wanted, { limit, cursor });
    await Promise.all(page.rows.map((key) => redeliver(context, agent, key, filter.endpointId)));
    accepted += page.rows.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && accepted < MAX_REDELIVERED);
  return { accepted, more: cursor !== undefined, ...(cursor !== undefined && { nextCursor: cursor }) };
}

/** By the owner of the event's lane, in the order of its conversation. */
function redeliver(
  { lanes }: Context,
  { agentId }: Agent,
  { phoneNumber, seq, ordinal, day }: EventKey,
  endpointId: string | undefined,
) {
  const body = { kind: 'redeliver', seq, ordinal, day, ...(endpointId !== undefined && { endpointId }) } as const;
  return lanes.append({ agentId, phoneNumber, body, dedupeId: null });
}
