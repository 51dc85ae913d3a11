/**
 * Runs the flow tests of `scenarios/`: states, the user's actions, the connectors' answers → messages and captured
 * values. A text such as "x × 60000" stands for that many of the character.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Decision, OperationOutcome } from '../../src/engine/decision.ts';
import { enter } from '../../src/engine/enter.ts';
import { reply } from '../../src/engine/reply.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { freshSession } from '../../src/engine/session.ts';
import type { AgentConfig } from '../../src/model/agent.ts';
import type { Location, UserFile } from '../../src/model/event.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { UserContent } from '../../src/model/notice.ts';
import type { Session } from '../../src/model/session.ts';
import type { State, StateBody } from '../../src/model/state.ts';

type Scenario = { title: string; agent?: AgentConfig; states: Record<string, StateBody>; steps: Step[] };

/** One of the first five is the action. */
type Step = {
  send?: { stateId: string; params?: JsonObject };
  says?: string;
  taps?: { text: string; postbackData: string };
  shares?: Location;
  uploads?: UserFile;
  /** A state that is deleted first. */
  remove?: string;
  /** By contextKey; other operations may not be called. */
  'connectors answer'?: Record<string, { result: JsonValue } | { error: { code: string; message: string } }>;
  expect: Partial<Expected>;
};

type Expected = {
  reply: JsonValue;
  /** The state whose message it is, and the value of `X-Service-Response`. */
  state: string;
  response: string;
  waits: string | null;
  params: JsonObject;
  data: JsonObject;
  input: JsonObject;
  /** The fields to compare. */
  stopped: JsonObject | null;
  /** The same number of steps, each with the fields to compare. */
  trace: JsonObject[];
  /** The connectors' requests. */
  asked: { contextKey: string; data: JsonObject }[];
};

const NOW = '2026-01-02T03:04:05Z';
const PHONE_NUMBER = '+15550100001';
const FOLDER = new URL('./scenarios/', import.meta.url);

const sandbox = createSandbox({ patienceMs: 30_000 });
after(() => sandbox[Symbol.asyncDispose]());

for (const file of readdirSync(FOLDER)) {
  const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'), writeOut) as Scenario;
  test(scenario.title, async () => {
    let session = freshSession(NOW);
    const states = new Map(Object.entries(scenario.states));
    for (const [index, step] of scenario.steps.entries()) {
      if (step.remove) states.delete(step.remove);
      const before = structuredClone(session);
      const { decision, asked } = await run(scenario.agent ?? {}, states, session, step);
      assert.deepEqual(session, before, 'the session handed in is not changed');
      compare(decision, asked, step.expect, `step ${index + 1}`);
      session = JSON.parse(JSON.stringify(decision.session)) as Session;
    }
  });
}

function writeOut(_key: string, value: unknown): unknown {
  const [, character, times] = (typeof value === 'string' && /^(.) × (\d+)$/u.exec(value)) || [];
  return character === undefined ? value : character.repeat(Number(times));
}

async function run(config: AgentConfig, states: Map<string, StateBody>, session: Session, step: Step) {
  const asked: Expected['asked'] = [];
  const needs = {
    render: sandbox.renderFor('account'),
    async findState(stateId: string): Promise<State | undefined> {
      const body = states.get(stateId);
      return body && { ...body, agentId: 'agent', stateId, createdAt: NOW, updatedAt: NOW };
    },
    async runOperation({ contextKey, data }: { contextKey: string; data: JsonObject }): Promise<OperationOutcome> {
      asked.push({ contextKey, data });
      const answer = step['connectors answer']?.[contextKey];
      assert.ok(answer, `no answer is given for ${contextKey}`);
      return 'error' in answer ? { ok: false, ...answer } : { ok: true, ...answer };
    },
  };
  const turn = { session, phoneNumber: PHONE_NUMBER, message: step.send ? null : contentOf(step), now: NOW };
  const decision = step.send
    ? await enter(needs, turn, { ...step.send, because: 'send' })
    : await reply(needs, { config }, turn);
  return { decision, asked };
}

function contentOf({ says, taps, shares, uploads }: Step): UserContent {
  if (says !== undefined) return { text: says };
  if (taps) return { suggestionResponse: { ...taps, type: 'REPLY' } };
  if (shares) return { location: shares };
  assert.ok(uploads, 'a step says what happens');
  return { userFile: uploads };
}

function compare(decision: Decision, asked: Expected['asked'], expected: Partial<Expected>, where: string): void {
  const { session, reply: said, stopped, trace } = decision;
  const actual: Record<keyof Expected, unknown> = {
    reply: said?.contentMessage ?? null,
    state: said?.stateId,
    response: said?.response,
    waits: session.awaitingStateId,
    params: session.params,
    data: session.data,
    input: session.input,
    stopped,
    trace,
    asked,
  };
  assert.notEqual(Object.keys(expected).length, 0, `${where} expects something`);
  for (const [name, value] of Object.entries(expected)) {
    assert.ok(name in actual, `${where}: "${name}" is not something to expect`);
    const found = actual[name as keyof Expected];
    const what = `${where}, ${name}: ${JSON.stringify(found)?.slice(0, 2000)}`;
    if (name === 'trace') compareTrace(trace, value as JsonObject[], where);
    else if (name === 'stopped' && value !== null) assert.partialDeepStrictEqual(found, value, what);
    else assert.deepEqual(found, value, what);
  }
  // A stopped turn is reported, whether or not a scenario checks for it.
  if (!expected.stopped) assert.equal(stopped, null, where);
}

function compareTrace(trace: Decision['trace'], expected: JsonObject[], where: string): void {
  assert.equal(trace.length, expected.length, `${where}, steps: ${trace.map(({ step }) => step).join(', ')}`);
  for (const [index, step] of expected.entries()) {
    assert.partialDeepStrictEqual(
      trace[index],
      step as object,
      `${where}, step ${index + 1}: ${JSON.stringify(trace[index])}`,
    );
  }
}
