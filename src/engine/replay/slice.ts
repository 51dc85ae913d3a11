/** A slice of a replay: the sessions of some conversations, on a thread of their own (`replay-worker.ts`). */
import type { Flow } from '../../model/flow.ts';
import type { OptOut } from '../../model/opt-out.ts';
import { MAX_EXAMPLES, MAX_GROUPS, type ReplayCounts } from '../../model/replay.ts';
import { type StoredStep, withContent } from '../../model/trace.ts';
import type { Pace } from '../pace.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RecordedTurn } from '../scenario/recall.ts';
import type { WorkThreads } from '../work-threads.ts';
import { replaySession, type SessionOutcome } from './replay.ts';

/** Milliseconds for one slice, which takes one or two thousand; with slow templates, far more. */
const MAX_SLICE_MS = 300_000;

/** `flow` and `turns` are JSON texts; turns are in order, from their first within the time asked for. */
export type ReplaySlice = {
  flow: string;
  sessionTtlMs: number;
  optOut: OptOut | undefined;
  /** Sessions that may still be replayed. */
  left: number;
  conversations: { phoneNumber: string; turns: string }[];
};
/** @throws {WorkEnded} */
export type Replayer = (slice: ReplaySlice, counts: ReplayCounts) => Promise<ReplayCounts>;

type Stored = Omit<RecordedTurn, 'stopped' | 'content' | 'trace'> & {
  trace: StoredStep[];
  stopped?: string | null;
  content?: RecordedTurn['content'] | null;
};

export function createReplayer(threads: WorkThreads): Replayer {
  const module = new URL('./replay-worker.ts', import.meta.url);
  return (slice, counts) => threads.run(module, { slice, counts }, MAX_SLICE_MS);
}

/** `counts` with those of the slice. */
export async function replaySlice(
  sandbox: Sandbox,
  slice: ReplaySlice,
  counts: ReplayCounts,
  pace: Pace,
): Promise<ReplayCounts> {
  const flow = JSON.parse(slice.flow) as Flow;
  const sum: ReplayCounts = structuredClone(counts);
  let { left } = slice;
  for (const { phoneNumber, turns } of slice.conversations) {
    sum.conversations += 1;
    for (const session of sessionsOf(JSON.parse(turns) as Stored[], slice.sessionTtlMs)) {
      if (left === 0) break;
      left -= 1;
      await pace();
      add(sum, phoneNumber, await replaySession(sandbox, flow, phoneNumber, session, slice.optOut));
    }
  }
  sum.groups = sum.groups.sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS);
  sum.reasons = sum.reasons.sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS);
  return sum;
}

/** Those whose first turn is here: of one that began earlier nobody knows what it held. */
function sessionsOf(turns: Stored[], ttlMs: number): RecordedTurn[][] {
  const sessions: RecordedTurn[][] = [];
  let lastAt = Number.NaN;
  for (const stored of turns) {
    const turn = asRecorded(stored);
    const at = Date.parse(turn.receivedAt);
    if (turn.number === 1 || at - lastAt >= ttlMs) sessions.push([turn]);
    else sessions.at(-1)?.push(turn);
    lastAt = at;
  }
  return sessions;
}

/** PostgreSQL writes absent values as null, and times with another zone and more digits. */
function asRecorded({ stopped, content = null, receivedAt, trace, ...turn }: Stored): RecordedTurn {
  return {
    ...turn,
    trace: withContent(trace, content),
    ...(stopped && { stopped }),
    ...(content && { content }),
    receivedAt: new Date(receivedAt).toISOString(),
  };
}

function add(sum: ReplayCounts, phoneNumber: string, found: SessionOutcome): void {
  sum.sessions += 1;
  if (found.outcome === 'same') {
    sum.same += 1;
  } else if (found.outcome === 'different') {
    const { turn, what, recorded, replayed } = found;
    sum.different += 1;
    const known = sum.groups.find((one) => one.state === recorded.state && one.what === what);
    const group = known ?? { state: recorded.state, what, count: 0, examples: [] };
    if (!known) sum.groups.push(group);
    group.count += 1;
    if (group.examples.length < MAX_EXAMPLES) group.examples.push({ phoneNumber, turn, recorded, replayed });
  } else {
    const { turn, reason } = found;
    sum.cannotSay += 1;
    const known = sum.reasons.find((one) => one.reason === reason);
    if (known) known.count += 1;
    else sum.reasons.push({ reason, count: 1, example: { phoneNumber, turn } });
  }
}
