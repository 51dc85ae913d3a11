/**
 * The exploration: random users talk to a flow, and what goes wrong is told by the shortest conversation that shows it,
 * as a flow test. The same flow and the same seed give the same result. Templates run in the sandbox.
 */
import type { Discovery } from '../../model/exploration.ts';
import type { Flow } from '../../model/flow.ts';
import type { FlowTest, TestStep } from '../../model/flow-test.ts';
import type { Sandbox } from '../sandbox.ts';
import { tapped } from '../scenario/chips.ts';
import { beginTalk, play } from '../scenario/run.ts';
import { type Course, converse, type Grounds, linesOf } from './conversation.ts';
import { hintsOf } from './hints.ts';
import type { Trouble } from './judge.ts';
import { createRandom } from './random.ts';
import { shrink } from './shrink.ts';
import { firstStep, nextStep } from './user.ts';

/** Enough to come through most flows; a longer one is another conversation. */
const MAX_STEPS = 20;
/** After more of them a conversation tells nothing new. */
const MAX_TROUBLES = 2;
/** Different ones of an exploration: an author mends them and explores again. */
const MAX_DISCOVERIES = 100;

export type Explorer = {
  /**
   * The conversations from this number up to that. Each depends on the seed and its number alone; a discovery that is
   * known (by `key`) already is not told again.
   */
  explore(from: number, to: number, known: ReadonlySet<string>): Promise<Explored>;
};
type Explored = { discoveries: Discovery[]; steps: number; visits: Set<string> };

/** `statesAlone`: the document has no keywords and no default state although the agent may have some. */
export async function createExplorer(
  sandbox: Pick<Sandbox, 'renderFor' | 'variablesOf'>,
  accountId: string,
  flow: Flow,
  { seed, statesAlone }: { seed: number; statesAlone: boolean },
): Promise<Explorer> {
  const hints = await hintsOf(sandbox, accountId, flow);
  const grounds: Grounds = { render: sandbox.renderFor(accountId), flow, hints, answersAll: !statesAlone };
  return {
    async explore(from, to, known) {
      const keys = new Set(known);
      const explored: Explored = { discoveries: [], steps: 0, visits: new Set() };
      for (let number = from; number < to && keys.size < MAX_DISCOVERIES; number++) {
        const course = await talkOnce(grounds, `${seed} ${number}`);
        explored.steps += course.steps.length;
        for (const visit of course.visits) explored.visits.add(visit);
        for (const [at, trouble] of course.troubles) {
          if (keys.has(trouble.key)) continue;
          keys.add(trouble.key);
          const discovery = await discover(grounds, `${seed} ${number}`, course.steps.slice(0, at + 1), trouble);
          if (discovery) explored.discoveries.push(discovery);
        }
      }
      return explored;
    },
  };
}

function talkOnce(grounds: Grounds, seed: string): Promise<Course> {
  const random = createRandom(seed);
  const length = 1 + random.below(MAX_STEPS);
  return converse(grounds, seed, ({ session, sent }, index, troubles) => {
    const situation = { flow: grounds.flow, hints: grounds.hints, session, sent };
    if (index === length || troubles === MAX_TROUBLES) return null;
    return index === 0 ? firstStep(situation, random) : nextStep(situation, random);
  });
}

async function discover(
  grounds: Grounds,
  seed: string,
  steps: TestStep[],
  trouble: Trouble,
): Promise<Discovery | null> {
  const found = await shrink(grounds, seed, steps, trouble.key);
  if (!found) return null;
  const { course } = found;
  // As it is told by the conversation that is shown.
  const { code, key, stateId, message, expect } = course.troubles.get(course.steps.length - 1)!;
  const test: FlowTest = {
    format: 1,
    title: titleOf(code, message),
    ...(course.calls.length > 0 && { connectors: linesOf(course.calls) }),
    steps: await written(grounds, course, expect),
  };
  return { code, key, ...(stateId !== null && { stateId }), message, test };
}

/** Characters of a title. */
const MAX_TITLE = 200;

function titleOf(code: string, message: string): string {
  const title = `${code}: ${message}`.replace(/\s+/g, ' ');
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…`.toWellFormed() : title;
}

/**
 * With labels where they say which chip is meant, and what the last step must do once the flow is mended. A stop on the
 * way is another trouble, which this test takes as it is: unexpected, it would end the test there.
 */
async function written(grounds: Grounds, { steps, calls }: Course, expect: TestStep['expect']): Promise<TestStep[]> {
  const answers = calls.map(({ outcome }) => outcome);
  const connectors = { answer: () => answers.shift()!, takeMissing: () => null };
  const talk = beginTalk(grounds.render, grounds.flow, {}, connectors);
  const labelled: TestStep[] = [];
  for (const step of steps) {
    const labelledStep = typeof step.taps === 'object' ? { taps: labelOf(step.taps, talk.sent) } : step;
    const played = await play(talk, step, '');
    const reason = 'stopped' in played && labelled.length < steps.length - 1 && played.stopped?.reason;
    labelled.push(reason ? { ...labelledStep, expect: { stopped: { reason } } } : labelledStep);
  }
  return expect ? labelled.with(-1, { ...labelled.at(-1)!, expect }) : labelled;
}

function labelOf(taps: Exclude<TestStep['taps'], string | undefined>, sent: Parameters<typeof tapped>[1]) {
  const { text, postbackData } = taps;
  const isLabel = text.length > 0 && text.length <= 100;
  const meant = isLabel ? tapped(text, sent) : null;
  return meant && 'content' in meant && meant.content.postbackData === postbackData ? text : taps;
}
