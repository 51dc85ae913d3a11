/** The user wrote, tapped a chip, shared a location or sent a file: the engine answers, then the event is forwarded. */
import type { Context } from '../context.ts';
import { acknowledge } from '../engine/acknowledge.ts';
import { reply } from '../engine/reply.ts';
import { uuidv5 } from '../ids.ts';
import type { UseCase } from '../model/agent.ts';
import { type ConsentChange, changeOf, isOptedOut } from '../model/consent.ts';
import { userMessageEvent } from '../model/event-payload.ts';
import type { UserMessageItem } from '../model/inbox-item.ts';
import { type SaidWord, wordSaid } from '../model/opt-out.ts';
import { saidAt, withoutWait } from './consent.ts';
import { engineNeeds, sessionOf } from './engine-needs.ts';
import { continuedFlow, pinned } from './flow.ts';
import type { Decided, TurnInput } from './turn.ts';

/** Names our message ids; any fixed UUID would do. */
const MESSAGE_ID_NAMESPACE = 'b0f5f1a2-6d5c-4c53-9a3f-6a1c1d0a7e11';

/**
 * Writing to such an agent again means wanting its service. To one that may also advertise, a message is no consent: a
 * revocation stands until the user explicitly withdraws it.
 */
const RETURN_BY_MESSAGE: readonly UseCase[] = ['TRANSACTIONAL', 'OTP'];

export async function userMessage(context: Context, input: TurnInput<UserMessageItem>): Promise<Decided> {
  const { item, body, agent, conversation } = input;
  const word = wordSaid(body.content.text, agent.config.optOut);
  const consent = consentSaid(input, word);
  const optsOut = word?.action === 'OPT_OUT';
  const session = optsOut ? withoutWait(sessionOf(input)) : sessionOf(input);
  const turn = {
    session,
    phoneNumber: item.phoneNumber,
    message: body.content,
    now: item.receivedAt,
  };
  const flow = await continuedFlow(context, input, session, body.content);
  const needs = engineNeeds(context, input, flow);
  const acknowledged = isOptedOut(conversation.consent) && conversation.consent.acknowledged;
  const decision = optsOut
    ? await acknowledge(needs, flow.agent, turn, { word: word.word, acknowledged })
    : await reply(needs, flow.agent, turn);
  return {
    decision: pinned(decision, flow),
    before: session,
    version: flow.version,
    // The same after a crash, so that the platform recognises a repeat.
    messageId: uuidv5(`${context.installation} ${item.lane} ${item.seq}`, MESSAGE_ID_NAMESPACE),
    ttlSeconds: null,
    messageTrafficType: optsOut ? 'ACKNOWLEDGEMENT' : undefined,
    held: userMessageEvent(context.installation, item, body),
    consent,
  };
}

/** How the message changes the user's consent. A user who has not left needs no word to return. */
function consentSaid(
  { item, body, agent, conversation }: TurnInput<UserMessageItem>,
  word: SaidWord | null,
): ConsentChange | null {
  const { messageId, content, sendTime } = body;
  const at = saidAt(item, sendTime);
  if (word && (word.action === 'OPT_OUT' || isOptedOut(conversation.consent))) {
    const evidence = { messageId, text: content.text! };
    return changeOf(conversation.consent, { action: word.action, source: 'word', at, evidence });
  }
  if (!isOptedOut(conversation.consent) || !RETURN_BY_MESSAGE.includes(agent.useCase)) return null;
  return changeOf(conversation.consent, { action: 'OPT_IN', source: 'message', at, evidence: { messageId } });
}
