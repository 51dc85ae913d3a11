/** The state of one turn: the session as it changes, the trace as it grows, and the render budget. */

import type { JsonObject } from '../model/json.ts';
import type { Session } from '../model/session.ts';
import { holdsLiquid } from '../model/templated.ts';
import type { StopReason } from '../model/trace.ts';
import type { Decision, EngineNeeds, Turn } from './decision.ts';
import { type RenderTarget, TemplateError } from './liquid.ts';
import { SessionFull } from './room.ts';
import { messageView, scopeOf } from './scope.ts';
import { createTrace, type TraceRecorder } from './trace.ts';

/** Milliseconds that the templates of one turn may keep any thread busy: ten times the limit of one of them. */
export const MAX_RENDER_MS_PER_TURN = 1000;
/**
 * Milliseconds after which all further templates of the turn go to another thread: a hundred times what those of most
 * turns take together. Thousands of short ones would leave the main thread less time for everybody else.
 */
const MAX_RENDER_MS_ON_MAIN = 10;
/** Strings with Liquid in one turn: the conditions of 50 states with 100 transitions each. */
export const MAX_RENDERS_PER_TURN = 5000;

export type Run = {
  needs: EngineNeeds;
  turn: Turn;
  /** A copy: its fields are replaced, never changed in place. */
  session: Session;
  message: JsonObject | null;
  /** Operations reached so far, whatever their outcome. */
  operations: number;
  trace: TraceRecorder;
  /** `data`: what the template sees as such; the session's if absent. @throws {TemplateError} */
  render(text: string, maxBytes: number, options?: { target?: RenderTarget; data?: JsonObject }): Promise<string>;
};

export function startRun(needs: EngineNeeds, turn: Turn): Run {
  const spent = { renders: 0, ms: 0 };
  const spend = (ms: number) => {
    spent.ms += ms;
  };
  const run: Run = {
    needs,
    turn,
    session: { ...turn.session, lastActivityAt: turn.now },
    message: turn.message && messageView(turn.message),
    operations: 0,
    trace: createTrace(),
    async render(text, maxBytes, { target = 'text', data = run.session.data } = {}) {
      if (!holdsLiquid(text)) return text;
      spent.renders += 1;
      if (spent.renders > MAX_RENDERS_PER_TURN) {
        throw new TemplateError('killed', `the turn has more than ${MAX_RENDERS_PER_TURN} templates to render`);
      }
      if (spent.ms > MAX_RENDER_MS_PER_TURN) {
        throw new TemplateError('killed', `the templates of the turn ran for more than ${MAX_RENDER_MS_PER_TURN} ms`);
      }
      const scope = scopeOf({ ...run.session, data }, turn.phoneNumber, run.message);
      const onThread = spent.ms > MAX_RENDER_MS_ON_MAIN;
      return needs.render(text, scope, { maxBytes, now: turn.now, target, spend, onThread });
    },
  };
  return run;
}

/** Ends the turn without an answer: nothing in the flow answers this message. */
export function silent(run: Run, detail: string): Decision {
  run.trace.add({ step: 'no-state', detail });
  return { session: run.session, reply: null, stopped: null, trace: run.trace.steps };
}

/**
 * Runs what decides the turn, unless the session has no room for what must be kept: then it stays as it was. That does
 * not count as traffic, so a full session expires.
 */
export async function unlessFull(run: Run, decide: () => Promise<Decision>): Promise<Decision> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof SessionFull)) throw error;
    return { ...stopped(run, 'session_full', error.message), session: run.turn.session };
  }
}

/**
 * Ends the turn before a message. The user stays where they were, so that they can answer again; what was captured and
 * fetched is kept.
 */
export function stopped(run: Run, reason: StopReason, detail: string, stateId?: string): Decision {
  run.trace.add({ step: 'stop', reason, detail });
  return {
    session: run.session,
    reply: null,
    stopped: { reason, detail, ...(stateId === undefined ? {} : { stateId }) },
    trace: run.trace.steps,
  };
}
