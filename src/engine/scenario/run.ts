/**
 * Runs a flow test: plays its steps against a flow and compares what the engine decides with what they expect. Time
 * moves only as the test says, and connectors answer from it, so that a test has the same result everywhere.
 */
import type { AgentConfig } from '../../model/agent.ts';
import type { Flow } from '../../model/flow.ts';
import { type FlowTest, TEST_NOW, TEST_PHONE_NUMBER, type TestStep } from '../../model/flow-test.ts';
import type { UserContent } from '../../model/notice.ts';
import { type Session, sessionTtlMs } from '../../model/session.ts';
import type { TestFault, TestPlay, TestResult, TestTurn } from '../../model/test-result.ts';
import type { TraceStep } from '../../model/trace.ts';
import { postbacksOf } from '../chip.ts';
import type { Decision, EngineNeeds, RenderedOperation } from '../decision.ts';
import { enter } from '../enter.ts';
import { reply } from '../reply.ts';
import type { Render } from '../sandbox.ts';
import { freshSession, sessionEnded } from '../session.ts';
import { writtenIn } from '../written.ts';
import { type Sent, tapped } from './chips.ts';
import { createTestConnectors, type TestConnectors } from './connectors.ts';
import { visitsOf } from './coverage.ts';
import { faultsOf, type Played } from './expect.ts';
import { stepInWords, traceInWords } from './words.ts';

/** Messages of which a card's chips can be tapped by their label. */
const MAX_SENT = 20;

/** Turns of a run that are told in full. */
const MAX_TURNS = 100;

/** `visits`: names for `coverageOf`. */
export type TestRun = { result: TestResult; visits: string[]; play: TestPlay };

/** The conversation as it goes on. */
export type Talk = {
  needs: Omit<EngineNeeds, 'runOperation'>;
  config: AgentConfig;
  phoneNumber: string;
  connectors: TestConnectors;
  session: Session;
  /** ISO 8601 */
  now: string;
  /** Newest last. */
  sent: Sent[];
  visits: Set<string>;
};

/** Both documents fit their schemas. Ends with the first step that fails: those after it follow from it. */
export async function runFlowTest(render: Render, flow: Flow, test: FlowTest): Promise<TestRun> {
  const talk = beginTalk(render, flow, test, createTestConnectors(test.connectors ?? []));
  const turns: TestTurn[] = [];
  const ended = (result: Omit<TestResult, 'title'>): TestRun => {
    const { params, data, input } = talk.session;
    const play = { turns: turns.slice(-MAX_TURNS), params, data, input };
    return { result: { title: test.title, ...result }, visits: [...talk.visits], play };
  };
  for (const [index, step] of test.steps.entries()) {
    const path = `/steps/${index}`;
    const played = await play(talk, step, path);
    const trace = 'trace' in played ? played.trace : [];
    if (trace.length > 0) turns.push(turnOf(index + 1, talk, played, trace));
    const faults = 'faults' in played ? played.faults : faultsOf(step.expect ?? {}, played, `${path}/expect`);
    if (faults.length === 0) continue;
    const failure = { step: index + 1, does: stepInWords(step), faults, happened: traceInWords(trace) };
    return ended({ passed: false, steps: index + 1, failure });
  }
  return ended({ passed: true, steps: test.steps.length });
}

function turnOf(step: number, { session }: Talk, played: object, trace: TraceStep[]): TestTurn {
  const { reply } = played as Partial<Decision>;
  const said = reply ? { reply: reply.contentMessage, state: reply.stateId } : { reply: null, state: null };
  return { step, ...said, waits: session.awaitingStateId, trace };
}

/** Before its first step. */
export function beginTalk(
  render: Render,
  { states, defaultState, keywords }: Flow,
  test: Omit<FlowTest, 'format' | 'title' | 'steps'>,
  connectors: TestConnectors,
): Talk {
  const { now = TEST_NOW, phoneNumber = TEST_PHONE_NUMBER, config = {} } = test;
  const { state = null, waits = null, reply: last, params = {}, data = {}, input = {} } = test.begin ?? {};
  const offered = last && waits !== null ? postbacksOf(last) : [];
  const needs: Talk['needs'] = {
    render,
    findState: async (stateId) => {
      const body = Object.hasOwn(states, stateId) ? states[stateId] : undefined;
      return body && { ...body, agentId: 'test', stateId, createdAt: now, updatedAt: now };
    },
  };
  const { bytes: _, ...fresh } = freshSession(now);
  return {
    needs,
    config: { ...(defaultState !== undefined && { defaultState }), ...(keywords && { keywords }), ...config },
    phoneNumber,
    connectors,
    session: {
      ...fresh,
      ...{ stateId: state, awaitingStateId: waits, offered, params, data, input },
      written: writtenIn(states, data),
    },
    now: new Date(now).toISOString(),
    sent: last ? [{ stateId: state, contentMessage: last }] : [],
    visits: new Set(),
  };
}

/** What the step did, or why it could not be taken. */
export async function play(talk: Talk, step: TestStep, path: string): Promise<Played | { faults: TestFault[] }> {
  if (step.waits !== undefined) {
    talk.now = new Date(Date.parse(talk.now) + lengthMs(step.waits)).toISOString();
    // Only here does time pass.
    if (sessionEnded(talk.session, sessionTtlMs(talk.config), talk.now)) talk.session = freshSession(talk.now);
    return { session: talk.session };
  }
  const message = step.send ? null : contentOf(step, talk.sent);
  if (message && 'fault' in message) return { faults: [{ path: `${path}/taps`, message: message.fault }] };
  const { decision, asked } = await decide(talk, step, message);
  const missing = talk.connectors.takeMissing();
  const tap = message?.suggestionResponse;
  for (const visit of visitsOf(decision.trace, tap, talk.sent)) talk.visits.add(visit);
  if (decision.reply) talk.sent = [...talk.sent, decision.reply].slice(-MAX_SENT);
  // The engine may not change the one that it is given.
  talk.session = frozen(decision.session);
  const { trace } = decision;
  return missing === null ? { ...decision, asked } : { faults: [{ path: '/connectors', message: missing }], trace };
}

async function decide(talk: Talk, { send }: TestStep, message: UserContent | null) {
  const asked: RenderedOperation[] = [];
  const needs: EngineNeeds = {
    ...talk.needs,
    async runOperation(operation) {
      asked.push(operation);
      return talk.connectors.answer(operation);
    },
  };
  const { session, phoneNumber, config, now } = talk;
  const turn = { session, phoneNumber, message, now };
  const decision: Decision = send
    ? await enter(needs, turn, { ...send, because: 'send' })
    : await reply(needs, { config }, turn);
  return { decision, asked };
}

function contentOf({ writes, taps, shares, files }: TestStep, sent: Sent[]): UserContent | { fault: string } {
  if (taps !== undefined) {
    const tap = tapped(taps, sent);
    return 'message' in tap ? { fault: tap.message } : { suggestionResponse: tap.content };
  }
  if (shares) return { location: shares };
  if (files) return { userFile: files };
  return { text: writes ?? '' };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @param length Such as `25h`. */
function lengthMs(length: string): number {
  return Number.parseInt(length, 10) * UNIT_MS[length.at(-1)!]!;
}
