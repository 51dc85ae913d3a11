/**
 * Which state answers a user's message: the five rules of docs/spec-choices.md §5, first match wins. `enter.ts` decides
 * what then happens in that state.
 */
import { type AgentConfig, foldedKeyword, type Keyword } from '../model/agent.ts';
import type { FlowState, Input } from '../model/state.ts';
import { readPostback } from './chip.ts';
import type { Decision, EngineNeeds, Turn } from './decision.ts';
import { type Entry, enterState } from './enter.ts';
import { readPath } from './paths.ts';
import { keep, NO_ROOM, note } from './room.ts';
import { type Run, silent, startRun, unlessFull } from './run.ts';

export function reply(needs: EngineNeeds, agent: { config: AgentConfig }, turn: Turn): Promise<Decision> {
  const run = startRun(needs, turn);
  return unlessFull(run, () => answer(run, agent));
}

async function answer(run: Run, agent: { config: AgentConfig }): Promise<Decision> {
  const chip = await tappedState(run);
  const waiting = await waitingState(run);
  if (waiting && (!chip || isAnswer(run))) assign(run, waiting.input);
  const entry = chip ?? awaited(waiting) ?? keyword(run, agent.config) ?? defaultState(agent.config);
  if (entry) return enterState(run, entry);
  return silent(run, 'no chip, waiting state, keyword or defaultState matched');
}

/** Rule 1. A postback that names no state of this agent is left to the other rules. */
async function tappedState(run: Run): Promise<Entry | null> {
  const postbackData = run.turn.message?.suggestionResponse?.postbackData;
  const target = postbackData === undefined ? null : readPostback(postbackData);
  if (!target || !(await run.needs.findState(target.stateId))) return null;
  return { ...target, because: 'chip', detail: postbackData! };
}

/** The waiting state, if it still exists and still has an input. */
async function waitingState(run: Run): Promise<(FlowState & { input: Input }) | null> {
  const { awaitingStateId } = run.session;
  const state = awaitingStateId === null ? undefined : await run.needs.findState(awaitingStateId);
  if (state?.input) return { ...state, input: state.input };
  run.session.awaitingStateId = null;
  return null;
}

/**
 * A chip that names a state leads there by rule 1, and yet may be the answer that a state waits for ("Which size?" and
 * three chips): then it is stored as if typed. It is that when the waiting state's own message offered the chip. One of
 * an older card ("Main menu") does not answer the question, and stores nothing.
 */
function isAnswer({ turn, session }: Run): boolean {
  const postbackData = turn.message?.suggestionResponse?.postbackData;
  return postbackData !== undefined && session.offered?.includes(postbackData) === true;
}

/**
 * A missing value is stored as null, as is one that does not fit into the session: the earlier value under this name
 * answered another question. @throws {SessionFull}
 */
function assign({ session, message, trace }: Run, { assignments = [] }: Input): void {
  for (const { from, to } of assignments) {
    const value = readPath(from, message ?? {});
    if (keep(session, 'input', { set: { [to]: value } })) {
      trace.add({ step: 'assign', to, from, value });
    } else {
      note(session, 'input', { [to]: null });
      trace.add({ step: 'assign', to, from, value: null, error: NO_ROOM });
    }
  }
}

/** Rule 2. */
function awaited(waiting: (FlowState & { input: Input }) | null): Entry | null {
  return waiting && { stateId: waiting.input.nextState, because: 'input', detail: waiting.stateId };
}

/** Rule 3: ignores case and outer white space. */
function keyword(run: Run, { keywords = [] }: AgentConfig): Entry | null {
  const said = run.message?.['text'];
  const found =
    typeof said === 'string' && keywords.find(({ keyword }) => foldedKeyword(keyword) === foldedKeyword(said));
  return found ? keywordEntry(found) : null;
}

export function keywordEntry({ keyword, stateId }: Keyword): Entry {
  const word = keyword.trim();
  return { stateId, because: 'keyword', detail: word, response: word };
}

/** Rule 4; without it no reply is sent, which is rule 5. */
function defaultState({ defaultState: stateId }: AgentConfig): Entry | null {
  return stateId === undefined ? null : { stateId, because: 'default' };
}
