/** What every kind of turn is given and gives back: one file a kind decides, outcome.ts makes rows of it. */
import type { Decision, EngineNeeds } from '../engine/decision.ts';
import type { Agent } from '../model/agent.ts';
import type { ConsentChange } from '../model/consent.ts';
import type { StoredEvent } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Session } from '../model/session.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import type { Conversation, OutboxRow } from '../store/turns.ts';

export type TurnInput<Body = InboxItem['body']> = {
  item: InboxItem;
  body: Body;
  agent: Agent;
  conversation: Conversation;
  runOperation: EngineNeeds['runOperation'];
};

/** Nothing of the engine's: an event to forward, and perhaps a change of consent. */
export type Noted = {
  events: StoredEvent[];
  consent?: ConsentChange | null;
  redelivered?: StoredEvent & { day: string };
  outbox?: OutboxRow;
};

/** What the engine decided, and what it is about. */
export type Decided = {
  decision: Decision;
  /** The session that it began with. */
  before: Session;
  /** Of the message that a reply would be. */
  messageId: string;
  ttlSeconds: number | null;
  /** Before what its state says. */
  messageTrafficType?: TrafficType | undefined;
  /** See `model/held-event.ts`. */
  held: StoredEvent | null;
  /** What the user's message changes of their consent. */
  consent: ConsentChange | null;
};
