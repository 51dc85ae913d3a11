/** Makes rows of what a turn decided: session, message, turn with its link of the chain, and events. */
import type { Context } from '../context.ts';
import type { Decision } from '../engine/decision.ts';
import type { Agent } from '../model/agent.ts';
import type { StoredEvent } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { StopReason, TraceStep } from '../model/trace.ts';
import type { TurnWrites } from '../store/turns.ts';
import { nextLink } from './chain.ts';
import { failedEvent } from './payload.ts';
import type { Decided, Noted, TurnInput } from './turn.ts';

/** An event is forwarded when its agent has somewhere to forward it to; otherwise it is only recorded. */
export function withForwarding(agent: Agent, events: StoredEvent[]): NonNullable<TurnWrites['events']> {
  const forwarded = agent.config.eventForwardUrl !== undefined;
  return events.map((event) => ({ ...event, forwarded }));
}

export function notedWrites({ item, agent, conversation }: TurnInput, noted: Noted): TurnWrites {
  const { unsubscribed } = noted;
  return {
    doneSeq: item.seq,
    events: withForwarding(agent, noted.events),
    ...(unsubscribed !== undefined &&
      unsubscribed !== conversation.unsubscribed && { conversation: { ...conversation, unsubscribed } }),
    ...(noted.redelivered && { redelivered: noted.redelivered }),
    ...(noted.outbox && { outbox: noted.outbox }),
  };
}

export async function decidedWrites(
  context: Context,
  input: TurnInput,
  decided: Decided,
  startedAt: string,
): Promise<TurnWrites> {
  const { item, agent } = input;
  const obstacle = await findObstacle(context, input, decided);
  const trace: TraceStep[] = obstacle
    ? [...decided.decision.trace, { step: 'stop', ...obstacle }]
    : decided.decision.trace;
  const stopped = decided.decision.stopped ?? obstacle;
  const reply = obstacle ? null : decided.decision.reply;
  const rows = conversationRows(input, decided, trace, stopped?.reason ?? null, startedAt);

  if (reply) {
    const { messageId, ttlSeconds, held } = decided;
    const { agentId, phoneNumber, lane, seq } = item;
    const { stateId, contentMessage: content, response } = reply;
    const messageTrafficType = decided.messageTrafficType ?? reply.messageTrafficType;
    return {
      ...rows,
      message: { agentId, phoneNumber, messageId, stateId, seq, content, ttlSeconds },
      outbox: {
        lane,
        seq,
        agentId,
        phoneNumber,
        attempts: 0,
        body: {
          messageId,
          stateId,
          content,
          ttlSeconds,
          ...(messageTrafficType && { messageTrafficType }),
          receivedAt: item.receivedAt,
          held,
          response: held && response,
        },
      },
    };
  }
  const events = decided.held ? [decided.held] : [];
  if (stopped && announcesFailure(item, stopped.reason)) {
    const { messageId } = decided;
    const sendTime = context.now().toISOString();
    events.push(failedEvent(context.installation, item, { messageId, sendTime, failure: null }));
  }
  return { ...rows, events: withForwarding(agent, events) };
}

/** Reasons for which a message that is ready may not go out, found before the send attempt. */
async function findObstacle(
  context: Context,
  { item, agent }: TurnInput,
  { decision, unsubscribed }: Decided,
): Promise<{ reason: StopReason; detail: string } | null> {
  if (!decision.reply) return null;
  // A keyword's answer to an opt-out word acknowledges it, which stays allowed.
  if (unsubscribed && agent.useCase !== 'OTP' && !answersKeyword(decision)) {
    return { reason: 'unsubscribed', detail: 'The user has unsubscribed and has not come back since.' };
  }
  if (agent.mode === 'TEST' && !(await context.catalog.hasDevice(agent.agentId, item.phoneNumber))) {
    return { reason: 'not_a_test_device', detail: 'The agent is in test mode and the number is not a test device.' };
  }
  return null;
}

function answersKeyword({ trace }: Decision): boolean {
  return trace.some((step) => step.step === 'enter' && step.because === 'keyword');
}

/**
 * A requested message that cannot be made is a FAILED event; of a reply, only one that was due and could not go out:
 * a flow that names a missing state has no message that could fail.
 */
function announcesFailure(item: InboxItem, reason: StopReason): boolean {
  return item.body.kind === 'send' || (reason !== 'missing_state' && reason !== 'hop_limit');
}

function conversationRows(
  { item, conversation }: TurnInput,
  decided: Decided,
  trace: TraceStep[],
  stopped: StopReason | null,
  startedAt: string,
): TurnWrites {
  const { agentId, phoneNumber, seq, receivedAt } = item;
  const number = conversation.turns + 1;
  const chain = nextLink(conversation.chain, { seq, number });
  return {
    doneSeq: seq,
    conversation: {
      ...conversation,
      session: decided.decision.session,
      unsubscribed: decided.unsubscribed,
      turns: number,
      chain,
    },
    turn: {
      agentId,
      phoneNumber,
      number,
      seq,
      item: item.body,
      trace,
      messageId: decided.decision.reply && !stopped ? decided.messageId : null,
      stopped,
      chainBefore: conversation.chain,
      chain,
      receivedAt,
      startedAt,
    },
  };
}
