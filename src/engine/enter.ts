/**
 * Entering a state: operations, then transitions, then the message, then the wait for input. Source: specification,
 * "Conversation state evaluation". `reply.ts` decides which state a user's message enters.
 */
import type { JsonObject } from '../model/json.ts';
import type { FlowState, Transition } from '../model/state.ts';
import type { TraceStep } from '../model/trace.ts';
import { postbacksOf } from './chip.ts';
import type { Decision, EngineNeeds, Turn } from './decision.ts';
import { MAX_CONDITION_BYTES, TemplateError } from './liquid.ts';
import { runOperations } from './operations.ts';
import { keep, MAX_VALUES_BYTES, SessionFull } from './room.ts';
import { type Run, startRun, stopped, unlessFull } from './run.ts';
import { renderMessage } from './template.ts';
import { writtenBy } from './written.ts';

/** States entered in one turn. Source: docs/spec-choices.md §5. Counts states, whatever they render. */
export const MAX_HOPS = 50;

type Because = Extract<TraceStep, { step: 'enter' }>['because'];

export type Entry = {
  stateId: string;
  because: Because;
  /** Merged over the session's, so that those of an earlier send or chip remain. */
  params?: JsonObject;
  /** The keyword, the chip's postback or the state that waited. */
  detail?: string;
  /** `X-Service-Response`, where it is not the id of the answering state. */
  response?: string;
};

/** A send request enters a state. */
export function enter(needs: EngineNeeds, turn: Turn, entry: Entry): Promise<Decision> {
  const run = startRun(needs, turn);
  return unlessFull(run, () => enterState(run, entry));
}

/** @throws {SessionFull} */
export async function enterState(run: Run, entry: Entry): Promise<Decision> {
  const path: string[] = [];
  if (entry.params && !keep(run.session, 'params', { set: entry.params })) {
    const where = entry.because === 'send' ? 'the send request' : 'the tapped chip';
    throw new SessionFull(
      `the params of ${where} do not fit: the session would exceed ${MAX_VALUES_BYTES} bytes of values`,
    );
  }
  try {
    return await follow(run, entry, path);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const where = [`state "${path.at(-1)}"`, ...(error.field === '' ? [] : [error.field])].join(', ');
    return stopped(run, 'invalid_template', `${where}: ${error.message}`, path.at(-1));
  }
}

async function follow(run: Run, entry: Entry, path: string[]): Promise<Decision> {
  let { stateId, because, detail } = entry;
  while (path.length < MAX_HOPS) {
    const state = await run.needs.findState(stateId);
    if (!state) return stopped(run, 'missing_state', missing(stateId, because, path), stateId);
    path.push(stateId);
    run.trace.add({ step: 'enter', stateId, because, ...(detail === undefined ? {} : { detail }) });
    await runOperations(run, state.operations ?? []);
    const fired = await firstToFire(run, state.transitions ?? []);
    if (!fired) return speak(run, state, entry.response ?? stateId);
    // Rule 3a: the template is not rendered and no message is sent.
    stateId = fired.nextState;
    because = 'transition';
    detail = fired.condition;
  }
  const detailOfLoop = `${MAX_HOPS} states were entered without a message; the last were ${path.slice(-5).join(' → ')}`;
  return stopped(run, 'hop_limit', `${detailOfLoop} → ${stateId}`, stateId);
}

function missing(stateId: string, because: Because, path: string[]): string {
  const namedBy = because === 'transition' ? `a transition of state "${path.at(-1)}"` : NAMED_BY[because];
  return `${namedBy} refers to state "${stateId}", which does not exist`;
}

const NAMED_BY: Record<Exclude<Because, 'transition'>, string> = {
  send: 'the send request',
  chip: 'the tapped chip',
  input: 'the input of the waiting state',
  keyword: 'a keyword of the agent',
  default: "the agent's defaultState",
};

/** In array order; the first whose condition renders to `true` wins, and later ones are not rendered. */
async function firstToFire(run: Run, transitions: Transition[]): Promise<Transition | null> {
  for (const [index, transition] of transitions.entries()) {
    const rendered = await renderCondition(run, transition.condition);
    const fired = rendered.trim() === 'true';
    run.trace.add({ step: 'condition', index, ...transition, rendered, fired });
    if (fired) return transition;
  }
  return null;
}

/** A condition whose output is too long is not `true`: it does not fire, and the trace records why. */
async function renderCondition(run: Run, condition: string): Promise<string> {
  try {
    return await run.render(condition, MAX_CONDITION_BYTES);
  } catch (error) {
    if (error instanceof TemplateError && error.fault === 'too_long') return `(${error.message})`;
    throw error;
  }
}

async function speak(run: Run, state: FlowState, response: string): Promise<Decision> {
  const { stateId, template, input, messageTrafficType, modelText } = state;
  let reply: Decision['reply'] = null;
  if (template) {
    const outcome = await renderMessage(run, template.contentMessage, writtenBy(run, stateId, modelText));
    if ('errors' in outcome) {
      const faults = outcome.errors.map(({ path, message }) => `${path || 'contentMessage'} ${message}`);
      return stopped(run, 'invalid_message', `state "${stateId}": ${faults.slice(0, 3).join('; ')}`, stateId);
    }
    const { contentMessage } = outcome;
    reply = { stateId, contentMessage, response, ...(messageTrafficType && { messageTrafficType }) };
    run.session.stateId = stateId;
    run.trace.add({ step: 'message', stateId, contentMessage: contentMessage as JsonObject });
  } else {
    run.trace.add({ step: 'no-message', stateId });
  }
  if (input) run.trace.add({ step: 'wait', stateId });
  run.session.awaitingStateId = input ? stateId : null;
  run.session.offered = input && reply ? postbacksOf(reply.contentMessage) : [];
  return { session: run.session, reply, stopped: null, trace: run.trace.steps };
}
