/** Random flows and random events in them, and the conversion of a model flow to states of the service. */
import fc from 'fast-check';
import type { AgentConfig } from '../../src/model/agent.ts';
import type { StateBody } from '../../src/model/state.ts';
import type { Answer, Condition, Connector, Flow, FlowState, Json, Operation, Said, Text, Values } from './model.ts';

/** A step of a run. `chip`: taps the nth chip of the last message, if there is one. */
export type Step = {
  afterSeconds: number;
  removes: string | null;
  does: { send: string; params: Values } | { said: Said } | { chip: number };
  /** In turn; `echo` is the beginning of the request. */
  answers: (Answer | 'echo')[];
};
export type Play = { flow: Flow; steps: Step[] };

const STATES = ['s0', 's1', 's2', 's3', 's4'];
const NAMES = ['a', 'b'];
const stateId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...STATES) },
  { weight: 1, arbitrary: fc.constant('gone') },
);
const name = fc.constantFrom(...NAMES);

const word = fc.constantFrom(
  ...['x', 'y', 'true', ' true\n', 'True', '', ' ', '.', '..', 's1', 'a/b?c=d&e', 'ü💥', 'help', ' HELP '],
  ...['{{ params.a }}', '{% if', '\'"\\', 'a'.repeat(26), 'b'.repeat(1600)],
);
const primitive = fc.oneof(word, fc.constantFrom(null, true, false, 0, 1, -1.5));
const value = fc.oneof(
  { weight: 4, arbitrary: primitive },
  { weight: 1, arbitrary: fc.dictionary(name, primitive, { maxKeys: 2, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.array(primitive, { maxLength: 2 }) },
) as fc.Arbitrary<Json>;
const values = fc.dictionary(name, value, { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<Values>;

const path = fc.oneof(
  fc.tuple(fc.constantFrom('params', 'data', 'input'), name),
  fc.tuple(fc.constantFrom('params', 'data', 'input'), name, name),
  fc.tuple(fc.constant('data'), fc.constantFrom('a_error', 'b_error'), fc.constant('code')),
  fc.constantFrom(
    ['message', 'text'],
    ['message', 'suggestion', 'postbackData'],
    ['message', 'location', 'latitude'],
    ['message', 'file', 'fileName'],
    ['user', 'phoneNumber'],
    ['nothing'],
  ),
) as fc.Arbitrary<string[]>;

/** Literal pieces never end where a value's braces would start another meaning. */
const literal = fc.constantFrom('x', 'true', 'True', ' true', ' ', '.', '/', 'Hello, ', 'ü💥', '}} ', '"');
const pieces = fc.array(fc.oneof(literal, path), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<Text>;
const plain = fc.constantFrom<Text>(['Hello'], ['Which size?']);
/** A text in a condition has no escapes. */
const compared = fc.constantFrom(null, true, false, 0, 1, 'x', 'y', '', 'true', 'timeout', 's1');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>({ is: 'always' }),
  fc.record({ is: fc.constantFrom('equal', 'unequal'), path, to: compared }) as fc.Arbitrary<Condition>,
  fc.record({ is: fc.constant('held' as const), path }),
  fc.record({ is: fc.constant('text' as const), text: pieces }),
);

const postback: fc.Arbitrary<Text> = fc
  .oneof(
    fc.tuple(stateId),
    fc.tuple(fc.record({ nextState: stateId, params: values }).map((json) => JSON.stringify(json))),
    fc.tuple(stateId, path).map(([id, read]) => [` {"nextState": "${id}", "params": {"a": "`, read, '"} }']),
    fc.constantFrom<Text>(
      ['a word'],
      ['{"nextState": "s0"}'],
      ['{"nextState": "s0", "params": 5}'],
      ['{"nextState": 5}'],
      ['{"nextState"'],
      [['params', 'a']],
    ),
  )
  .map((text) => text.map((piece) => (typeof piece === 'string' ? withoutLiquid(piece) : piece)));

function withoutLiquid(text: string): string {
  return text.replace(/\{(?=[{%])/g, '{ ');
}

const message = fc.record({
  text: fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: pieces }),
  chips: fc.array(
    fc.record({ label: fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: pieces }), postback }),
    { maxLength: 2 },
  ),
});
const operation: fc.Arbitrary<Operation> = fc.record({
  contextKey: name,
  data: fc.dictionary(name, pieces, { maxKeys: 1, noNullPrototype: true }),
  url: fc.array(path, { maxLength: 2 }).map((paths): Text => ['https://shop.test/', ...paths]),
});
const SAID_KEYS = [
  ['text'],
  ['message', 'text'],
  ['suggestionResponse', 'postbackData'],
  ['message', 'suggestion', 'text'],
  ['location'],
  ['location', 'latitude'],
  ['message', 'file', 'fileUri'],
  ['userFile', 'payload', 'fileSizeBytes'],
  ['text', 'nothing'],
];
const input = fc.record({
  nextState: stateId,
  assignments: fc.array(fc.record({ keys: fc.constantFrom(...SAID_KEYS), to: name }), { maxLength: 3 }),
});
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, ofTen: number) =>
  fc.oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: fc.constant(null) });
