/** From a conversation that shows a trouble to the shortest one found that shows it: fewer steps, plainer values. */
import type { TestStep } from '../../model/flow-test.ts';
import type { OperationOutcome } from '../decision.ts';
import { type Answers, type Course, converse, type Grounds } from './conversation.ts';
import { PLAIN_FAILURE, plainAnswer } from './world.ts';

/** Conversations tried for one trouble. */
const MAX_TRIES = 200;
const PLAIN_TEXTS = ['x', '12345'];

type Shown = { steps: TestStep[]; answers: Answers; course: Course };

/** @returns null when the conversation does not show it: then it cannot be repeated */
export async function shrink(
  grounds: Grounds,
  seed: string,
  steps: TestStep[],
  key: string,
): Promise<{ course: Course; tries: number } | null> {
  let tries = 0;
  const shows = async (candidate: TestStep[], answers: Answers): Promise<Shown | null> => {
    tries += 1;
    const course = await converse(grounds, seed, (_talk, index) => candidate[index], answers);
    const at = [...course.troubles].find(([, trouble]) => trouble.key === key)?.[0];
    if (at === undefined) return null;
    const shown = candidate.slice(0, at + 1);
    // What came after has had its calls, which the test does not need.
    return at + 1 < course.steps.length ? shows(shown, answers) : { steps: shown, answers, course };
  };
  let best = await shows(steps, new Map());
  if (!best) return null;
  for (const change of CHANGES) {
    for (let found: Shown | null = best; found && tries < MAX_TRIES; ) {
      best = found;
      found = null;
      for (const [candidate, answers] of change(best, grounds)) {
        found = await shows(candidate, answers);
        if (found || tries >= MAX_TRIES) break;
      }
    }
  }
  return { course: best.course, tries };
}

type Change = (shown: Shown, grounds: Grounds) => Iterable<[TestStep[], Answers]>;

/** Each is tried until none of its candidates shows the trouble any more. A candidate is smaller by some measure. */
const CHANGES: Change[] = [
  ...[withConstantAnswers, withoutMany, fromOpening, withoutOne],
  ...[withPlainAnswers, withPlainValues, withoutOne],
];

/** Without the first half, the first quarter and so on. */
function* withoutMany({ steps, answers }: Shown): Iterable<[TestStep[], Answers]> {
  for (let length = steps.length >> 1; length > 1; length >>= 1) {
    for (let from = 0; from + length < steps.length; from += length) {
      yield [[...steps.slice(0, from), ...steps.slice(from + length)], answers];
    }
  }
}

function* withoutOne({ steps, answers }: Shown): Iterable<[TestStep[], Answers]> {
  for (let at = 0; at < steps.length - 1; at++) {
    yield [steps.toSpliced(at, 1), answers];
    const { send } = steps[at]!;
    const next = steps[at + 1]!.send;
    // The later send may bring what the earlier one brought.
    if (!send?.params || !next) continue;
    yield [steps.toSpliced(at, 2, { send: { ...next, params: { ...send.params, ...next.params } } }), answers];
  }
}

/** All up to a step replaced by one send or keyword. */
function* fromOpening({ steps, answers }: Shown, { hints }: Grounds): Iterable<[TestStep[], Answers]> {
  const openings: TestStep[] = [
    ...hints.entries.slice(0, 10).map((stateId): TestStep => ({ send: { stateId } })),
    ...hints.keywords.slice(0, 10).map((keyword): TestStep => ({ writes: keyword })),
  ];
  for (let from = steps.length - 1; from > 1; from--) {
    for (const opening of openings) yield [[opening, ...steps.slice(from)], answers];
  }
}

function* withPlainValues({ steps, answers }: Shown): Iterable<[TestStep[], Answers]> {
  for (const [at, step] of steps.entries()) {
    for (const plainer of plainerSteps(step)) yield [steps.with(at, plainer), answers];
  }
}

function plainerSteps({ send, writes }: TestStep): TestStep[] {
  if (writes !== undefined) {
    const rank = PLAIN_TEXTS.indexOf(writes);
    return PLAIN_TEXTS.slice(0, rank === -1 ? undefined : rank).map((text) => ({ writes: text }));
  }
  const names = Object.keys(send?.params ?? {});
  return names.map((name) => {
    const { [name]: _gone, ...params } = send!.params!;
    return { send: { stateId: send!.stateId, ...(names.length > 1 && { params }) } };
  });
}

/** What each operation answered last, always: then it no longer matters how often it is called. */
function* withConstantAnswers({ steps, answers, course }: Shown): Iterable<[TestStep[], Answers]> {
  const constant = new Map(course.calls.map(({ operation, outcome }) => [operation.contextKey, outcome]));
  if ([...constant.keys()].some((contextKey) => !answers.has(contextKey))) yield [steps, constant];
}

function* withPlainAnswers({ steps, answers, course }: Shown, { hints }: Grounds): Iterable<[TestStep[], Answers]> {
  const operations = new Map(course.calls.map((call) => [call.operation.contextKey, call]));
  for (const [contextKey, { operation, outcome }] of operations) {
    for (const plainer of [plainAnswer(hints, operation), PLAIN_FAILURE]) {
      if (answers.has(contextKey) && JSON.stringify(outcome) === JSON.stringify(plainer)) break;
      yield [steps, new Map<string, OperationOutcome>([...answers, [contextKey, plainer]])];
    }
  }
}
