/** The engine's inputs: states, operations and templates of one turn, and the conversation's session. */
import type { Context } from '../context.ts';
import type { EngineNeeds } from '../engine/decision.ts';
import { freshSession, sessionEnded } from '../engine/session.ts';
import { type Session, sessionTtlMs } from '../model/session.ts';
import type { TurnFlow } from './flow.ts';
import type { TurnInput } from './turn.ts';

export function engineNeeds(
  context: Context,
  { agent, runOperation }: TurnInput<unknown>,
  { version }: TurnFlow,
): EngineNeeds {
  return {
    findState: (stateId) => context.catalog.findState(agent.agentId, stateId, version),
    runOperation,
    render: context.sandbox.renderFor(agent.accountId),
  };
}

/** The conversation's session, or a fresh one when it has ended. */
export function sessionOf({ item, agent, conversation }: TurnInput<unknown>): Session {
  const { session } = conversation;
  const ended = sessionEnded(session, sessionTtlMs(agent.config), item.receivedAt);
  return ended ? freshSession(item.receivedAt) : session;
}
