/** The input and result of every kind of turn: one file for each kind decides, outcome.ts makes rows of it. */
import type { Decision, EngineNeeds } from '../engine/decision.ts';
import type { Agent } from '../model/agent.ts';
import type { ConsentChange } from '../model/consent.ts';
import type { StoredEvent } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Session } from '../model/session.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { Conversation } from '../store/turns.ts';

export type TurnInput<Body = InboxItem['body']> = {
  item: InboxItem;
  body: Body;
  agent: Agent;
  conversation: Conversation;
  runOperation: EngineNeeds['runOperation'];
};

/** Without the engine: an event to forward, and perhaps a change of consent. */
export type Noted = {
  events: StoredEvent[];
  consent?: ConsentChange | null;
  redelivered?: StoredEvent & { day: string; endpointId: string };
  outbox?: OutboxRow;
};

/** The engine's decision and its circumstances. */
export type Decided = {
  decision: Decision;
  before: Session;
  /** Of the flow; null for the draft. */
  version: number | null;
  /** Of the reply, if there is one. */
  messageId: string;
  ttlSeconds: number | null;
  /** Takes precedence over the state's. */
  messageTrafficType?: TrafficType | undefined;
  /** See `model/held-event.ts`. */
  held: StoredEvent | null;
  /** How the user's message changes their consent. */
  consent: ConsentChange | null;
};
