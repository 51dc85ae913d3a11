/** The user wrote, tapped a chip, shared a place or sent a file: the engine answers, and then the event is forwarded. */
import type { Context } from '../context.ts';
import { reply } from '../engine/reply.ts';
import { uuidv5 } from '../ids.ts';
import type { Agent, AgentConfig } from '../model/agent.ts';
import type { UserMessageItem } from '../model/inbox-item.ts';
import { isOptOutWord } from '../model/opt-out.ts';
import { engineNeeds, sessionOf } from './engine-needs.ts';
import { userMessageEvent } from './payload.ts';
import type { Decided, TurnInput } from './turn.ts';

/** Names our message ids; any fixed UUID would do. */
const MESSAGE_ID_NAMESPACE = 'b0f5f1a2-6d5c-4c53-9a3f-6a1c1d0a7e11';

export async function userMessage(context: Context, input: TurnInput<UserMessageItem>): Promise<Decided> {
  const { item, body, agent, conversation } = input;
  const optsOut = isOptOutWord(body.content.text);
  const session = sessionOf(input);
  const decision = await reply(engineNeeds(context, input), optsOut ? keywordsAlone(agent) : agent, {
    session: optsOut ? { ...session, awaitingStateId: null } : session,
    phoneNumber: item.phoneNumber,
    message: body.content,
    now: item.receivedAt,
  });
  return {
    decision,
    // The same after a crash, so that the platform sees a repeat as one.
    messageId: uuidv5(`${context.installation} ${item.lane} ${item.seq}`, MESSAGE_ID_NAMESPACE),
    ttlSeconds: null,
    held: userMessageEvent(context.installation, item, body),
    // The platform tells an opt-out twice, as a word and as an event, in either order: the word alone is no return.
    unsubscribed: conversation.unsubscribed && optsOut,
  };
}

/** A user who opts out is not asked on: only a keyword, which an agent has for that word on purpose, answers them. */
function keywordsAlone({ config }: Agent): { config: AgentConfig } {
  return { config: config.keywords ? { keywords: config.keywords } : {} };
}
