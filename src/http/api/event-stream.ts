/**
 * An agent's events over a connection that the reader opens: for a developer's machine, which no webhook can reach. What
 * it reads, and how, is in `event-following.ts`.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem, retryAfter } from '../../errors.ts';
import type { Agent } from '../../model/agent.ts';
import { parseEventId } from '../../model/event-id.ts';
import { findEventKey } from '../../store/events.ts';
import { type FollowedEvent, findCreation } from '../../store/recent-events.ts';
import { OPERATIONS } from '../auth/operations.ts';
import { AgentPath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { type Following, followEvents } from './event-following.ts';
import { reachAgent } from './visibility.ts';

/** Of one process: each asks the database three times a second. */
const MAX_STREAMS = 50;
const RETRY_AFTER_SECONDS = 30;
/**
 * Proxies close connections that are silent for a minute; and this long after a client was removed, or its token has
 * expired, its streams end.
 */
const KEEP_ALIVE_MS = 15_000;

const DESCRIPTION =
  `Server-sent events, for development: an endpoint in production is a webhook. \`ready\` comes first. Each \`event\` has the
event's id as its \`id\` and \`{ headers, body }\` as its data: the request that a webhook gets, signed in the same way, and
\`body\` to the byte. \`skipped\`: the reader was too slow, or away for too long, and lacks events before the next.

With \`signalOnly\` there are no events, but a \`new\` whenever there are some, with the last one's id as its \`id\`: for a page
that reads them itself.

It begins with the next event, or after the one in \`Last-Event-ID\`; then some are repeated, so compare ids. It ends when the
access token expires: connect again. The agent's own webhook gets its events as ever.`.replaceAll(
    /(?<!\n)\n(?!\n)/g,
    ' ',
  );

const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of the last event that the reader has.' }),
  ),
});

const StreamQuery = Type.Object(
  { signalOnly: Type.Optional(Type.Boolean({ description: 'Only says that there are new events.' })) },
  { additionalProperties: false },
);

export function eventStreamRoutes(server: Server, context: Context): void {
  const open = new Set<AbortController>();
  server.addHook('preClose', async () => {
    for (const stream of open) stream.abort();
  });

  server.get(
    '/agents/:agentId/events/stream',
    {
      config: { problems: ['agent_not_found', 'event_not_found', 'too_many_requests'] },
      schema: {
        operationId: 'streamEvents',
        summary: 'Follow events',
        description: DESCRIPTION,
        tags: ['Events'],
        params: AgentPath,
        querystring: StreamQuery,
        headers: StreamHeaders,
        produces: ['text/event-stream'],
        response: { 200: Type.Unsafe<Readable>({ type: 'string' }) },
      },
    },
    async (request, reply) => {
      if (open.size >= MAX_STREAMS) {
        const headers = retryAfter(RETRY_AFTER_SECONDS);
        throw new Problem('too_many_requests', `At most ${MAX_STREAMS} streams are open.`, { headers });
      }
      const agent = await reachAgent(context, request);
      const lastId = request.headers['last-event-id'];
      const after = lastId === undefined ? null : await findLast(context, agent, lastId);
      const { signal } = openUntilClosed(open, reply);
      const { sql, databaseNow: now } = context;
      const { signalOnly: isSignalOnly = false } = request.query;
      const text = written(
        context,
        agent,
        { sql, now, agentId: agent.agentId, after, signal, isSignalOnly },
        async () => {
          await server.authentication.authenticate(request, OPERATIONS.streamEvents);
          await reachAgent(context, request);
        },
      );
      return reply
        .type('text/event-stream')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(text, { objectMode: false }));
    },
  );
}

function openUntilClosed(open: Set<AbortController>, reply: FastifyReply): AbortController {
  const stream = new AbortController();
  open.add(stream);
  reply.raw.on('close', () => {
    open.delete(stream);
    stream.abort();
  });
  return stream;
}

/** @throws Problem `event_not_found` */
async function findLast({ sql }: Context, { agentId }: Agent, eventId: string): Promise<Following['after']> {
  const address = parseEventId(eventId);
  const key = address ? await findEventKey(sql, agentId, eventId, address) : undefined;
  const createdAt = key && (await findCreation(sql, agentId, eventId, key));
  if (!createdAt) throw new Problem('event_not_found', `The agent has no event ${eventId}.`);
  return { eventId, createdAt };
}

/** `checkCaller` rejects when the caller may no longer read it. */
async function* written(
  { forwarder }: Context,
  agent: Agent,
  following: Following,
  checkCaller: () => Promise<void>,
): AsyncGenerator<string> {
  const dataOf = async (event: FollowedEvent) =>
    JSON.stringify({ headers: await forwarder.headersOf(agent, event), body: event.body });
  yield 'event: ready\ndata: {}\n\n';
  let checkedAt = performance.now();
  for await (const { events, skipped, lastId } of followEvents(following)) {
    if (performance.now() - checkedAt > KEEP_ALIVE_MS) {
      await checkCaller();
      checkedAt = performance.now();
      yield ': still here\n\n';
    }
    if (skipped) yield 'event: skipped\ndata: {}\n\n';
    if (following.isSignalOnly && lastId !== undefined) yield `event: new\nid: ${lastId}\ndata: {}\n\n`;
    for (const event of events) yield `event: event\nid: ${event.eventId}\ndata: ${await dataOf(event)}\n\n`;
  }
}
