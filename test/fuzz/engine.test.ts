/**
 * Random flows and random events in them, run by the engine and by the small model of `model.ts`: messages, calls,
 * captured and kept values, and the path through the states must be the same. `PARLEY_TEST_FUZZ_CASES` sets how many
 * are run (1,000 otherwise), `PARLEY_TEST_FUZZ_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as aWhile } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Decision, OperationOutcome, RenderedOperation } from '../../src/engine/decision.ts';
import { enter } from '../../src/engine/enter.ts';
import { reply } from '../../src/engine/reply.ts';
import { createSandbox } from '../../src/engine/sandbox.ts';
import { freshSession, sessionEnded } from '../../src/engine/session.ts';
import { type Session, sessionTtlMs } from '../../src/model/session.ts';
import type { State } from '../../src/model/state.ts';
import {
  type Connector,
  forget,
  type Happening,
  type Memory,
  play as model,
  type Outcome,
  RULES,
  type Rules,
} from './model.ts';
import { bodyOf, configOf, connectorOf, type Play, play, type Step } from './model-flows.ts';
import { SEED } from './seed.ts';

const CASES = Number(process.env['PARLEY_TEST_FUZZ_CASES'] ?? 1_000);
const START_SECONDS = Date.parse('2026-01-02T03:04:05Z') / 1000;

const sandbox = createSandbox();
after(() => sandbox[Symbol.asyncDispose]());

/** Both in one form. The specification leaves the wording of reasons open. */
type Played = Omit<Outcome, 'memory'> & { memory: Omit<Memory, 'chips'> };

const time = (seconds: number) => new Date(seconds * 1000).toISOString();

async function engine(flow: Play['flow'], before: Session, happening: Happening, now: number, connector: Connector) {
  const asked: Outcome['asked'] = [];
  const needs = {
    render: sandbox.renderFor('account'),
    async findState(stateId: string): Promise<State | undefined> {
      const found = flow.states[stateId];
      return found && { ...bodyOf(found), agentId: 'agent', stateId, createdAt: time(0), updatedAt: time(0) };
    },
    async runOperation({ contextKey, data }: RenderedOperation): Promise<OperationOutcome> {
      const answer = connector(asked.push({ contextKey, data }) - 1, data);
      // Every other one is slow: what follows must wait for it.
      if (asked.length % 2 === 0) await aWhile();
      return 'error' in answer ? { ok: false, ...answer } : { ok: true, ...answer };
    },
  };
  const config = configOf(flow);
  const ended = sessionEnded(before, sessionTtlMs(config), time(now));
  const turn = {
    session: ended ? freshSession(time(now)) : before,
    phoneNumber: '+15550100001',
    message: 'said' in happening ? happening.said : null,
    now: time(now),
  };
  const decision =
    'send' in happening
      ? await enter(needs, turn, { stateId: happening.send, params: happening.params, because: 'send' })
      : await reply(needs, { config }, turn);
  return { decision, asked };
}

function ofEngine({ session, reply: said, stopped, trace }: Decision, asked: Outcome['asked']): Played {
  const { params, data, input, stateId, awaitingStateId, startedAt, lastActivityAt } = session;
  const { text = '', suggestions = [] } = said?.contentMessage ?? {};
  const chips = suggestions.map((chip) => ('reply' in chip && chip.reply) || { text: '', postbackData: '' });
  return {
    memory: {
      stateId,
      waitsIn: awaitingStateId,
      params,
      data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withoutWords(value)])) as typeof data,
      input,
      startedAt: Date.parse(startedAt) / 1000,
      lastActivityAt: Date.parse(lastActivityAt) / 1000,
    },
    reply: said && {
      stateId: said.stateId!,
      response: said.response,
      text,
      chips: chips.map((chip) => ({ label: chip.text, postback: chip.postbackData })),
    },
    stopped: stopped?.reason ?? null,
    way: wayOf(trace),
    asked,
  };
}

function withoutWords(value: unknown): unknown {
  const isOurs = typeof value === 'object' && value !== null && 'code' in value && value.code === 'invalid_data';
  return isOurs ? { code: 'invalid_data' } : value;
}

function wayOf(trace: Decision['trace']): string[] {
  const way: string[] = [];
  for (const step of trace) {
    if (step.step === 'enter') way.push(`${step.stateId} speaks`);
    if (step.step === 'condition' && step.fired) way.push(way.pop()!.replace('speaks', `${step.index}`));
  }
  return way;
}

