/** What arrives in a lane: the type shared by those who accept (http) and those who act (turns). */

import type { Traced } from '../traced.ts';
import type { ConsentRecord } from './consent.ts';
import type { JsonObject } from './json.ts';
import type { Notice } from './notice.ts';
import type { OutboxMessage } from './outbox-message.ts';
import type { TrafficType } from './traffic-type.ts';

export type SendItem = {
  kind: 'send';
  messageId: string;
  stateId: string;
  params: JsonObject;
  /** The message's time to live in seconds, or null. */
  ttlSeconds: number | null;
  /** Where the request sets it. */
  messageTrafficType?: TrafficType;
};

type Translated<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;
export type UserMessageItem = Omit<Translated<'user-message'>, 'platformAgentId' | 'phoneNumber' | 'dedupeId'>;
export type UserEventItem = Omit<Translated<'user-event'>, 'platformAgentId' | 'phoneNumber' | 'dedupeId'>;
export type ServerEventItem = Omit<Translated<'server-event'>, 'platformAgentId' | 'phoneNumber' | 'dedupeId'>;

/**
 * Puts events of the failure queue back into forwarding, to the agent's own webhook without an `endpointId`. `day` is the
 * event's; absent in items of older versions.
 */
export type RedeliverItem = { kind: 'redeliver'; seq: number; ordinal: number; day?: string; endpointId?: string };

/** Dispatches a message that had become a dead letter; the contents of its row in the outbox. */
export type DispatchItem = { kind: 'dispatch'; message: OutboxMessage };

/** A client records whether the user wants to hear from the agent. */
export type ConsentItem = ConsentRecord & { kind: 'consent' };

/** With its place in the trace of the request that brought it. */
export type InboxBody = Traced &
  (SendItem | UserMessageItem | UserEventItem | ServerEventItem | RedeliverItem | DispatchItem | ConsentItem);

/** An item on its way into a lane. */
export type NewInboxItem = {
  agentId: string;
  phoneNumber: string;
  body: InboxBody;
  /** A repeat of this id is dropped; null for what cannot repeat. */
  dedupeId: string | null;
};

/** An item in its lane. `attempts` counts crashes, and failures of its turn that cannot pass. */
export type InboxItem = {
  lane: number;
  seq: number;
  agentId: string;
  phoneNumber: string;
  body: InboxBody;
  /** Of its body as JSON: what counts where memory is limited. */
  bytes: number;
  attempts: number;
  /** ISO 8601, by the database's clock. */
  receivedAt: string;
};
