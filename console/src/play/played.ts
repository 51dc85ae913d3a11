/** A conversation that is played with a draft: a flow test that grows by a step at a time. Pure. */
import type { FlowTest, TestStep } from '@model/flow-test.ts';
import type { JsonObject } from '@model/json.ts';
import type { TraceStep } from '@model/trace.ts';
import type { Schemas } from '#client';
import { AGENT_NODE, type FlowEdge, type FlowGraph, type FlowState } from '../flow/graph.ts';
import { sampleValues } from '../flow/sample-values.ts';
import type { Bubble, Said } from '../rcs/handset.tsx';

export type Result = Schemas['SuiteResult']['tests'][number];
type Turn = NonNullable<Result['play']>['turns'][number];
export type Unanswered = Extract<TraceStep, { step: 'operation' }>;

const traceOf = ({ trace }: Turn) => trace as unknown as TraceStep[];

/** What a user of the phone does, as a step. */
export function stepOf(said: Said): TestStep {
  if ('text' in said) return { writes: said.text };
  if ('suggestion' in said) return { taps: said.suggestion };
  if ('location' in said) {
    const { latitude, longitude } = said.location;
    return { shares: { latitude: String(latitude), longitude: String(longitude) } };
  }
  return { files: { payload: said.file } };
}

export function bubblesOf(steps: readonly TestStep[], turns: readonly Turn[], at: string): Bubble[] {
  return steps.flatMap((step, index): Bubble[] => {
    const reply = turns.find((turn) => turn.step === index + 1)?.reply;
    const content = contentOf(step);
    return [
      ...(content ? [{ id: `${index} in`, from: 'user' as const, content, at }] : []),
      ...(reply ? [{ id: `${index} out`, from: 'agent' as const, content: reply, at }] : []),
    ];
  });
}

function contentOf({ writes, taps, shares, files }: TestStep): object | null {
  if (taps !== undefined) return { suggestionResponse: taps };
  if (shares) return { location: shares };
  if (files) return { userFile: files };
  return writes === undefined ? null : { text: writes };
}

/** The edges that the last turn took. */
export function wayTaken({ edges }: FlowGraph, turns: readonly Turn[]): FlowEdge[] {
  const entered = turns.flatMap((turn, index) =>
    traceOf(turn).flatMap((step) => (step.step === 'enter' ? [{ ...step, isLast: index === turns.length - 1 }] : [])),
  );
  return entered.flatMap(({ stateId, because, isLast }, index) => {
    const isOfAgent = because === 'keyword' || because === 'default';
    const source = isOfAgent ? AGENT_NODE : entered[index - 1]?.stateId;
    const isTaken = (edge: FlowEdge) => edge.source === source && edge.target === stateId && edge.kind === because;
    return isLast ? edges.filter(isTaken) : [];
  });
}

/** The operation that nothing answers, if the conversation waits for that. */
export function unanswered(turns: readonly Turn[]): Unanswered | undefined {
  const last = turns.at(-1);
  return (
    last &&
    (traceOf(last).find((step) => step.step === 'operation' && step.error?.code === 'unanswered') as
      | Unanswered
      | undefined)
  );
}

/** The params that a flow reads, each with a value made up from its name. */
export function paramsRead(states: readonly FlowState[]): Record<string, unknown> {
  return Object(sampleValues(states)['params']) as Record<string, unknown>;
}

/** The test that expects what happened. */
export function testOf(test: FlowTest, turns: readonly Turn[], title: string): FlowTest {
  const steps = test.steps.map((step, index): TestStep => {
    const turn = turns.find((each) => each.step === index + 1);
    return turn
      ? { ...step, expect: { reply: turn.reply as JsonObject | null, state: turn.state, waits: turn.waits } }
      : step;
  });
  return { ...test, title, steps };
}