function ofModel({ memory: { chips: _chips, ...memory }, ...outcome }: Outcome): Played {
  return { ...outcome, memory };
}

function happeningOf({ does }: Step, said: Played['reply']): Happening {
  if (!('chip' in does)) return does;
  const chip = said?.chips[does.chip % said.chips.length];
  if (!chip) return { said: { text: 'no chip' } };
  return { said: { suggestionResponse: { text: chip.label, postbackData: chip.postback, type: 'REPLY' } } };
}

/** How many turns had which outcome: reported with the result to show that the flows are varied. */
const seen = new Map<string, number>();
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** Where the two differ first, or null. */
async function difference({ flow: whole, steps }: Play, rules: Rules) {
  const flow = { ...whole, states: { ...whole.states } };
  let now = START_SECONDS;
  let session = freshSession(time(now));
  let memory = forget(now);
  let said: Played['reply'] = null;
  for (const [index, step] of steps.entries()) {
    now += step.afterSeconds;
    if (step.removes) delete flow.states[step.removes];
    const happening = happeningOf(step, said);
    const expected = model(flow, memory, happening, now, connectorOf(step), rules);
    const { decision, asked } = await engine(flow, session, happening, now, connectorOf(step));
    const [engineSays, modelSays] = [ofEngine(decision, asked), ofModel(expected)];
    // A trace that grew too long lacks part of the path.
    if (decision.trace.some(({ step: kind }) => kind === 'cut')) engineSays.way = modelSays.way = [];
    if (!isDeepStrictEqual(engineSays, modelSays)) return { step: index + 1, happening, engineSays, modelSays };
    count(engineSays.stopped ?? (engineSays.reply ? 'a message' : 'silence'));
    // As stored: as JSON.
    session = JSON.parse(JSON.stringify(decision.session));
    memory = expected.memory;
    said = engineSays.reply ?? said;
  }
  return null;
}

test(`the engine plays ${CASES.toLocaleString('en')} random flows as the model does`, async (context) => {
  const property = fc.asyncProperty(play, async (played) => {
    const found = await difference(played, RULES);
    if (found)
      assert.deepEqual(found.engineSays, found.modelSays, `step ${found.step}: ${JSON.stringify(found.happening)}`);
  });
  await fc.assert(property, { numRuns: CASES, seed: SEED });
  context.diagnostic(`seed ${SEED}; turns ${JSON.stringify(Object.fromEntries([...seen].sort()))}`);
});

const BENT: Record<string, Partial<Rules>> = {
  'keywords come before the state that waits': { order: ['chip', 'keyword', 'waiting', 'default'] },
  'the state that waits comes before a chip': { order: ['waiting', 'chip', 'keyword', 'default'] },
  'there is no default state': { order: ['chip', 'waiting', 'keyword'] },
  'keywords are compared with case': { foldKeyword: (keyword) => keyword.trim() },
  'keywords are compared with white space': { foldKeyword: (keyword) => keyword.toLowerCase() },
  '51 states may be entered': { maxStates: 51 },
  'the last transition wins': { choose: (fired) => fired.at(-1) },
  'conditions are not trimmed': { fires: (rendered) => rendered === 'true' },
  'a condition may be True': { fires: (rendered) => rendered.trim().toLowerCase() === 'true' },
  'a failed operation keeps what was there': { failedData: (earlier) => earlier ?? null },
  'what is missing is not stored': { missing: undefined },
  'params of a chip replace those of the send': { mergeParams: (_old, fresh) => fresh },
  'the chip of an older message is an answer': { isAnswer: () => true },
  'the chip of the waiting state is no answer': { isAnswer: () => false },
  'a turn that stops ends the wait': { stopKeepsWait: false },
  'a session ends a second later': { sessionEnds: (idle, ttl) => idle > ttl },
};

for (const [bent, rules] of Object.entries(BENT)) {
  test(`a model in which ${bent} is detected`, async (context) => {
    const property = fc.asyncProperty(
      play,
      async (played) => (await difference(played, { ...RULES, ...rules })) === null,
    );
    const { failed, numRuns } = await fc.check(property, { numRuns: 20_000, seed: SEED, endOnFailure: true });
    assert.ok(failed, `in none of ${numRuns} plays, with PARLEY_TEST_FUZZ_SEED=${SEED}`);
    context.diagnostic(`after ${numRuns} plays`);
  });
}
