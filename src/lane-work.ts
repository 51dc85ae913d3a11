/**
 * Puts together the work on an owned lane: the turns of its inbox items, the dispatch of their messages, and the
 * forwarding of the events of both. Their writes go into one group commit, under the lane's fence.
 */
import type { Context } from './context.ts';
import { createDispatch, type DispatchParts } from './dispatch/dispatch.ts';
import { failpoint } from './failpoints.ts';
import type { Charge } from './lanes/budget.ts';
import { createGroupCommit } from './lanes/commit.ts';
import type { OwnedLane } from './lanes/lanes.ts';
import type { LaneWork } from './lanes/tail.ts';
import { commitTurns, type OutgoingMessage, type TurnWrites, type WrittenTurn, writeTurn } from './store/turns.ts';
import { openConversations } from './turns/conversations.ts';
import { createTurnRunner, type TurnParts } from './turns/turn-runner.ts';

export function openLaneWork(context: Context, parts: TurnParts & DispatchParts, lane: OwnedLane): LaneWork {
  const { sql, metrics, forwarder } = context;
  const conversations = openConversations(sql, lane.lane, context.lanes.count);
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, lane.signal]);
  const group = createGroupCommit<WrittenTurn>({
    lane,
    write: async (writes) => {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'turns' });
      failpoint('before-commit');
      const isOurs = await commitTurns(sql, lane, writes);
      failpoint('after-commit');
      endTimer();
      return isOurs;
    },
  });
  forwarder.laneTaken(lane);

  /** Resolves after the commit, with the message to dispatch next. `charge` receives the size of the write. */
  async function commit(writes: TurnWrites, charge?: Charge): Promise<OutgoingMessage | null> {
    const written = writeTurn(writes);
    charge?.change(written.bytes);
    await group.commit(written);
    if (written.conversation) conversations.set(written.conversation);
    const forwarded = writes.events?.filter((event) => event.forwarded) ?? [];
    if (writes.redelivered) forwarded.push({ ...writes.redelivered, forwarded: true });
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
