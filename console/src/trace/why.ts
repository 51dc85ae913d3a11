/** "Why did it say that?", answered in one sentence from a turn's trace. Pure, so that tests need no browser. */
import type { TurnRecord } from '@model/conversation.ts';
import type { TraceStep } from '@model/trace.ts';
import { conditionWords } from '../flow/conditions.ts';

type Enter = Extract<TraceStep, { step: 'enter' }>;

/** Longer conditions and texts are cut: the whole of them is in the trace below. */
const MAX_QUOTE = 80;

/** `called`: what people call a state of this id. */
export function whyThisState(
  { item, trace, stopped }: Pick<TurnRecord, 'item' | 'trace' | 'stopped'>,
  called = (stateId: string) => stateId,
): string {
  const entered = trace.filter((step) => step.step === 'enter');
  const first = entered[0];
  if (stopped !== undefined) return `The turn stopped: ${stopDetail(trace) ?? stopped}.`;
  if (!first) return quiet(item.kind, trace);
  const silent = entered
    .slice(1)
    .map(
      ({ stateId, detail }) => `${quote(conditionWords(detail ?? ''))} was true, so it moved on to ${called(stateId)}`,
    );
  const speaks = trace.some(({ step }) => step === 'message');
  const sentence = [`${BECAUSE[first.because](first, called)}, so it entered ${called(first.stateId)}`, ...silent].join(
    '; ',
  );
  return `${sentence}${speaks ? '' : ', which sends no message'}.`;
}

const BECAUSE: Record<Enter['because'], (step: Enter, called: (stateId: string) => string) => string> = {
  send: () => 'A client sent the state',
  chip: () => 'The user tapped a chip that names the state',
  input: ({ detail }, called) =>
    `${detail === undefined ? 'A state' : called(detail)} was waiting for an answer and got one`,
  keyword: ({ detail }) => `The user wrote the keyword ${quote(detail ?? '')}`,
  default: () => 'Nothing else matched, and this is the default state',
  transition: ({ detail }) => `The condition ${quote(conditionWords(detail ?? ''))} was true`,
};

function quiet(kind: string, trace: readonly TraceStep[]): string {
  const answer = trace.find(({ step }) => step === 'acknowledge');
  if (answer?.step === 'acknowledge') return `The user opted out with ${quote(answer.word)}, which was acknowledged.`;
  const none = trace.find(({ step }) => step === 'no-state');
  if (none?.step === 'no-state') return `It sent nothing: ${none.detail}.`;
  return kind === 'user-message' ? 'It sent nothing.' : 'No message was due.';
}

function stopDetail(trace: readonly TraceStep[]): string | undefined {
  const stop = trace.find(({ step }) => step === 'stop');
  return stop?.step === 'stop' ? stop.detail : undefined;
}

function quote(text: string): string {
  const shown = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE - 1)}…` : text;
  return `“${shown}”`;
}
