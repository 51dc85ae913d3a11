/** One turn for each inbox item: outside work first, then one commit. Every kind of item has its own file. */
import type { Context } from '../context.ts';
import type { RenderedOperation } from '../engine/decision.ts';
import type { Budget, Charge } from '../lanes/budget.ts';
import type { InboxBody, InboxItem } from '../model/inbox-item.ts';
import type { FoundConversation } from '../store/found-conversations.ts';
import type { OutgoingMessage } from '../store/outbox.ts';
import type { TurnWrites } from '../store/turns.ts';
import { type Span, within } from '../telemetry/tracing.ts';
import { recordConsent } from './consent.ts';
import type { Conversations } from './conversations.ts';
import { dispatch } from './dispatch.ts';
import { serverEventNotice, userEventNotice } from './notices.ts';
import type { Operations } from './operations.ts';
import { decidedWrites, notedWrites } from './outcome.ts';
import { redeliver } from './redeliver.ts';
import { send } from './send.ts';
import { startTurn, traced } from './traced.ts';
import type { Decided, Noted, TurnInput } from './turn.ts';
import type { Turnstile } from './turnstile.ts';
import { userMessage } from './user-message.ts';

type Turns = {
  [Kind in InboxBody['kind']]: (
    context: Context,
    input: TurnInput<Extract<InboxBody, { kind: Kind }>>,
  ) => Promise<Decided | Noted>;
};

/** Every kind of inbox item, and the function that runs its turn. */
const TURNS: Turns = {
  send,
  'user-message': userMessage,
  'user-event': userEventNotice,
  'server-event': serverEventNotice,
  redeliver,
  dispatch,
  consent: recordConsent,
};

/** Bytes of JSON that the turns of all lanes are about to write. In memory it is a few times as much. */
export const MAX_TURN_BYTES = 64 * 1024 * 1024;
/** A turn's estimate until its writes are known: the longest message, itself and in the outbox. */
const UNKNOWN_TURN_BYTES = 512 * 1024;
/** A longer session is read again when there is room for its turn. */
const KEPT_SESSION_LENGTH = 4 * 1024;

/** `making`: the budget for turns' writes. `resume`: the turnstile for turns whose operation has ended. */
export type TurnParts = { operations: Operations; making: Budget; resume: Turnstile };

/** `commit` resolves after the commit, with the message to dispatch next. */
type Lane = {
  lane: number;
  /** Aborts when the lane is lost, or about to be given back. */
  signal: AbortSignal;
  conversations: Conversations;
  commit: (writes: TurnWrites, charge?: Charge) => Promise<OutgoingMessage | null>;
};

/** Runs the turn of an item. Resolves after its commit, with the message that it made. */
export function createTurnRunner(
  context: Context,
  { operations, making, resume }: TurnParts,
  { lane, signal, conversations, commit }: Lane,
): (item: InboxItem) => Promise<OutgoingMessage | null> {
  const { metrics, catalog, tracing } = context;

  /** The item's conversation, and room for its next turn. */
  async function enter(item: InboxItem): Promise<{ conversation: FoundConversation; charge: Charge }> {
    let conversation: FoundConversation | null = await conversations.get(item, item.receivedAt);
    const taken = making.take(item.agentId, UNKNOWN_TURN_BYTES);
    if (taken) return { conversation, charge: taken };
    if (conversation.length > KEPT_SESSION_LENGTH) conversation = null;
    const charge = await making.wait(item.agentId, UNKNOWN_TURN_BYTES, lane, signal);
    try {
      conversation ??= await conversations.get(item, item.receivedAt);
      return { conversation, charge };
    } catch (cause) {
      charge.end();
      throw cause;
    }
  }

  async function run(item: InboxItem, span: Span | null): Promise<OutgoingMessage | null> {
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
        // Another system may be slow, and nothing is made meanwhile. Waiting for room while holding a session would
        // mean waiting for others that do the same.
        async runOperation(operation: RenderedOperation) {
          charge.change(conversation.length);
          const outcome = await runOperation(operation, span?.traceparent);
          await resume(item.agentId);
          charge.change(UNKNOWN_TURN_BYTES);
          return outcome;
        },
      };
      try {
        const result = await turn(context, input);
        const writes =
          'decision' in result ? await decidedWrites(context, input, result, startedAt) : notedWrites(input, result);
        const made = span ? traced(writes, span) : writes;
        return { stopped: made.turn?.stopped, message: await commit(made, charge) };
      } finally {
        charge.end();
      }
    });
    metrics.turns.inc({ kind: item.body.kind, outcome: stopped ?? (message ? 'message' : 'none') });
    metrics.turnSeconds.observe((context.databaseNow().getTime() - Date.parse(item.receivedAt)) / 1000);
    return message;
  }

  if (!tracing) return (item) => run(item, null);
  return (item) => {
    const span = startTurn(tracing, item);
    return within(span, () => run(item, span));
  };
}
