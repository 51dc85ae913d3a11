/** The funnel of an agent: where conversations went in its flow, counted from the log of turns when somebody asks. */
import { setImmediate } from 'node:timers/promises';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { createLimit } from '../../limit.ts';
import { sessionTtlMs } from '../../model/session.ts';
import { listRecordings } from '../../store/recordings.ts';
import { findVersion } from '../../store/versions.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import { createShares } from '../contract/shares.ts';
import type { Server } from '../fastify.ts';
import { noVersion } from './flow.ts';
import { reachAgent } from './visibility.ts';

const DAY_MS = 86_400_000;

const MAX_TURNS = 100_000;
/** Of one conversation, its first ones. */
const MAX_TURNS_OF_EACH = 200;
/** Conversations of one statement: some milliseconds each, so that others have their turn. */
const CONVERSATIONS = 100;
/** Of an account, and of the process. */
const MAX_AT_ONCE = 2;

const FunnelQuery = Type.Object(
  {
    version: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,8}|draft)$',
        description:
          'Turns on this version, or on the `draft`, which is the flow where nothing is published; all if absent.',
      }),
    ),
    since: Type.Optional(
      Type.String({ format: 'date-time', description: 'Turns at this time or later; the last day if absent.' }),
    ),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Turns before this time; now if absent.' })),
  },
  { additionalProperties: false },
);

export function funnelRoutes(server: Server, context: Context): void {
  const withShare = createShares(MAX_AT_ONCE, 'funnels');
  const inTurn = createLimit(MAX_AT_ONCE);
  server.get(
    '/agents/:agentId/funnel',
    {
      config: { problems: ['agent_not_found', 'version_not_found', 'too_many_requests'] },
      schema: {
        operationId: 'getFunnel',
        summary: 'Count where conversations went',
        description: `For each state how often it was entered, waited, was answered or left, failed and sent a message; for each way between two states how often it was taken. Counted from the log of turns: conversations by phone number, of each the first ${MAX_TURNS_OF_EACH} turns, until ${MAX_TURNS} have been looked at, which takes some seconds. \`whole\` says whether that was all. At most ${MAX_AT_ONCE} at once per account, then 429.`,
        tags: ['Flows'],
        params: AgentPath,
        querystring: FunnelQuery,
        response: { 200: ref('Funnel') },
      },
    },
    async (request) => {
      const { agentId, accountId, config } = await reachAgent(context, request);
      const { version: asked, until = context.now().toISOString(), since = dayBefore(until) } = request.query;
      const version = asked === undefined ? undefined : asked === 'draft' ? null : Number(asked);
      if (version && !(await findVersion(context.sql, agentId, undefined, version))) throw noVersion(version);
      const counter = context.createFunnelCounter({ version, sessionTtlMs: sessionTtlMs(config), until });
      const whole = await withShare(accountId, () =>
        inTurn(() => countInto(context, counter, agentId, { since, until })),
      );
      return { since, until, ...(version !== undefined && { version }), whole, ...counter.counts() };
    },
  );
}

/** Whether all turns of the time were looked at. Between conversations, others have their turn. */
async function countInto(
  { sql, lanes }: Context,
  counter: ReturnType<Context['createFunnelCounter']>,
  agentId: string,
  time: { since: string; until: string },
): Promise<boolean> {
  const asked = { ...time, conversations: CONVERSATIONS, turns: MAX_TURNS_OF_EACH, as: 'way' } as const;
  let left = MAX_TURNS;
  let isWhole = true;
  let after = '';
  while (left > 0) {
    const conversations = await listRecordings(sql, agentId, lanes.count, { ...asked, after });
    for (const { turns: text, phoneNumber } of conversations) {
      const turns = JSON.parse(text);
      const goesOn = turns.length === MAX_TURNS_OF_EACH;
      counter.add(turns, goesOn);
      left -= turns.length;
      if (goesOn) isWhole = false;
      after = phoneNumber;
      await setImmediate();
    }
    if (conversations.length < CONVERSATIONS) return isWhole;
  }
  return false;
}

function dayBefore(time: string): string {
  return new Date(Date.parse(time) - DAY_MS).toISOString();
}