const state: fc.Arbitrary<FlowState> = fc.record({
  operations: fc.array(operation, { maxLength: 2 }),
  transitions: fc.array(fc.record({ condition, nextState: stateId }), { maxLength: 2 }),
  message: maybe(message, 8),
  input: maybe(input, 5),
});
const flow: fc.Arbitrary<Flow> = fc.record({
  states: fc
    .tuple(...STATES.map(() => state))
    .map((states) => Object.fromEntries(states.map((made, index) => [STATES[index]!, made]))),
  keywords: fc.array(fc.record({ keyword: fc.constantFrom('help', ' Help', 'Ü', 'x', 'a word'), stateId }), {
    maxLength: 2,
  }),
  defaultState: maybe(stateId, 5),
  sessionTtlSeconds: maybe(fc.constantFrom(60, 3600), 5),
});

const said: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ text: fc.oneof(word, fc.constantFrom('Help', 'HELP\n', 'ü', 'help me')) }),
  fc
    .record({
      text: fc.constantFrom('Small', 'help', ''),
      postbackData: fc.oneof(
        stateId,
        postback.map(([piece]) => `${piece}`),
      ),
    })
    .map((tap) => ({ suggestionResponse: { ...tap, type: 'REPLY' as const } })),
  fc.constant({ location: { latitude: '52.5', longitude: '13.4' } }),
  fc.constant({
    userFile: {
      payload: { mimeType: 'image/png', fileSizeBytes: 7, fileName: 'a.png', fileUri: 'https://files.test/a.png' },
    },
  }),
);
const answer: fc.Arbitrary<Step['answers'][number]> = fc.oneof(
  value.map((result) => ({ result })),
  fc.constantFrom<Step['answers'][number]>('echo', { error: { code: 'timeout', message: 'no answer' } }),
);
const step: fc.Arbitrary<Step> = fc.record({
  afterSeconds: fc.constantFrom(0, 1, 1, 1, 59, 60, 3599, 3600, 86_399, 86_400),
  removes: fc.oneof({ weight: 1, arbitrary: stateId }, { weight: 20, arbitrary: fc.constant(null) }),
  does: fc.oneof(
    fc.record({ send: stateId, params: values }),
    fc.record({ said }),
    fc.record({ said }),
    fc.record({ chip: fc.nat(1) }),
  ),
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
});
export const play: fc.Arbitrary<Play> = fc.record({ flow, steps: fc.array(step, { minLength: 1, maxLength: 8 }) });

export function connectorOf({ answers }: Step): Connector {
  return (ask, data) => {
    const answer = answers[ask % answers.length]!;
    if (answer !== 'echo') return answer;
    // Limited, or a loop of echoes would double without end.
    const beginning = (text: Json) => [...`${text}`].slice(0, 20).join('');
    return { result: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, beginning(text)])) };
  };
}

export function bodyOf({ operations, transitions, message: said, input: awaited }: FlowState): StateBody {
  return {
    operations: operations.map(({ contextKey, data, url }) => ({
      connectorId: 'http',
      authenticationId: 'none',
      operation: 'request',
      contextKey,
      data: { ...Object.fromEntries(Object.entries(data).map(([key, text]) => [key, liquid(text)])), url: liquid(url) },
    })),
    transitions: transitions.map(({ condition: when, nextState }) => ({ condition: conditionOf(when), nextState })),
    ...(said && {
      template: {
        contentMessage: {
          text: liquid(said.text),
          suggestions: said.chips.map(({ label, postback: back }) => ({
            reply: { text: liquid(label), postbackData: liquid(back) },
          })),
        },
      },
    }),
    ...(awaited && {
      input: {
        nextState: awaited.nextState,
        // Both ways to write a path, in turn.
        assignments: awaited.assignments.map(({ keys, to }, index) => ({
          from: index % 2 === 0 ? keys.join('.') : `$.${keys.join('.')}`,
          to,
        })),
      },
    }),
  };
}

function conditionOf(when: Condition): string {
  if (when.is === 'always') return 'true';
  if (when.is === 'text') return liquid(when.text);
  const read = when.path.join('.');
  const asked = when.is === 'held' ? read : `${read} ${when.is === 'equal' ? '==' : '!='} ${inCondition(when.to)}`;
  return `{% if ${asked} %}true{% endif %}`;
}

function inCondition(to: null | boolean | number | string): string {
  if (to === null) return 'nil';
  return typeof to === 'string' ? `'${to}'` : `${to}`;
}

function liquid(text: Text): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : `{{ ${piece.join('.')} }}`)).join('');
}

export function configOf({ keywords, defaultState, sessionTtlSeconds }: Flow): AgentConfig {
  return {
    keywords,
    ...(defaultState !== null && { defaultState }),
    ...(sessionTtlSeconds !== null && { sessionTtl: `${sessionTtlSeconds}s` }),
  };
}
