/** A slice of a replay: the turns of the next conversations, replayed on a thread. */
import type { Context } from '../context.ts';
import type { ReplayCounts, ReplayRequest } from '../model/replay.ts';
import { sessionTtlMs } from '../model/session.ts';
import type { ClaimedJob } from '../store/jobs.ts';
import { listRecordings } from '../store/recordings.ts';
import type { Slice } from './slice.ts';

/** Some hundred milliseconds of work, and their turns some megabytes. */
const CONVERSATIONS = 50;
const TURNS_OF_EACH = 200;

export async function replayJob(context: Context, job: ClaimedJob): Promise<Slice> {
  const { sql, lanes, catalog } = context;
  const { agentId, flow, createdAt, cursor } = job;
  const { since, until = createdAt.toISOString(), limit = 0 } = job.request as ReplayRequest;
  const counts = job.progress as ReplayCounts;
  const agent = await catalog.findAgent(agentId);
  const asked = {
    since,
    until,
    after: cursor ?? '',
    conversations: CONVERSATIONS,
    turns: TURNS_OF_EACH,
    as: 'whole',
  } as const;
  const conversations = await listRecordings(sql, agentId, lanes.count, asked);
  const left = limit - counts.sessions;
  const { config = {} } = agent ?? {};
  const slice = { flow, sessionTtlMs: sessionTtlMs(config), optOut: config.optOut, left, conversations };
  const progress = conversations.length > 0 ? await context.replay(slice, counts) : counts;
  const isLast = conversations.length < CONVERSATIONS || progress.sessions >= limit;
  return { progress, cursor: conversations.at(-1)?.phoneNumber ?? cursor, isLast };
}
