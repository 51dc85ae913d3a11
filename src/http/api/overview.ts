/** The overview: what runs, the traffic of a span, what waits and what needs attention. Read at most every few seconds. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type Overview, SPANS, type Span } from '../../model/overview.ts';
import { createReadCache } from '../../read-cache.ts';
import {
  countDeadLetters,
  listBacklogs,
  listFailureCounts,
  listOpenBreakers,
  listProcesses,
  listRefusingEndpoints,
  listStoppedTurns,
  listThrottledAgents,
} from '../../store/overview.ts';
import { listTraffic } from '../../store/traffic.ts';
import { VERSION } from '../../version.ts';
import { ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

/** Limits how often the database is queried, however many are looking. */
const FRESH_MS = 2_000;

const Query = Type.Object(
  {
    span: Type.Optional(
      Type.Enum(Object.keys(SPANS) as Span[], {
        type: 'string',
        default: 'day',
        description:
          'Of `traffic`: the last hour by the minute, the last day by the hour, the last week by three hours.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function overviewRoutes(server: Server, context: Context): void {
  const { sql, config, lanes, now } = context;
  const startedAt = now().toISOString();
  const latest = createReadCache<Overview>({ maxEntries: Object.keys(SPANS).length, keptMs: () => FRESH_MS });

  /** Of one moment, so that its numbers agree. */
  function read(span: Span): Promise<Overview> {
    return sql.begin(async (snapshot) => {
      await snapshot`set transaction isolation level repeatable read, read only`;
      return {
        version: VERSION,
        at: now().toISOString(),
        startedAt,
        platform: config.platform,
        lanes: lanes.count,
        processes: await listProcesses(snapshot),
        span,
        stepSeconds: SPANS[span].stepSeconds,
        traffic: await listTraffic(snapshot, span),
        backlogs: await listBacklogs(snapshot),
        throttled: await listThrottledAgents(snapshot),
        failures: await listFailureCounts(snapshot),
        breakers: await listOpenBreakers(snapshot),
        refusing: await listRefusingEndpoints(snapshot),
        stopped: await listStoppedTurns(snapshot),
        deadLetters: await countDeadLetters(snapshot),
      };
    });
  }

  server.get(
    '/overview',
    {
      schema: {
        operationId: 'getOverview',
        summary: 'Get the overview',
        description:
          'What is running, the traffic of a span, what waits and what needs attention. At most two seconds old.',
        tags: ['Operation'],
        querystring: Query,
        response: { 200: ref('Overview') },
      },
    },
    ({ query: { span = 'day' } }) => latest.get(span, () => read(span)),
  );
}
