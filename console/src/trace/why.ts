/** "Why did it say that?", answered in one sentence from a turn's trace. Pure, so that tests need no browser. */
import type { TurnRecord } from '@model/conversation.ts';
import type { TraceStep } from '@model/trace.ts';
import { conditionWords } from '../flow/conditions.ts';
import { texts } from '../texts/texts.ts';

const { why } = texts.trace;

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
  if (stopped !== undefined) return why.stopped(stopDetail(trace) ?? stopped);
  if (!first) return quiet(item.kind, trace);
  const silent = entered
    .slice(1)
    .map(({ stateId, detail }) => why.movedOn(quote(conditionWords(detail ?? '')), called(stateId)));
  const speaks = trace.some(({ step }) => step === 'message');
  const sentence = [why.entered(BECAUSE[first.because](first, called), called(first.stateId)), ...silent].join('; ');
  return `${speaks ? sentence : why.silent(sentence)}.`;
}

const BECAUSE: Record<Enter['because'], (step: Enter, called: (stateId: string) => string) => string> = {
  send: () => why.send,
  chip: () => why.chip,
  input: ({ detail }, called) => why.input(detail === undefined ? why.aState : called(detail)),
  keyword: ({ detail }) => why.keyword(quote(detail ?? '')),
  default: () => why.default,
  transition: ({ detail }) => why.transition(quote(conditionWords(detail ?? ''))),
};

function quiet(kind: string, trace: readonly TraceStep[]): string {
  const answer = trace.find(({ step }) => step === 'acknowledge');
  if (answer?.step === 'acknowledge') return why.optedOut(quote(answer.word));
  const none = trace.find(({ step }) => step === 'no-state');
  if (none?.step === 'no-state') return why.nothingSentBecause(none.detail);
  return kind === 'user-message' ? why.nothingSent : why.nothingDue;
}

function stopDetail(trace: readonly TraceStep[]): string | undefined {
  const stop = trace.find(({ step }) => step === 'stop');
  return stop?.step === 'stop' ? stop.detail : undefined;
}

function quote(text: string): string {
  const shown = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE - 1)}…` : text;
  return texts.pieces.quoted(shown);
}
