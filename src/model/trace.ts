/** A turn step by step: the answer to "why did it say that?". Stored as JSON and shown by the API. */
import type { ContentMessage } from './content-message.ts';
import type { JsonValue } from './json.ts';

export type TraceStep =
  /** What the turn runs on, where versions are published. */
  | { step: 'version'; version: number | 'draft' }
  /** Why the engine entered this state. */
  | {
      step: 'enter';
      stateId: string;
      because: 'send' | 'chip' | 'input' | 'keyword' | 'default' | 'transition';
      /** The keyword, the chip's postback, the state that waited or the condition that led here. */
      detail?: string;
    }
  | {
      step: 'assign';
      to: string;
      from: string;
      /** null where nothing was found, or where `error` reports that it could not be kept. */
      value: JsonValue;
      error?: { code: string; message: string };
    }
  | {
      step: 'operation';
      contextKey: string;
      connectorId: string;
      operation: string;
      /** A digest of the operation's `instructions` and `answerSchema`, where a model was asked. */
      asks?: string;
      /** As rendered, secrets hidden. */
      data: JsonValue;
      result?: JsonValue;
      /** Why `result` is not what the flow got: longer than the turn keeps, or secrets hidden. */
      incomplete?: 'cut' | 'hidden';
      error?: { code: string; message: string };
    }
  | { step: 'condition'; index: number; condition: string; rendered: string; fired: boolean; nextState: string }
  /** Text that a model wrote was left out of a field of the message. */
  | { step: 'withheld'; stateId: string; field: string; detail: string }
  | { step: 'message'; stateId: string; contentMessage: JsonValue }
  /** An opt-out word was answered by the agent's acknowledgement. */
  | { step: 'acknowledge'; word: string; contentMessage: JsonValue }
  /** The turn ended in a state without a template: nothing is sent. */
  | { step: 'no-message'; stateId: string }
  | { step: 'wait'; stateId: string }
  | { step: 'no-state'; detail: string }
  /** The turn ended before a message: a missing state, the hop limit, a message that breaks a limit, a full session … */
  | { step: 'stop'; reason: StopReason; detail: string }
  /** The trace grew too large: the steps between here and the last ones are left out. */
  | { step: 'cut'; detail: string };

const STOP_REASONS = [
  'missing_state',
  'hop_limit',
  'invalid_message',
  'invalid_template',
  'session_full',
  'unsubscribed',
  'not_a_test_device',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A step as it is stored: one that says what the turn's message says leaves that to the message. */
export type StoredStep = Stored<TraceStep>;
type Stored<Step> = Step extends { contentMessage: JsonValue }
  ? Omit<Step, 'contentMessage'> & { contentMessage?: JsonValue }
  : Step;

/** The trace of a turn that made a message, to be stored with it. */
export function withoutContent(trace: readonly TraceStep[]): StoredStep[] {
  return trace.map((step) => {
    if (!('contentMessage' in step)) return step;
    const { contentMessage: _, ...stored } = step;
    return stored;
  });
}

/** A stored trace, with what the turn's message says. */
export function withContent(trace: readonly StoredStep[], content: ContentMessage | null): TraceStep[] {
  return trace.map((step) =>
    step.step === 'message' || step.step === 'acknowledge'
      ? { ...step, contentMessage: step.contentMessage ?? content }
      : step,
  ) as TraceStep[];
}
