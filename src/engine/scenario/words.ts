/** A trace and a test's step in words, for whoever reads why a test failed. */
import { TEST_ACTIONS, type TestStep } from '../../model/flow-test.ts';
import type { TraceStep } from '../../model/trace.ts';

/** Characters of a value: the trace itself has the whole of it. */
const MAX_VALUE_LENGTH = 200;

type Of<Step extends TraceStep['step']> = Extract<TraceStep, { step: Step }>;

export function stepInWords(step: TestStep): string {
  const action = TEST_ACTIONS.find((name) => step[name] !== undefined);
  if (action === undefined) return 'does nothing';
  if (action === 'send') return `send "${step.send!.stateId}"`;
  if (action === 'waits') return `waits ${step.waits}`;
  return `${action} ${value(step[action])}`;
}

export function traceInWords(trace: readonly TraceStep[]): string[] {
  return trace.map((step) => (WORDS[step.step] as (step: TraceStep) => string)(step));
}

const WORDS: { [Step in TraceStep['step']]: (step: Of<Step>) => string } = {
  version: ({ version }) => (version === 'draft' ? 'runs on the draft' : `runs on version ${version}`),
  enter: (step) => `enters "${step.stateId}": ${BECAUSE[step.because](step)}`,
  assign: ({ to, from, value: found, error }) =>
    `captures input.${to} = ${value(found)} from ${from}${error ? `: ${error.code}, ${error.message}` : ''}`,
  operation: ({ contextKey, connectorId, operation, data, result, error }) => {
    const outcome = error ? `it fails with ${error.code}, ${error.message}` : `it returns ${value(result)}`;
    return `calls ${connectorId}/${operation} for data.${contextKey} with ${value(data)}: ${outcome}`;
  },
  condition: ({ condition, rendered, fired, nextState }) =>
    `${value(condition)} renders to ${value(rendered)}: ${fired ? `on to "${nextState}"` : 'does not fire'}`,
  withheld: ({ field, detail }) => `leaves out of ${field} what a model wrote: ${detail}`,
  message: ({ contentMessage }) => `sends ${value(contentMessage)}`,
  acknowledge: ({ word, contentMessage }) => `acknowledges the opt-out "${word}" with ${value(contentMessage)}`,
  'no-message': ({ stateId }) => `sends nothing: "${stateId}" has no template`,
  wait: ({ stateId }) => `waits for the input of "${stateId}"`,
  'no-state': ({ detail }) => `answers nothing: ${detail}`,
  stop: ({ reason, detail }) => `stops with ${reason}: ${detail}`,
  cut: ({ detail }) => `the trace is ${detail}`,
};

const BECAUSE: Record<Of<'enter'>['because'], (step: Of<'enter'>) => string> = {
  send: () => 'a client sent it',
  chip: ({ detail }) => `the chip ${value(detail)} names it`,
  input: ({ detail }) => `"${detail}" waited for this answer`,
  keyword: ({ detail }) => `by the keyword ${value(detail)}`,
  default: () => 'it is the default state',
  transition: () => 'by the transition',
};

function value(of: unknown): string {
  const json = JSON.stringify(of) ?? 'nothing';
  return json.length > MAX_VALUE_LENGTH ? `${json.slice(0, MAX_VALUE_LENGTH)}…` : json;
}
