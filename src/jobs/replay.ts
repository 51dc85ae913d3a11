/** A slice of a replay: the turns of the next conversations, replayed on a thread. */
import type { Context } from '../context.ts';
import type { ReplayCounts, ReplayRequest } from '../model/replay.ts';
import { sessionTtlMs } from '../model/session.ts';
import type { ClaimedJob } from '../store/jobs.ts';
import { listRecordings } from '../store/recordings.ts';
import type { Slice } from './slice.ts';

/** Of one slice: a second or so of work, beside which the start of its thread is little. */
const CONVERSATIONS = 2_000;
/** Characters of their turns after which no more are read. */
const ENOUGH = 8 * 1024 * 1024;
/** Of one statement, so that even long ones are some megabytes. */
const AT_ONCE = 50;
const TURNS_OF_EACH = 200;

export async function replayJob(context: Context, job: ClaimedJob): Promise<Slice> {
  const { catalog } = context;
  const { agentId, flow, createdAt, cursor } = job;
  const { since, until = createdAt.toISOString(), limit = 0 } = job.request as ReplayRequest;
  const counts = job.progress as ReplayCounts;
  const agent = await catalog.findAgent(agentId);
  const left = limit - counts.sessions;
  const from = { since, until, after: cursor ?? '' };
  const { conversations, isEnd } = await nextConversations(context, agentId, from, Math.min(left, CONVERSATIONS));
  const { config = {} } = agent ?? {};
  const slice = { flow, sessionTtlMs: sessionTtlMs(config), optOut: config.optOut, left, conversations };
  const progress = conversations.length > 0 ? await context.replay(slice, counts) : counts;
  const isLast = isEnd || progress.sessions >= limit;
  return { progress, cursor: conversations.at(-1)?.phoneNumber ?? cursor, isLast };
}

/** `most`: a few more may come. */
async function nextConversations(
  { sql, lanes, pace }: Context,
  agentId: string,
  from: { since: string; until: string; after: string },
  most: number,
) {
  const conversations: Awaited<ReturnType<typeof listRecordings>> = [];
  let { after } = from;
  let length = 0;
  let isEnd = false;
  const rest = pace();
  while (!isEnd && conversations.length < most && length < ENOUGH) {
    await rest();
    const asked = { ...from, after, conversations: AT_ONCE, turns: TURNS_OF_EACH, as: 'whole' } as const;
    const next = await listRecordings(sql, agentId, lanes.count, asked);
    conversations.push(...next);
    for (const { turns } of next) length += turns.length;
    after = next.at(-1)?.phoneNumber ?? after;
    isEnd = next.length < AT_ONCE;
  }
  return { conversations, isEnd };
}
