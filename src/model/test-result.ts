/** What running flow tests gives: the result of each, and what of the flow they reached together. */
import Type, { type Static } from 'typebox';
import type { JsonObject, JsonValue } from './json.ts';

const Count = Type.Integer({ minimum: 0 });
const Value = (description: string) => Type.Optional(Type.Unsafe<JsonValue>({ description }));

export const TestFault = Type.Object({
  path: Type.String({ description: 'JSON pointer into the test document.' }),
  message: Type.String(),
  expected: Value('Absent where nothing was expected.'),
  actual: Value('Absent where there was nothing.'),
});
export type TestFault = Static<typeof TestFault>;

const TestFailure = Type.Object(
  {
    step: Type.Integer({ minimum: 1, description: 'The step that failed; those after it were not taken.' }),
    does: Type.String({ description: 'What the step does, in words.' }),
    faults: Type.Array(TestFault, { description: 'What differs from what the step expects.' }),
    happened: Type.Array(Type.String(), { description: 'The trace of the step, in words.' }),
  },
  { description: 'Present if the test failed.' },
);

const TestTurn = Type.Object({
  step: Type.Integer({ minimum: 1, description: 'The step of the test, from 1.' }),
  reply: Type.Union(
    [Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), Type.Null()],
    {
      description: 'The message, if any.',
    },
  ),
  state: Type.Union([Type.String(), Type.Null()], { description: 'The state whose message it is.' }),
  waits: Type.Union([Type.String(), Type.Null()], { description: 'The state whose `input` waits afterwards.' }),
  trace: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
    description: 'What happened, step by step, as in the turns of a conversation.',
  }),
});
export type TestTurn = Static<typeof TestTurn>;

const values = (description: string) =>
  Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true, description });

/** What the steps did, for whoever plays a flow. */
const TestPlay = Type.Object(
  {
    turns: Type.Array(TestTurn, { description: 'Of the last 100 steps at most; time that passes is no turn.' }),
    params: values('Those of the session in the end.'),
    data: values('The results of operations in the end.'),
    input: values('The captured values in the end.'),
  },
  { description: 'Present if `play` was asked for.' },
);
export type TestPlay = Static<typeof TestPlay>;

export const TestResult = Type.Object({
  title: Type.String(),
  passed: Type.Boolean(),
  steps: Type.Integer({ minimum: 0, description: 'Steps taken.' }),
  failure: Type.Optional(TestFailure),
  play: Type.Optional(TestPlay),
});
export type TestResult = Static<typeof TestResult>;

const covered = { covered: Count, of: Count };
export const Coverage = Type.Object(
  {
    states: Type.Object({ ...covered, missing: Type.Array(Type.String(), { description: 'Never entered.' }) }),
    transitions: Type.Object({
      ...covered,
      missing: Type.Array(
        Type.Object({ stateId: Type.String(), index: Count, condition: Type.String(), nextState: Type.String() }),
        { description: 'Never fired.' },
      ),
    }),
    chips: Type.Object({
      ...covered,
      missing: Type.Array(
        Type.Object({
          stateId: Type.String(),
          path: Type.String({ description: 'JSON pointer into the content message.' }),
          text: Type.String({ description: 'The label, as the state has it.' }),
        }),
        { description: 'Never tapped.' },
      ),
    }),
  },
  { description: 'What of the flow the tests reached; of what is missing, the first 200 of each.' },
);
export type Coverage = Static<typeof Coverage>;

/** Of the tests of one agent. */
export const SuiteResult = Type.Object({
  passed: Count,
  failed: Count,
  skipped: Type.Integer({ minimum: 0, description: 'Not run: together the tests take too many steps, or too long.' }),
  steps: Type.Integer({ minimum: 0, description: 'Steps taken by all tests.' }),
  tests: Type.Array(
    Type.Object({
      testId: Type.Optional(Type.String({ description: 'Absent for a test that is not stored.' })),
      ...TestResult.properties,
    }),
  ),
  coverage: Coverage,
});
export type SuiteResult = Static<typeof SuiteResult>;
