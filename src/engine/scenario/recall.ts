/** What a session held after a turn, told from the traces: the database keeps only the latest session. */
import type { TurnRecord } from '../../model/conversation.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { type OptOut, wordSaid } from '../../model/opt-out.ts';
import { readPostback } from '../chip.ts';
import type { Sent } from './chips.ts';

export type RecordedTurn = Pick<TurnRecord, 'number' | 'item' | 'trace' | 'stopped' | 'content' | 'receivedAt'>;

export type Recalled = {
  waits: string | null;
  params: JsonObject;
  data: JsonObject;
  input: JsonObject;
  /** The messages that the user has, newest last. */
  sent: Sent[];
};

export const NOTHING: Recalled = { waits: null, params: {}, data: {}, input: {}, sent: [] };

/** Ways of stopping after the engine: what the flow decided did not happen. */
const STOPPED_OUTSIDE = ['unsubscribed', 'not_a_test_device'];

/** The turn was not the flow's alone: an opt-out, or a message that was held back. `optOut`: the agent's words. */
export function isOutsideFlow({ item, stopped }: RecordedTurn, optOut: OptOut | undefined): boolean {
  const text = item.kind === 'user-message' ? item.content.text : undefined;
  return STOPPED_OUTSIDE.includes(stopped ?? '') || wordSaid(text, optOut)?.action === 'OPT_OUT';
}

/** @param before of the session in which the turn ran, `NOTHING` if that was fresh */
export function recall(before: Recalled, turn: RecordedTurn): Recalled {
  const { item, trace, stopped } = turn;
  const after = { ...before, params: { ...before.params }, data: { ...before.data }, input: { ...before.input } };
  if (item.kind === 'send') Object.assign(after.params, item.params);
  let waits: string | null = null;
  for (const step of trace) {
    if (step.step === 'enter' && step.because === 'chip') {
      Object.assign(after.params, readPostback(step.detail ?? '')?.params);
    } else if (step.step === 'assign') {
      after.input[step.to] = step.value;
    } else if (step.step === 'operation') {
      const { contextKey, result = null, error } = step;
      after.data[contextKey] = result;
      if (error) after.data[`${contextKey}_error`] = error;
      else delete after.data[`${contextKey}_error`];
    } else if (step.step === 'wait') {
      waits = step.stateId;
    }
  }
  const reply = replyOf(turn);
  return {
    ...after,
    // A turn that stopped leaves the user where they were.
    waits: stopped === undefined ? waits : before.waits,
    sent: reply && stopped === undefined ? [...before.sent, reply] : before.sent,
  };
}

/** The message that the flow decided to send. */
export function replyOf({ trace, content }: RecordedTurn): (Sent & { contentMessage: JsonObject }) | null {
  const message = trace.findLast((step) => step.step === 'message');
  if (!message) return null;
  return { stateId: message.stateId, contentMessage: (content ?? message.contentMessage) as JsonObject };
}

/** Whether a value was too long for the trace. */
export function isCut(value: JsonValue): boolean {
  return typeof value === 'string' && / characters in all\)$/.test(value);
}
