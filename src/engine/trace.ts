/** Keeps a turn's trace within bounds and free of secrets. The model defines its steps. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../model/json.ts';
import type { TraceStep } from '../model/trace.ts';

/** Characters of JSON of one value in a step: enough to recognise it, kept for each of a turn's many steps. */
export const MAX_TRACE_VALUE_LENGTH = 8 * 1024;
/**
 * Characters of JSON of a turn's results that are kept whole, so that the turn can be replayed. Those of most turns are
 * far shorter.
 */
export const MAX_TRACE_RESULTS_LENGTH = 64 * 1024;
/** Characters of JSON of a whole trace, kept with every turn. The steps that report how it ended come on top. */
export const MAX_TRACE_LENGTH = 256 * 1024;

/** Stands for the value of a secret. */
export const HIDDEN = '[hidden]';
const SECRET_NAME = /authorization|cookie|token|secret|password|passwd|api[-_]?key|credential/i;
const LAST_STEPS: readonly TraceStep['step'][] = ['message', 'acknowledge', 'no-message', 'wait', 'no-state', 'stop'];

type Of<Step extends TraceStep['step']> = Extract<TraceStep, { step: Step }>;

export type TraceRecorder = { steps: TraceStep[]; add(step: TraceStep): void };

export function createTrace(): TraceRecorder {
  const steps: TraceStep[] = [];
  let length = 0;
  let resultsLength = 0;
  return {
    steps,
    add(step) {
      const kept = cutValues(step, MAX_TRACE_RESULTS_LENGTH - resultsLength);
      if (kept.step === 'operation') resultsLength += JSON.stringify(kept.result ?? null).length;
      const isFull = length > MAX_TRACE_LENGTH;
      length += JSON.stringify(kept).length;
      if (!isFull || LAST_STEPS.includes(step.step)) steps.push(kept);
      else if (steps.at(-1)?.step !== 'cut')
        steps.push({ step: 'cut', detail: `longer than ${MAX_TRACE_LENGTH} characters` });
    },
  };
}

/** @param leftForResult Characters */
function cutValues(step: TraceStep, leftForResult: number): TraceStep {
  switch (step.step) {
    case 'assign':
      return { ...step, value: cut(step.value) };
    case 'message':
      return { ...step, contentMessage: cut(step.contentMessage) };
    case 'operation': {
      const data = recorded(step.data);
      return step.result === undefined
        ? { ...step, data }
        : { ...step, data, ...keptResult(step.result, leftForResult) };
    }
    default:
      return step;
  }
}

/** The data of an operation as a trace has it. */
export function recorded(data: JsonValue): JsonValue {
  return cut(hideSecrets(data));
}

function keptResult(result: JsonValue, left: number): Pick<Of<'operation'>, 'result' | 'incomplete'> {
  const shown = hideSecrets(result);
  const kept = cut(shown, Math.max(left, MAX_TRACE_VALUE_LENGTH));
  if (kept !== shown) return { result: kept, incomplete: 'cut' };
  return { result: kept, ...(!isDeepStrictEqual(shown, result) && { incomplete: 'hidden' }) };
}

function cut(value: JsonValue, maxLength = MAX_TRACE_VALUE_LENGTH): JsonValue {
  const json = JSON.stringify(value);
  if (json.length <= maxLength) return value;
  // The cut may fall inside a surrogate pair, which PostgreSQL would refuse.
  return `${json.slice(0, MAX_TRACE_VALUE_LENGTH)}… (${json.length} characters in all)`.toWellFormed();
}

function hideSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET_NAME.test(name) ? HIDDEN : hideSecrets(item)]),
  );
}
