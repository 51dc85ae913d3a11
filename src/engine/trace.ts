/** Keeps a turn's trace within bounds and free of secrets. The model defines its steps. */
import type { JsonValue } from '../model/json.ts';
import type { TraceStep } from '../model/trace.ts';

/** Characters of JSON of one value in a step: enough to recognise it, kept for each of a turn's many steps. */
export const MAX_TRACE_VALUE_LENGTH = 8 * 1024;
/** Characters of JSON of a whole trace, kept with every turn. The steps that report how it ended come on top. */
export const MAX_TRACE_LENGTH = 256 * 1024;

const SECRET_NAME = /authorization|cookie|token|secret|password|passwd|api[-_]?key|credential/i;
const LAST_STEPS: readonly TraceStep['step'][] = ['message', 'acknowledge', 'no-message', 'wait', 'no-state', 'stop'];

export type TraceRecorder = { steps: TraceStep[]; add(step: TraceStep): void };

export function createTrace(): TraceRecorder {
  const steps: TraceStep[] = [];
  let length = 0;
  return {
    steps,
    add(step) {
      const kept = cutValues(step);
      const isFull = length > MAX_TRACE_LENGTH;
      length += JSON.stringify(kept).length;
      if (!isFull || LAST_STEPS.includes(step.step)) steps.push(kept);
      else if (steps.at(-1)?.step !== 'cut')
        steps.push({ step: 'cut', detail: `longer than ${MAX_TRACE_LENGTH} characters` });
    },
  };
}

function cutValues(step: TraceStep): TraceStep {
  switch (step.step) {
    case 'assign':
      return { ...step, value: cut(step.value) };
    case 'message':
      return { ...step, contentMessage: cut(step.contentMessage) };
    case 'operation': {
      const data = cut(hideSecrets(step.data));
      return step.result === undefined ? { ...step, data } : { ...step, data, result: cut(hideSecrets(step.result)) };
    }
    default:
      return step;
  }
}

function cut(value: JsonValue): JsonValue {
  const json = JSON.stringify(value);
  if (json.length <= MAX_TRACE_VALUE_LENGTH) return value;
  // The cut may fall inside a surrogate pair, which PostgreSQL would refuse.
  return `${json.slice(0, MAX_TRACE_VALUE_LENGTH)}… (${json.length} characters in all)`.toWellFormed();
}

function hideSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET_NAME.test(name) ? '[hidden]' : hideSecrets(item)]),
  );
}
