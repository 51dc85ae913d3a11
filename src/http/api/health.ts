/** For operators and probes: is it alive, is it ready, how busy is it. No key needed. */
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { countLanes } from '../../store/health.ts';
import { VERSION } from '../../version.ts';
import { preferenceForPages } from '../contract/accept.ts';
import type { Server } from '../fastify.ts';

/** A probe must answer before its caller gives up, usually after some seconds. */
const DATABASE_ANSWER_MS = 2_000;

/** A lane that was just taken over is read within milliseconds, or within a second or two after a long outage. */
const IDLE_LANE_MS = 5_000;

const Readiness = Type.Object({
  ready: Type.Boolean(),
  reasons: Type.Array(Type.String(), { description: 'Why it is not ready; empty when it is.' }),
});

const LINKS = {
  console: '/console',
  docs: '/docs',
  openapi: '/openapi.json',
  asyncapi: '/asyncapi.json',
  health: '/healthz',
  readiness: '/readyz',
  metrics: '/metrics',
};

export function healthRoutes(server: Server, context: Context): void {
  context.metrics.ready.from(async () => ((await unreadiness(context)).length === 0 ? 1 : 0));

  server.get(
    '/',
    {
      schema: {
        operationId: 'getService',
        summary: 'Get the version',
        description:
          'With links to the documentation, and where people log in beside the console. A browser is led to the console.',
        tags: ['Operation'],
        response: {
          200: Type.Object({
            name: Type.String(),
            version: Type.String(),
            links: Type.Record(Type.String(), Type.String()),
            openIdConnect: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
              description: 'The provider at which people may log in to the console, as the operator calls it.',
            }),
          }),
        },
      },
    },
    async ({ headers }, reply) => {
      reply.header('vary', 'accept');
      if (preferenceForPages(headers.accept) > 0) return reply.redirect(LINKS.console);
      const { openId } = context.config;
      return { name: 'Parley', version: VERSION, links: LINKS, openIdConnect: openId && { name: openId.name } };
    },
  );

  server.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Check liveness',
        description: '200 as long as the process responds, whatever the state of the database.',
        tags: ['Operation'],
        response: { 200: Type.Object({ status: Type.Literal('alive') }) },
      },
    },
    async () => ({ status: 'alive' as const }),
  );

  server.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Check readiness',
        description:
          'Ready when the database responds and work is running on the lanes that the process owns. Otherwise 503, with the reasons.',
        tags: ['Operation'],
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const reasons = await unreadiness(context);
      return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons });
    },
  );

  server.get(
    '/metrics',
    {
      schema: {
        operationId: 'getMetrics',
        summary: 'Get the metrics',
        description: 'In the Prometheus text format.',
        tags: ['Operation'],
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (_request, reply) => {
      const { registry, text } = context.metrics;
      return reply
        .type(registry.contentType)
        .serializer(String)
        .send(await text());
    },
  );
}

async function unreadiness({ sql, lanes }: Context): Promise<string[]> {
  const answered = await Promise.race([
    countLanes(sql, lanes.processId).catch(() => null),
    delay(DATABASE_ANSWER_MS, null, { ref: false }),
  ]);
  if (!answered) return ['The database does not respond.'];
  // With more processes than lanes, one without a lane is still ready: it can take one over.
  const owned = lanes.owned().length;
  if (owned === 0 && answered.owned === 0) return ['No process owns a lane yet.'];
  if (owned > 0 && lanes.idle(0).length === owned) return ['Work on the lanes of this process has not started.'];
  return lanes
    .idle(IDLE_LANE_MS)
    .map((lane) => `This process owns lane ${lane}, but work on it has not started; the log may say why.`);
}
