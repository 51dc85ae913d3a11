/**
 * The work that rides on an owned lane: for each inbox item, one turn (outside work first, then one commit), and for
 * each message that it made, the hand-over to the platform and a second commit.
 */
import type { Context } from '../context.ts';
import type { RenderedOperation } from '../engine/decision.ts';
import { reached } from '../faults.ts';
import { createGroupCommit } from '../lanes/commit.ts';
import type { OwnedLane } from '../lanes/lanes.ts';
import type { LaneWork } from '../lanes/tail.ts';
import type { InboxBody, InboxItem } from '../model/inbox-item.ts';
import {
  commitTurns,
  type FoundConversation,
  type OutgoingMessage,
  type TurnWrites,
  type WrittenTurn,
  writeTurn,
} from '../store/turns.ts';
import type { Budget, Charge } from './budget.ts';
import { recordConsent } from './consent.ts';
import { openConversations } from './conversations.ts';
import { dispatch } from './dispatch.ts';
import { handOver, type Reach } from './hand-over.ts';
import { serverEventNotice, userEventNotice } from './notices.ts';
import type { Operations } from './operations.ts';
import { decidedWrites, notedWrites, withForwarding } from './outcome.ts';
import { redeliver } from './redeliver.ts';
import { send } from './send.ts';
import type { Decided, Noted, TurnInput } from './turn.ts';
import { userMessage } from './user-message.ts';

type Turns = {
  [Kind in InboxBody['kind']]: (
    context: Context,
    input: TurnInput<Extract<InboxBody, { kind: Kind }>>,
  ) => Promise<Decided | Noted>;
};

/** Every kind of inbox item, and who runs its turn. */
export const TURNS: Turns = {
  send,
  'user-message': userMessage,
  'user-event': userEventNotice,
  'server-event': serverEventNotice,
  redeliver,
  dispatch,
  consent: recordConsent,
};

/** Bytes of what the turns of all lanes are about to write, as JSON. In memory it is a few times as much. */
export const MAX_TURN_BYTES = 64 * 1024 * 1024;
/** What a turn is taken for until it is known what it writes: the longest message, as such and in the outbox. */
const UNKNOWN_TURN_BYTES = 512 * 1024;
/** A longer session is read again when there is room for its turn. */
const KEPT_SESSION_LENGTH = 4 * 1024;

/** `making`: what turns are about to write. */
export function openTurns(
  context: Context,
  { operations, making, ...reach }: Reach & { operations: Operations; making: Budget },
  lane: OwnedLane,
): LaneWork & { stop(): void; drain(): Promise<void> } {
  const { sql, metrics, catalog, forwarder } = context;
  const conversations = openConversations(sql, lane.lane, context.lanes.count);
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, lane.signal]);
  const group = createGroupCommit<WrittenTurn>({
    lane,
    write: async (writes) => {
      const endTimer = metrics.commitSeconds.startTimer({ writes: 'turns' });
      reached('before-commit');
      const held = await commitTurns(sql, lane, writes);
      reached('after-commit');
      endTimer();
      return held;
    },
  });
  forwarder.laneTaken(lane);

  /** Resolves with the message that it made. */
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

  /** The item's conversation, and room to make what comes next in it. */
  async function enter(item: InboxItem): Promise<{ conversation: FoundConversation; charge: Charge }> {
    let conversation: FoundConversation | null = await conversations.get(item, item.receivedAt);
    const taken = making.take(item.agentId, UNKNOWN_TURN_BYTES);
    if (taken) return { conversation, charge: taken };
    if (conversation.length > KEPT_SESSION_LENGTH) conversation = null;
    const charge = await making.wait(item.agentId, UNKNOWN_TURN_BYTES, lane.lane, signal);
    try {
      conversation ??= await conversations.get(item, item.receivedAt);
      return { conversation, charge };
    } catch (cause) {
      charge.end();
      throw cause;
    }
  }

  async function process(item: InboxItem): Promise<OutgoingMessage | null> {
    const agent = await catalog.findAgent(item.agentId);
    // Its agent was deleted while it waited: there is nobody left to act for.
    if (!agent) {
      await commit({ doneSeq: item.seq });
      return null;
    }
    const startedAt = context.now().toISOString();
    const turn = TURNS[item.body.kind] as (context: Context, input: TurnInput) => Promise<Decided | Noted>;
    const { stopped, message } = await operations.attempt(agent.accountId, item, async (runOperation) => {
      const { conversation, charge } = await enter(item);
      const input = {
        ...{ item, body: item.body, agent, conversation },
        // Another system may take its time, and nothing is made meanwhile. To wait for room with a session in hand would
        // be to wait for those who do the same.
        async runOperation(operation: RenderedOperation) {
          charge.change(conversation.length);
          const outcome = await runOperation(operation);
          charge.change(UNKNOWN_TURN_BYTES);
          return outcome;
        },
      };
      try {
        const result = await turn(context, input);
        const made =
          'decision' in result ? await decidedWrites(context, input, result, startedAt) : notedWrites(input, result);
        return { stopped: made.turn?.stopped, message: await commit(made, charge) };
      } finally {
        charge.end();
      }
    });
    metrics.turns.inc({ kind: item.body.kind, outcome: stopped ?? (message ? 'message' : 'none') });
    metrics.turnSeconds.observe((context.databaseNow().getTime() - Date.parse(item.receivedAt)) / 1000);
    return message;
  }

  return {
    process,
    async dispatch(message, behind) {
      const agent = await catalog.findAgent(message.agentId);
      const events = agent ? await handOver(context, { ...reach, behind }, agent, message, signal) : [];
      await commit({ handedOverSeq: message.seq, ...(agent && { events: withForwarding(agent, events) }) });
    },
    stop: () => stopping.abort(),
    drain: () => forwarder.drain(lane),
  };
}
