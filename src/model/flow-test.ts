/**
 * A flow test: what happens to a flow, step by step, and what it must answer. It is pure JSON, so that the engine's own
 * tests, `parley test`, publishing, replay and exploration all write and run the same documents. See docs/flow-tests.md.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { AgentConfig, STATE_ID_PATTERN, StateId } from './agent.ts';
import { Location, SuggestionResponse, UserFile } from './event.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { PhoneNumber } from './phone-number.ts';
import { MAX_PARAMS } from './send-request.ts';
import { exactlyOneOf } from './templated.ts';

/** Enough for every path of a conversation that a person would still read. */
const MAX_STEPS = 1000;
const MAX_CONNECTOR_LINES = 1000;

/** The time of the first step, if a test gives none. */
export const TEST_NOW = '2026-01-02T03:04:05Z';
/** The user's, if a test gives none. Nobody has it: 555-0100 to 555-0199 are reserved for fiction. */
export const TEST_PHONE_NUMBER = '+12025550100';

const closed = { additionalProperties: false };
const Values = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description });
const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Message = (description: string) => Type.Unsafe<JsonObject>({ type: 'object', description });

/** Where a conversation stands; `expect` and `begin` use the same words. */
const session = {
  waits: Type.Optional(orNull(StateId, 'The state whose `input` waits for the next message; null if none does.')),
  params: Type.Optional(Values('All params of the session.')),
  data: Type.Optional(Values('All results of operations in the session.')),
  input: Type.Optional(Values('All captured values of the session.')),
};

const Begin = Type.Object(
  {
    ...session,
    state: Type.Optional(StateId),
    reply: Type.Optional(Message('The message that was sent last, by `state`: its chips can be tapped.')),
  },
  {
    ...closed,
    description: 'The session before the first step, for a conversation that is under way; fresh if absent.',
  },
);

const Config = Type.Object(
  {
    defaultState: AgentConfig.properties.defaultState,
    keywords: AgentConfig.properties.keywords,
    sessionTtl: AgentConfig.properties.sessionTtl,
  },
  { ...closed, description: "Settings of the agent; the first two replace the flow document's." },
);

const Failure = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'As in `data.<contextKey>_error.code`: `timeout`.',
    }),
    message: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  closed,
);

const ConnectorLine = Type.Object(
  {
    connectorId: Type.String({ minLength: 1, maxLength: 100 }),
    operation: Type.String({ minLength: 1, maxLength: 100 }),
    when: Type.Optional(Values("Part of the operation's rendered `data`; any if absent.")),
    returns: Type.Optional(Type.Unsafe<JsonValue>({ description: 'The result, any JSON.' })),
    fails: Type.Optional(Failure),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Answers at most; always if absent.' }),
    ),
  },
  exactlyOneOf('returns', 'fails'),
);
export type ConnectorLine = Static<typeof ConnectorLine>;

const Like = Type.Object(
  {
    reply: Type.Optional(Message('Part of the message.')),
    params: Type.Optional(Values('Part of the params.')),
    data: Type.Optional(Values('Part of the data.')),
    input: Type.Optional(Values('Part of the input.')),
  },
  {
    ...closed,
    description: 'By part: of an object the fields given here, of a list the elements given here, in this order.',
  },
);

const part = (description: string, properties: Record<string, object> = {}) =>
  Type.Unsafe<JsonObject>({ type: 'object', description, properties });

const Expect = Type.Object(
  {
    reply: Type.Optional(orNull(Message('A content message.'), 'The whole message as sent; null: none is sent.')),
    like: Type.Optional(Like),
    state: Type.Optional(orNull(StateId, 'The state whose message it is; null: none is sent.')),
    response: Type.Optional(
      orNull(Type.String(), '`X-Service-Response`: the answering state, or the keyword that led to it.'),
    ),
    ...session,
    stopped: Type.Optional(
      orNull(
        part('By part: `reason`, `detail`, `stateId`.'),
        'Why the turn ended before a message. A turn that stops although a step does not expect it fails the test.',
      ),
    ),
    asked: Type.Optional(
      Type.Array(part('`connectorId`, `operation`, `contextKey`, `data`: those given here, each of them whole.'), {
        description: 'All operations that the step called, in order.',
      }),
    ),
    trace: Type.Optional(
      Type.Array(part('A step of the trace, by part.'), { description: 'All steps of the trace, in order.' }),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type Expect = Static<typeof Expect>;

const ACTIONS = {
  send: Type.Optional(
    Type.Object(
      {
        stateId: StateId,
        params: Type.Optional(Type.Unsafe<JsonObject>({ type: 'object', maxProperties: MAX_PARAMS })),
      },
      { ...closed, description: 'A client sends a state.' },
    ),
  ),
  writes: Type.Optional(Type.String({ maxLength: 262_144, description: 'The user writes a text.' })),
  taps: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 100 }),
        Type.Object(
          {
            text: SuggestionResponse.properties.text,
            postbackData: SuggestionResponse.properties.postbackData,
            type: Type.Optional(SuggestionResponse.properties.type),
          },
          closed,
        ),
      ],
      {
        description:
          'The user taps a chip: by its label, if a message offers it, or as the phone reports it, offered or not.',
      },
    ),
  ),
  shares: Type.Optional(Location),
  files: Type.Optional(UserFile),
  waits: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,7}s|[1-9][0-9]{0,3}[mhd])$',
      description: 'Nothing happens for so long: up to 99999999s, 9999m, 9999h or 9999d.',
      examples: ['25h'],
    }),
  ),
};
export const TEST_ACTIONS = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

const Step = Type.Object(
  { ...ACTIONS, expect: Type.Optional(Expect) },
  { ...exactlyOneOf(...TEST_ACTIONS), description: 'What happens, and what must then be true.' },
);
export type TestStep = Static<typeof Step>;

export const FlowTest = Type.Object(
  {
    $schema: Type.Optional(Type.String({ maxLength: 2048, description: 'For editors; it has no effect.' })),
    format: Type.Literal(1),
    title: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'What the flow does, as a sentence.',
    }),
    now: Type.Optional(
      Type.String({ format: 'date-time', description: `The time of the first step; \`${TEST_NOW}\` if absent.` }),
    ),
    phoneNumber: Type.Optional(PhoneNumber),
    config: Type.Optional(Config),
    begin: Type.Optional(Begin),
    connectors: Type.Optional(
      Type.Array(ConnectorLine, {
        maxItems: MAX_CONNECTOR_LINES,
        description: 'What connectors answer. The first line that fits and has answers left gives the answer.',
      }),
    ),
    steps: Type.Array(Step, { minItems: 1, maxItems: MAX_STEPS }),
  },
  { ...closed, description: 'A flow test.' },
);
export type FlowTest = Static<typeof FlowTest>;

/** The id of a stored test has the form of a stateId. */
export const TestId = Type.String({
  pattern: STATE_ID_PATTERN,
  description: 'Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.',
});

/** Of an agent, and of one run. */
export const MAX_TESTS = 1000;
/** As JSON, of all tests of an agent: a thread holds them with the flow. */
export const MAX_TESTS_BYTES = 16 * 1024 * 1024;

export const FlowTestSummary = Type.Object({
  testId: TestId,
  title: Type.String(),
  steps: Type.Integer({ minimum: 1, description: 'The number of its steps.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});
export type FlowTestSummary = Static<typeof FlowTestSummary>;
