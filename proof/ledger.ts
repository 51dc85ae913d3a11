/**
 * Everything observed from the outside, nothing that the service reports about itself: every request and its response,
 * every user message, every attempt at the webhook, every fault. Append-only, abridged in memory and complete in a
 * file.
 */
import { createWriteStream } from 'node:fs';
import { parseEventId } from '../src/model/event-id.ts';
import type { Attempt, Verdict } from './endpoint.ts';
import type { Conversation } from './stage.ts';

/** A send request or a user message. Its number is in every resulting text, so that all of them are found. */
export type Action = {
  readonly n: number;
  readonly kind: 'send' | 'user';
  readonly conversation: Conversation;
  /** Null until it was answered. */
  messageId: string | null;
};

export type EventSeen = { hash: string; attempts: number; verdicts: Set<Verdict> | Verdict };

export type Ledger = AsyncDisposable & {
  readonly actions: Action[];
  /** By event id: what arrived at the sink. */
  readonly events: Map<string, EventSeen>;
  /** `<type> <messageId>` of every event that arrived. */
  readonly told: Set<string>;
  /** Faults detected on arrival. */
  readonly bodiesChanged: string[];
  readonly outOfOrder: string[];
  readonly oddAnswers: string[];
  /** Requests without a response: refused connections, time-outs, 503. */
  unanswered: number;
  /** Answered requests that were repeated with the same id. */
  repeats: number;
  attempts: number;
  begin(kind: Action['kind'], conversation: Conversation): Action;
  answered(action: Action, messageId: string): void;
  arrived(attempts: readonly Attempt[]): void;
  note(what: string, details: object): void;
};

/** Lane, seq and ordinal as one number that orders a conversation's events. */
const ORDINALS = 4096;

export function openLedger(path: string): Ledger {
  const file = createWriteStream(path);
  const write = (line: object) => file.write(`${JSON.stringify(line)}\n`);
  const lastKey = new Map<string, number>();

  const ledger: Ledger = {
    actions: [],
    events: new Map(),
    told: new Set(),
    bodiesChanged: [],
    outOfOrder: [],
    oddAnswers: [],
    unanswered: 0,
    repeats: 0,
    attempts: 0,
    begin(kind, conversation) {
      const action: Action = { n: ledger.actions.length, kind, conversation, messageId: null };
      ledger.actions.push(action);
      return action;
    },
    answered(action, messageId) {
      action.messageId = messageId;
      const { n, kind, conversation } = action;
      write({
        at: Date.now(),
        n,
        kind,
        agentId: conversation.agentId,
        phoneNumber: conversation.phoneNumber,
        messageId,
      });
    },
    arrived(attempts) {
      for (const attempt of attempts) {
        ledger.attempts += 1;
        write({ at: Date.now(), ...attempt });
        const seen = ledger.events.get(attempt.eventId);
        if (seen) again(seen, attempt);
        else first(attempt);
      }
    },
    note: (what, details) => void write({ at: Date.now(), what, ...details }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => file.end(resolve)),
  };

  function again(seen: EventSeen, { eventId, hash, verdict }: Attempt): void {
    seen.attempts += 1;
    if (seen.verdicts instanceof Set) seen.verdicts.add(verdict);
    else if (seen.verdicts !== verdict) seen.verdicts = new Set([seen.verdicts, verdict]);
    if (seen.hash !== hash) ledger.bodiesChanged.push(`event ${eventId} came with other bytes`);
  }

  function first({ eventId, hash, verdict, agentId, phoneNumber, type, messageId }: Attempt): void {
    ledger.events.set(eventId, { hash, attempts: 1, verdicts: verdict });
    ledger.told.add(`${type} ${messageId}`);
    const address = parseEventId(eventId);
    if (!address) {
      ledger.oddAnswers.push(`an event has the id ${eventId}`);
      return;
    }
    const conversation = `${agentId} ${phoneNumber}`;
    const key = address.seq * ORDINALS + address.ordinal;
    const before = lastKey.get(conversation) ?? -1;
    if (key < before) {
      const place = `${Math.floor(before / ORDINALS)}/${before % ORDINALS}`;
      ledger.outOfOrder.push(`${type} ${address.seq}/${address.ordinal} of ${conversation} first came after ${place}`);
    } else lastKey.set(conversation, key);
  }

  return ledger;
}

export function hasVerdict({ verdicts }: EventSeen, verdict: Verdict): boolean {
  return verdicts instanceof Set ? verdicts.has(verdict) : verdicts === verdict;
}
