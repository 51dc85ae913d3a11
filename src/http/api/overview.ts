/** The overview: what runs, the last day's traffic, what needs attention. Computed at most every few seconds. */
import type { Context } from '../../context.ts';
import type { Overview } from '../../model/overview.ts';
import {
  countDeadLetters,
  listFailureCounts,
  listHours,
  listOpenBreakers,
  listProcesses,
  listRefusingEndpoints,
  listStoppedTurns,
} from '../../store/overview.ts';
import { VERSION } from '../../version.ts';
import { ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

/** Limits how often the database is queried, however many are looking. */
const FRESH_MS = 2_000;

export function overviewRoutes(server: Server, context: Context): void {
  const { sql, config, lanes, now } = context;
  const startedAt = now().toISOString();
  let latest: { at: number; overview: Promise<Overview> } | null = null;

  async function read(): Promise<Overview> {
    const [processes, hours, failures, breakers, refusing, stopped, deadLetters] = await Promise.all([
      listProcesses(sql),
      listHours(sql),
      listFailureCounts(sql),
      listOpenBreakers(sql),
      listRefusingEndpoints(sql),
      listStoppedTurns(sql),
      countDeadLetters(sql),
    ]);
    return {
      version: VERSION,
      startedAt,
      platform: config.platform,
      lanes: lanes.count,
      processes,
      hours,
      failures,
      breakers,
      refusing,
      stopped,
      deadLetters,
    };
  }

  server.get(
    '/overview',
    {
      schema: {
        operationId: 'getOverview',
        summary: 'Get the overview',
        description: 'What is running, the last 24 hours, and what needs attention. At most two seconds old.',
        tags: ['Operation'],
        response: { 200: ref('Overview') },
      },
    },
    () => {
      const at = now().getTime();
      if (latest === null || at - latest.at >= FRESH_MS) {
        const reading = { at, overview: read() };
        latest = reading;
        reading.overview.catch(() => {
          if (latest === reading) latest = null;
        });
      }
      return latest.overview;
    },
  );
}
