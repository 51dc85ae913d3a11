/** What connectors answer in an exploration: what the flow reads, failures, and things that no author thinks of. */
import type { JsonValue } from '../../model/json.ts';
import type { OperationOutcome, RenderedOperation } from '../decision.ts';
import { fittingAnswer } from './fitting.ts';
import type { Hints, Shape } from './hints.ts';
import { createRandom, type Random } from './random.ts';

/** Characters: more than a label takes, less than a title. */
const LONG_TEXT = 'A rather long answer, such as nobody thinks of when a label is written. '.repeat(3).slice(0, 160);
/** Bytes of the largest response that a connector takes. */
const MAX_RESULT_BYTES = 250 * 1024;
/** Bytes that a response leaves free where it could fill the session: too few for the params of a chip. */
const SPARED_BYTES = 4;
/** Share of the conversations in which answers are as large as they can be, and how many of each operation are. */
const BULKY = 0.05;
const MAX_BULKY = 2;
/** Share of the conversations in which an operation always answers the same. */
const STEADY = 0.5;

const ODD: JsonValue[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  true,
  false,
  [],
  {},
  LONG_TEXT,
  '"quoted" & <b>bold</b>',
  '💥',
  'x\ny',
];
/** Of lists. */
const LENGTHS = [0, 1, 12, 40];
const FAILURES = ['timeout', 'unreachable', 'not_json'];

type Answer = (operation: RenderedOperation, hints: Hints, random: Random) => OperationOutcome;

const good: Answer = (operation, hints, random) =>
  fitting(operation, random) ??
  returns(
    operation,
    resultOf(shapeOf(operation, hints), ({ values, isList }) => {
      if (isList) return listOf(hints, 1 + random.below(3));
      return random.pick(values.length > 0 ? values : ['x', 1]);
    }),
  );

/** How connectors answer, each so many times of a hundred. */
const ANSWERS: readonly [share: number, answer: Answer][] = [
  [50, good],
  [
    15,
    (_operation, _hints, random) => {
      const code = random.pick(FAILURES);
      return { ok: false, error: { code, message: `fails with ${code}` } };
    },
  ],
  [10, (operation, hints, random) => returns(operation, null, random.pick(statusesOf(operation, hints)))],
  [
    18,
    (operation, hints, random) =>
      returns(
        operation,
        resultOf(shapeOf(operation, hints), ({ values, isList }) => {
          const list = listOf(hints, random.pick(LENGTHS));
          return isList && random.chance(0.7) ? list : random.pick([...ODD, ...values, list]);
        }),
      ),
  ],
  [7, (operation, _hints, random) => returns(operation, random.pick([{}, [], 'OK', null]))],
];

/** Where the operation says what fits. */
function fitting({ answerSchema }: RenderedOperation, random: Random): OperationOutcome | null {
  return answerSchema ? { ok: true, result: fittingAnswer(answerSchema, random) } : null;
}

/** With a part that the flow does not read. `room`: bytes left in the session. */
function bulky(operation: RenderedOperation, hints: Hints, room: number): OperationOutcome {
  const value = plainResult(operation, hints);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
  const filled = (rest: string) => returns(operation, { ...fields, rest });
  const around = Buffer.byteLength(JSON.stringify(filled(''))) - JSON.stringify({ ok: true, result: '' }).length + 2;
  return filled('x'.repeat(Math.max(0, Math.min(MAX_RESULT_BYTES, room - SPARED_BYTES) - around)));
}

/** The nth answer of an operation in a conversation. `room`: bytes left in the session. */
export function answerOf(
  hints: Hints,
  { seed, nth, room }: { seed: string; nth: number; room: () => number },
  operation: RenderedOperation,
): OperationOutcome {
  if (nth < MAX_BULKY && createRandom(seed, 'bulky').chance(BULKY)) return bulky(operation, hints, room());
  // What is down stays down in many conversations, and what is busy stays busy.
  const isSteady = createRandom(seed, operation.contextKey).chance(STEADY);
  const random = createRandom(seed, operation.contextKey, isSteady ? 0 : nth);
  let share = random.below(100);
  for (const [of, answer] of ANSWERS) {
    if (share < of) return answer(operation, hints, random);
    share -= of;
  }
  return good(operation, hints, random);
}

/** The first values that the flow compares with. */
export function plainAnswer(hints: Hints, operation: RenderedOperation): OperationOutcome {
  return fitting(operation, createRandom('plain')) ?? returns(operation, plainResult(operation, hints));
}

export const PLAIN_FAILURE: OperationOutcome = { ok: false, error: { code: 'timeout', message: 'fails with timeout' } };

function plainResult(operation: RenderedOperation, hints: Hints): JsonValue {
  return resultOf(shapeOf(operation, hints), ({ values: [first = 'x'], isList }) =>
    isList ? listOf(hints, 1) : first,
  );
}

const NOTHING_READ: Shape = { fields: new Map(), values: [], isList: false };

function shapeOf({ contextKey, connectorId }: RenderedOperation, { results }: Hints): Shape {
  const shape = results.get(contextKey) ?? NOTHING_READ;
  // Of the whole response the flow may read other parts, or none.
  return connectorId === 'http' ? (shape.fields.get('body') ?? NOTHING_READ) : shape;
}

function statusesOf({ contextKey }: RenderedOperation, { results }: Hints): number[] {
  const compared = results.get(contextKey)?.fields.get('status')?.values ?? [];
  return [404, 500, 429, 401, ...compared.filter((status) => typeof status === 'number')];
}

/** As the connector would give it: the built-in one gives the response, with its status. */
function returns({ connectorId }: RenderedOperation, value: JsonValue, status = 200): OperationOutcome {
  if (connectorId === 'http') return { ok: true, result: { status, headers: {}, body: value } };
  return status === 200
    ? { ok: true, result: value }
    : { ok: false, error: { code: `http_${status}`, message: `the API answered ${status}` } };
}

function resultOf(shape: Shape, leaf: (shape: Shape) => JsonValue): JsonValue {
  if (shape.fields.size === 0) return leaf(shape);
  return Object.fromEntries([...shape.fields].map(([name, field]) => [name, resultOf(field, leaf)]));
}

function listOf({ elements }: Hints, length: number): JsonValue {
  const element = Object.fromEntries(elements.map((name) => [name, `${name} of it`]));
  return Array.from({ length }, () => (elements.length > 0 ? element : 'one of them'));
}
