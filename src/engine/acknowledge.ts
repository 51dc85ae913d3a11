/**
 * The answer to a user's opt-out word: the agent's own keyword for it, else its acknowledgement, else nothing. The user
 * is asked nothing more, and gets no further message once this is answered.
 */
import type { AgentConfig } from '../model/agent.ts';
import { foldedWord } from '../model/opt-out.ts';
import type { Decision, EngineNeeds, Turn } from './decision.ts';
import { enterState } from './enter.ts';
import { keywordEntry } from './reply.ts';
import { type Run, silent, startRun, unlessFull } from './run.ts';

type Said = {
  word: string;
  /** This opt-out was already answered. */
  acknowledged: boolean;
};

export function acknowledge(
  needs: EngineNeeds,
  agent: { config: AgentConfig },
  turn: Turn,
  said: Said,
): Promise<Decision> {
  const run = startRun(needs, turn);
  return unlessFull(run, () => answer(run, agent, said));
}

async function answer(run: Run, { config }: { config: AgentConfig }, said: Said): Promise<Decision> {
  if (said.acknowledged) return silent(run, 'the opt-out was already acknowledged');
  const word = foldedWord(said.word);
  const keyword = config.keywords?.find(({ keyword }) => foldedWord(keyword) === word);
  if (keyword) return enterState(run, keywordEntry(keyword));
  const text = config.optOut?.acknowledgement;
  if (text === undefined) return silent(run, 'an opt-out for which the agent has no acknowledgement and no keyword');
  const contentMessage = { text };
  run.trace.add({ step: 'acknowledge', word: said.word, contentMessage });
  const reply = { stateId: null, contentMessage, response: said.word };
  return { session: run.session, reply, stopped: null, trace: run.trace.steps };
}
