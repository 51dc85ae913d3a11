/**
 * Replays a recorded session on another flow: the same inputs at the same times, and the recorded results of
 * operations. What the recording lacks is never guessed: then nobody can say.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AgentConfig } from '../../model/agent.ts';
import type { Flow } from '../../model/flow.ts';
import type { JsonValue } from '../../model/json.ts';
import type { OptOut } from '../../model/opt-out.ts';
import type { TurnOutcome, WHATS } from '../../model/replay.ts';
import type { Session } from '../../model/session.ts';
import type { TraceStep } from '../../model/trace.ts';
import type { Decision, EngineNeeds, OperationOutcome, RenderedOperation } from '../decision.ts';
import { enter } from '../enter.ts';
import { asksOf } from '../operations.ts';
import { valueAt } from '../reads.ts';
import { reply } from '../reply.ts';
import type { Render, Sandbox } from '../sandbox.ts';
import { isCut, isOutsideFlow, type RecordedTurn, replyOf } from '../scenario/recall.ts';
import { freshSession } from '../session.ts';
import { leavesOf } from '../template.ts';
import { HIDDEN, recorded } from '../trace.ts';

type What = (typeof WHATS)[number];
export type SessionOutcome =
  | { outcome: 'same' }
  | { outcome: 'different'; turn: number; what: What; recorded: TurnOutcome; replayed: TurnOutcome }
  | { outcome: 'cannot-say'; turn: number; reason: string };

/** Thrown through the engine, which takes it for a bug and passes it on. */
class CannotSay extends Error {}

type RecordedOperation = Extract<TraceStep, { step: 'operation' }>;

/** `turns`: of one session, from its first. `optOut`: the agent's words. */
export async function replaySession(
  sandbox: Pick<Sandbox, 'renderFor' | 'variablesOf'>,
  flow: Flow,
  phoneNumber: string,
  turns: RecordedTurn[],
  optOut: OptOut | undefined,
): Promise<SessionOutcome> {
  let session = freshSession(turns[0]!.receivedAt);
  for (const turn of turns) {
    // What follows depends on the consent of the user.
    if (isOutsideFlow(turn, optOut)) return { outcome: 'same' };
    const { number } = turn;
    try {
      const decision = await replayTurn(sandbox, flow, phoneNumber, turn, session);
      const [before, after] = [recordedOutcome(turn), replayedOutcome(decision)];
      const what = differs(before, after);
      if (what) return { outcome: 'different', turn: number, what, recorded: before, replayed: after };
      session = decision.session;
    } catch (error) {
      if (!(error instanceof CannotSay)) throw error;
      return { outcome: 'cannot-say', turn: number, reason: error.message };
    }
  }
  return { outcome: 'same' };
}

async function replayTurn(
  sandbox: Pick<Sandbox, 'renderFor' | 'variablesOf'>,
  { states, defaultState, keywords }: Flow,
  phoneNumber: string,
  { item, trace, receivedAt }: RecordedTurn,
  session: Session,
): Promise<Decision> {
  if (trace.some(({ step }) => step === 'cut')) throw new CannotSay('the trace of a turn is not whole');
  const left = trace.filter((step) => step.step === 'operation' && step.data !== null) as RecordedOperation[];
  /** Strings of operations: what they may read is compared when they are called. */
  const ofOperations = new Set<string>();
  const needs: EngineNeeds = {
    render: careful(sandbox, ofOperations),
    async findState(stateId) {
      const body = Object.hasOwn(states, stateId) ? states[stateId] : undefined;
      for (const { text } of leavesOf(body?.operations, () => true)) ofOperations.add(text);
      return body && { ...body, agentId: 'replay', stateId, createdAt: receivedAt, updatedAt: receivedAt };
    },
    runOperation: async (operation) => answer(left, operation),
  };
  const turn = { session, phoneNumber, message: item.kind === 'user-message' ? item.content : null, now: receivedAt };
  if (item.kind === 'send') {
    return enter(needs, turn, { stateId: item.stateId, params: item.params, because: 'send' });
  }
  const config: AgentConfig = { ...(defaultState !== undefined && { defaultState }), ...(keywords && { keywords }) };
  return reply(needs, { config }, turn);
}

/** The recorded answer to the same call. @throws {CannotSay} */
function answer(left: RecordedOperation[], asked: RenderedOperation): OperationOutcome {
  const { connectorId, operation } = asked;
  const data = recorded(asked.data);
  const { asks } = asksOf(asked);
  const index = left.findIndex(
    (one) =>
      one.connectorId === connectorId &&
      one.operation === operation &&
      one.asks === asks &&
      isDeepStrictEqual(one.data, data),
  );
  if (index < 0) throw new CannotSay(`needs ${connectorId}/${operation}`);
  const [{ result = null, incomplete, error } = {} as RecordedOperation] = left.splice(index, 1);
  if (error) return { ok: false, error };
  if (incomplete === 'cut' || isCut(result))
    throw new CannotSay(`needs the whole result of ${connectorId}/${operation}`);
  // Whether it fits may depend on what was hidden.
  if (incomplete === 'hidden' && asked.answerSchema) throw new CannotSay('reads a hidden value');
  return { ok: true, result };
}

/** Refuses to render what reads a value that was hidden before it was stored. @throws {CannotSay} */
function careful({ renderFor, variablesOf }: Pick<Sandbox, 'renderFor' | 'variablesOf'>, exempt: Set<string>): Render {
  const render = renderFor('replay');
  return async (template, scope, options) => {
    if (!exempt.has(template) && holdsHidden(scope.data)) {
      const read = await variablesOf('replay', template).catch(() => []);
      if (read.some(({ path }) => holdsHidden(valueAt(path, scope)))) throw new CannotSay('reads a hidden value');
    }
    return render(template, scope, options);
  };
}

function holdsHidden(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === HIDDEN;
  return Object.values(value).some(holdsHidden);
}

/** What differs first; null if nothing does. */
function differs(before: TurnOutcome, after: TurnOutcome): What | null {
  if (before.stopped !== after.stopped) return 'stop';
  if (isCut(before.reply as JsonValue)) throw new CannotSay('a message is not kept whole');
  if (!isDeepStrictEqual(before.reply, after.reply)) return 'message';
  // A turn that stopped leaves the wait as it was.
  return before.stopped === null && before.waits !== after.waits ? 'waits' : null;
}

function recordedOutcome(turn: RecordedTurn): TurnOutcome {
  const { stopped = null, trace } = turn;
  return {
    reply: stopped === null ? (replyOf(turn)?.contentMessage ?? null) : null,
    state: lastEntered(trace),
    waits: trace.find((step) => step.step === 'wait')?.stateId ?? null,
    stopped,
  };
}

function replayedOutcome({ reply: said, session, stopped, trace }: Decision): TurnOutcome {
  return {
    reply: (said?.contentMessage ?? null) as TurnOutcome['reply'],
    state: lastEntered(trace),
    waits: session.awaitingStateId,
    stopped: stopped?.reason ?? null,
  };
}

function lastEntered(trace: TraceStep[]): string | null {
  return trace.findLast((step) => step.step === 'enter')?.stateId ?? null;
}
