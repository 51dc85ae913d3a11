/** Plays a conversation of an exploration: steps as they are chosen, and connectors that answer by the seed. */
import type { Flow } from '../../model/flow.ts';
import type { ConnectorLine, TestStep } from '../../model/flow-test.ts';
import type { OperationOutcome, RenderedOperation } from '../decision.ts';
import { MAX_VALUES_BYTES } from '../room.ts';
import type { Render } from '../sandbox.ts';
import { originOf } from '../scenario/chips.ts';
import type { TestConnectors } from '../scenario/connectors.ts';
import { beginTalk, play, type Talk } from '../scenario/run.ts';
import type { Hints } from './hints.ts';
import { type Trouble, troubleOf } from './judge.ts';
import { answerOf } from './world.ts';

/** What stays the same throughout an exploration. */
export type Grounds = { render: Render; flow: Flow; hints: Hints; answersAll: boolean };

/** By contextKey: what an operation always answers. */
export type Answers = ReadonlyMap<string, OperationOutcome>;

export type Course = {
  steps: TestStep[];
  /** What the connectors answered, in order. */
  calls: { operation: RenderedOperation; outcome: OperationOutcome }[];
  /** By the index of the step. */
  troubles: Map<number, Trouble>;
  visits: Set<string>;
};

/**
 * `next` gives the step to take, and null at the end. A tap on a chip that no message offers ends the conversation, as
 * does `isOver`. `answers` replace those of the seed.
 */
export async function converse(
  { render, flow, hints, answersAll }: Grounds,
  seed: string,
  next: (talk: Talk, index: number, troubles: number) => TestStep | null | undefined,
  answers: Answers = new Map(),
): Promise<Course> {
  const calls: Course['calls'] = [];
  const counts = new Map<string, number>();
  const connectors: TestConnectors = {
    answer(operation) {
      const nth = counts.get(operation.contextKey) ?? 0;
      counts.set(operation.contextKey, nth + 1);
      const room = () => roomFor(operation.contextKey, talk.session);
      const outcome = answers.get(operation.contextKey) ?? answerOf(hints, { seed, nth, room }, operation);
      calls.push({ operation, outcome });
      return outcome;
    },
    takeMissing: () => null,
  };
  const talk: Talk = beginTalk(render, flow, {}, connectors);
  const course: Course = { steps: [], calls, troubles: new Map(), visits: talk.visits };
  for (let step = next(talk, 0, 0); step; step = next(talk, course.steps.length, course.troubles.size)) {
    const { sent } = talk;
    if (typeof step.taps === 'object' && !originOf(step.taps, sent)) break;
    const played = await play(talk, step, '');
    if ('faults' in played) break;
    const trouble = 'trace' in played ? troubleOf(step, played, sent, answersAll) : null;
    if (trouble) course.troubles.set(course.steps.length, trouble);
    course.steps.push(step);
  }
  return course;
}

/** Bytes that a result may have: it replaces the one before it. */
function roomFor(contextKey: string, { params, data, input }: Talk['session']): number {
  const { [contextKey]: _replaced, ...others } = data;
  const used = [params, others, input].map((values) => Buffer.byteLength(JSON.stringify(values)));
  return MAX_VALUES_BYTES - used.reduce((sum, bytes) => sum + bytes) - contextKey.length - 4;
}

/** The answers as the lines of a test: one line where a connector's operation always answers the same. */
export function linesOf(calls: Course['calls']): ConnectorLine[] {
  const lines: ConnectorLine[] = [];
  const nameOf = ({ connectorId, operation }: { connectorId: string; operation: string }) =>
    `${connectorId} ${operation}`;
  for (const [, ofOperation] of Map.groupBy(calls, ({ operation }) => nameOf(operation))) {
    const all = ofOperation.map(({ operation: { connectorId, operation }, outcome }): ConnectorLine => {
      const answer = outcome.ok ? { returns: outcome.result } : { fails: outcome.error };
      return { connectorId, operation, ...answer };
    });
    const isOne = new Set(all.map((line) => JSON.stringify(line))).size === 1;
    lines.push(...(isOne ? all.slice(0, 1) : all.map((line) => ({ ...line, times: 1 }))));
  }
  return lines;
}
