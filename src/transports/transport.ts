/** The contract behind which phones are reached. One file a transport; nothing outside this folder knows which one runs. */

import type { UseCase } from '../model/agent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { RichMessageClassification } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import type { TrafficType } from '../model/traffic-type.ts';

export type Recipient = {
  /** The agent's id at the platform, as the agent is configured: Google's with or without its `@rbm.goog`. */
  platformAgentId: string;
  /** E.164 with the leading +. */
  phoneNumber: string;
};

export type OutboundMessage = Recipient & {
  /** Chosen by us; a platform that has seen it ignores the repeat, so that calling again after a crash is harmless. */
  messageId: string;
  contentMessage: ContentMessage;
  useCase: UseCase;
  /** What it is to the platform; null where that follows from the use case, and from what it answers. */
  messageTrafficType: TrafficType | null;
  /** It is the reply to something the user just did, not a message of our own accord; platforms bill and cap these apart. */
  answersUser: boolean;
  /** What is left of the message's time to live, in seconds, more than 0; null for the platform's own limit. */
  ttlSeconds: number | null;
};

export type Accepted = {
  /** When the platform took the message, ISO 8601 UTC. */
  acceptedAt: string;
  /** The platform's own classification, where it gives one. */
  classification: RichMessageClassification | null;
};

type Reachability = { reachable: boolean; features: string[] };

/** A webhook call of the platform: the answer to give it, and what it told. One call may tell several things. */
export type Received = {
  status: number;
  contentType: string;
  body: string;
  notices: Notice[];
};

export type InboundRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer };

export interface Transport extends AsyncDisposable {
  readonly name: string;
  /**
   * Called once the service listens: does what needs the platform to reach us. Resolves after the first try, and never
   * fails: what could not be done is tried again until disposal. Before that, a call may fail as `transient`.
   */
  start(): Promise<void>;
  /** @throws RemoteFailure: `unreachable`, `not_permitted`, `invalid_content`, `throttled`, `auth` or `transient`. */
  send(message: OutboundMessage): Promise<Accepted>;
  /** Takes back a message that is not yet delivered; false when it is too late or unknown. @throws RemoteFailure */
  revoke(message: Recipient & { messageId: string }): Promise<boolean>;
  /** @throws RemoteFailure when the platform cannot say. */
  checkCapability(recipient: Recipient): Promise<Reachability>;
  /** Verifies and translates one webhook call. Never throws for what the outside sent: the refusal is in `status`. */
  receive(request: InboundRequest): Received;
}
