/** Turns a decision into rows: session, message, turn with its link of the chain, and events. */
import type { Context } from '../context.ts';
import type { Decision } from '../engine/decision.ts';
import { type ConsentChange, type ConsentState, consentAfter, isOptedOut } from '../model/consent.ts';
import { failedEvent, withForwarding } from '../model/event-payload.ts';
import { told } from '../model/held-event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { isSilenced } from '../model/silence.ts';
import type { StopReason } from '../model/trace.ts';
import type { ConsentRow, TurnWrites } from '../store/turns.ts';
import { nextLink } from './chain.ts';
import { withoutWait } from './consent.ts';
import type { Decided, Noted, TurnInput } from './turn.ts';

export function notedWrites({ item, agent, conversation }: TurnInput, noted: Noted): TurnWrites {
  const { consent } = noted;
  return {
    doneSeq: item.seq,
    events: withForwarding(agent, noted.events),
    ...(consent && {
      conversation: {
        ...conversation,
        session: consent.action === 'OPT_OUT' ? withoutWait(conversation.session) : conversation.session,
        consent: consentAfter(conversation.consent, consent),
      },
      consent: consentRow(item, consent),
    }),
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
  const { item, agent, conversation } = input;
  const messageTrafficType = decided.messageTrafficType ?? decided.decision.reply?.messageTrafficType;
  const acknowledges = messageTrafficType === 'ACKNOWLEDGEMENT';
  const consent = consentAfter(conversation.consent, decided.consent);
  const obstacle = decided.decision.reply && (await findObstacle(context, input, consent, acknowledges));
  const decision = obstacle ? heldBack(decided, obstacle) : decided.decision;
  const { reply, stopped } = decision;
  const isAcknowledged = reply !== null && acknowledges && isOptedOut(consent);
  const left = isAcknowledged ? { ...consent, acknowledged: true } : consent;
  const rows = conversationRows(input, { ...decided, decision }, left, startedAt);

  if (reply) {
    const { messageId, ttlSeconds, held } = decided;
    const { agentId, phoneNumber, lane, seq } = item;
    const { stateId, contentMessage: content, response } = reply;
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
          content,
          // What is absent is not written: most messages have none of it.
          ...(ttlSeconds !== null && { ttlSeconds }),
          ...(messageTrafficType && { messageTrafficType }),
          receivedAt: item.receivedAt,
          ...(held && { held, response }),
        },
      },
    };
  }
  const { messageId, held } = decided;
  const sendTime = context.now().toISOString();
  const failed =
    stopped && announcesFailure(item, stopped.reason)
      ? failedEvent(context.installation, item, { messageId, sendTime, failure: null })
      : null;
  return { ...rows, events: withForwarding(agent, told({ held, response: null }, failed)) };
}

/** As if the flow had stopped before its message. No question was asked, so the user stays where they were. */
function heldBack({ decision, before }: Decided, obstacle: Obstacle): Decision {
  const { stateId, awaitingStateId, offered = [], pin } = before;
  const { pin: _pin, ...session } = decision.session;
  return {
    session: { ...session, stateId, awaitingStateId, offered, ...(pin && { pin }) },
    reply: null,
    stopped: obstacle,
    trace: [...decision.trace, { step: 'stop', ...obstacle }],
  };
}

type Obstacle = { reason: StopReason; detail: string };

/** Why a finished message may not go out, found before the send attempt. */
async function findObstacle(
  context: Context,
  { item, agent }: TurnInput,
  consent: ConsentState | null,
  acknowledges: boolean,
): Promise<Obstacle | null> {
  if (isSilenced(agent, consent, acknowledges)) {
    return { reason: 'unsubscribed', detail: 'The user has unsubscribed and has not opted in since.' };
  }
  if (agent.mode === 'TEST' && !(await context.catalog.hasDevice(agent.agentId, item.phoneNumber))) {
    return { reason: 'not_a_test_device', detail: 'The agent is in test mode and the number is not a test device.' };
  }
  return null;
}

function consentRow({ agentId, phoneNumber, seq }: InboxItem, change: ConsentChange): ConsentRow {
  return { agentId, phoneNumber, seq, ...change };
}

/**
 * A requested message that cannot be made is a FAILED event; of replies, only one that was due and could not go out: a
 * flow that names a missing state has no message that could fail.
 */
function announcesFailure(item: InboxItem, reason: StopReason): boolean {
  return item.body.kind === 'send' || (reason !== 'missing_state' && reason !== 'hop_limit');
}

function conversationRows(
  { item, conversation }: TurnInput,
  { decision, messageId, consent: change, version }: Decided,
  consent: ConsentState | null,
  startedAt: string,
): TurnWrites {
  const { agentId, phoneNumber, seq, receivedAt } = item;
  const number = conversation.turns + 1;
  const chain = nextLink(conversation.chain, { seq, number });
  return {
    doneSeq: seq,
    conversation: {
      ...conversation,
      session: decision.session,
      consent,
      turns: number,
      chain,
    },
    ...(change && { consent: consentRow(item, change) }),
    turn: {
      agentId,
      phoneNumber,
      number,
      seq,
      item: item.body,
      trace: decision.trace,
      messageId: decision.reply && messageId,
      stopped: decision.stopped?.reason ?? null,
      chainBefore: conversation.chain,
      chain,
      receivedAt,
      startedAt,
      ...(version !== null && { version }),
    },
  };
}
