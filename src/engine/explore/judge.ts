/** What is wrong with a turn, if anything: it stopped, it left the user without an answer, or a chip led nowhere. */

import type { FlowTest, TestStep } from '../../model/flow-test.ts';
import type { JsonValue } from '../../model/json.ts';
import type { TraceStep } from '../../model/trace.ts';
import { readPostback } from '../chip.ts';
import type { Decision } from '../decision.ts';
import { originOf, type Sent } from '../scenario/chips.ts';

export type Trouble = {
  code: string;
  /** The same for the same mistake, whatever the conversation. */
  key: string;
  stateId: string | null;
  message: string;
  /** What a test of the mended flow expects of the step. */
  expect?: NonNullable<FlowTest['steps'][number]['expect']>;
};

/** `sent`: the messages before the turn. `answersAll`: without a default state, too, every message needs an answer. */
export function troubleOf(
  step: TestStep,
  { reply, stopped, session, trace }: Decision,
  sent: readonly Sent[],
  answersAll: boolean,
): Trouble | null {
  if (stopped) {
    const { reason, detail, stateId = null } = stopped;
    return { code: reason, key: `${reason} ${placeOf(reason, detail, trace)}`, stateId, message: detail };
  }
  if (step.send || isOwnWord(step)) return null;
  const nowhere = chipNowhere(step, trace, sent);
  if (nowhere) return nowhere;
  if (reply || session.awaitingStateId !== null) return null;
  const last = trace.findLast((one) => one.step === 'no-message');
  if (!last && !answersAll) return null;
  return {
    code: 'unanswered',
    key: `unanswered ${last?.stateId ?? ''}`,
    stateId: last?.stateId ?? null,
    message: last
      ? `the user's message gets no answer: state "${last.stateId}" ends without a message and without an input`
      : "the user's message gets no answer: no chip, waiting state, keyword or default state takes it",
    expect: { like: { reply: {} } },
  };
}

/** An action runs on the handset: a postback that is no JSON may be a word for the webhook. */
function isOwnWord({ taps }: TestStep): boolean {
  return typeof taps === 'object' && taps.type === 'ACTION' && !taps.postbackData.trimStart().startsWith('{');
}

/** Values in a detail differ from conversation to conversation; the place does not. */
function placeOf(reason: string, detail: string, trace: TraceStep[]): string {
  const entered = trace.filter((step) => step.step === 'enter').map(({ stateId }) => stateId);
  if (reason === 'hop_limit') return [...new Set(entered.slice(-10))].sort().join(' ');
  const [place = ''] = /\/[^\s:]+/.exec(detail) ?? [];
  return reason === 'missing_state' ? detail : `${entered.at(-1)} ${place}`;
}

/** The tap on a chip that names a state, or nothing that the flow takes, and falls to the default state. */
function chipNowhere({ taps }: TestStep, trace: TraceStep[], sent: readonly Sent[]): Trouble | null {
  if (typeof taps !== 'object') return null;
  const entered = trace.find((step) => step.step === 'enter');
  if (entered && entered.because !== 'default') return null;
  const { text, postbackData } = taps;
  const origin = originOf(taps, sent);
  const named = readPostback(postbackData)?.stateId;
  return {
    code: 'chip_leads_nowhere',
    key: `chip_leads_nowhere ${origin?.stateId} ${origin?.path}`,
    stateId: origin?.stateId ?? null,
    message: `the chip "${text}" leads nowhere: no state, keyword or input takes ${JSON.stringify(postbackData as JsonValue)}`,
    ...(named !== undefined && { expect: { state: named } }),
  };
}
