/**
 * Puts together the work on an owned lane: the turns of its inbox items, the dispatch of their messages, and the
 * forwarding of the events of both. Their writes go into one group commit, under the lane's fence.
 */
import type { Context } from './context.ts';
import { createDispatch, type DispatchParts } from './dispatch/dispatch.ts';
import { failpoint } from './failpoints.ts';
import type { Charge } from './lanes/budget.ts';
import { pauseWhenBusyMs } from './lanes/busy.ts';
import { createGroupCommit, type GroupCommit } from './lanes/commit.ts';
import type { OwnedLane } from './lanes/lanes.ts';
import type { LaneWork } from './lanes/tail.ts';
import { forwardsOf } from './model/event-payload.ts';
import type { OutgoingMessage } from './store/outbox.ts';
import { partOf } from './store/shards.ts';
import type { LaneSql } from './store/sql.ts';
import { commitTurns, type TurnWrites, type WrittenTurn, writeTurn } from './store/turns.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { AllConversations } from './turns/conversations.ts';
import { createTurnRunner, type TurnParts } from './turns/turn-runner.ts';

/** Writes that become ready within this time go together when the process is busy. */
const MAX_PAUSE_MS = 8;

export type TurnCommit = GroupCommit<WrittenTurn>;

/** For all lanes of the process. */
export function createTurnCommit({ sql, metrics }: { sql: LaneSql; metrics: Metrics }): TurnCommit {
  return createGroupCommit({
    partOf: partOf(sql),
    pauseMs: (lastCount) => pauseWhenBusyMs(MAX_PAUSE_MS, lastCount),
    write: async (group) => {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'turns' });
      failpoint('before-commit');
      const held = await commitTurns(
        sql,
        group.map(({ writes }) => writes),
      );
      failpoint('after-commit');
      endTimer();
      return held;
    },
  });
}

export function openLaneWork(
  context: Context,
  parts: TurnParts & DispatchParts & { commit: TurnCommit; conversations: AllConversations; turnTaken: () => void },
  lane: OwnedLane,
): LaneWork {
  const { forwarder } = context;
  const conversations = parts.conversations.of(lane);
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, lane.signal]);
  forwarder.laneTaken(lane);

  /** Resolves after the commit, with the message to dispatch next. `charge` receives the size of the write. */
  async function commit(writes: TurnWrites, charge?: Charge): Promise<OutgoingMessage | null> {
    const written = writeTurn(lane, writes);
    charge?.change(written.bytes);
    parts.turnTaken();
    await parts.commit.commit(lane, written);
    if (written.conversation) conversations.set(written.conversation);
    const forwarded = writes.events?.flatMap(forwardsOf) ?? [];
    if (writes.redelivered) forwarded.push(writes.redelivered);
    if (forwarded.length > 0) forwarder.committed(lane, forwarded);
    const [row] = written.outbox;
    return writes.outbox && row !== undefined ? { ...writes.outbox, bytes: Buffer.byteLength(row) } : null;
  }

  return {
    process: createTurnRunner(context, parts, { lane: lane.lane, signal, conversations, commit }),
    dispatch: createDispatch(context, parts, { signal, commit }),
    stop: () => stopping.abort(),
    drain: () => forwarder.drain(lane),
  };
}
