/** The contract of a transport, which reaches phones. Nothing outside this folder depends on which one runs. */

import type { UseCase } from '../model/agent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { RichMessageClassification } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import type { Traced } from '../traced.ts';

export type Recipient = {
  /** The agent's id at the platform, as configured: Google's with or without its `@rbm.goog`. */
  platformAgentId: string;
  /** E.164 with the leading +. */
  phoneNumber: string;
};

/** A `traceparent` goes along as the header of that name. */
export type OutboundMessage = Recipient &
  Traced & {
    /** Chosen by us; the platform ignores a repeat, so calling again after a crash is harmless. */
    messageId: string;
    contentMessage: ContentMessage;
    useCase: UseCase;
    /** The traffic type; null where it follows from the use case, and from what the message answers. */
    messageTrafficType: TrafficType | null;
    /** It replies to something the user just did; platforms bill and cap such messages separately. */
    answersUser: boolean;
    /** The rest of the message's time to live, in seconds, more than 0; null for the platform's own limit. */
    ttlSeconds: number | null;
  };

export type Accepted = {
  /** When the platform accepted the message, ISO 8601 UTC. */
  acceptedAt: string;
  /** The platform's own classification, if it sends one. */
  classification: RichMessageClassification | null;
};

type Reachability = { reachable: boolean; features: string[] };

/** The result of a webhook call: the response, and the notices in it. One call may carry several. */
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
   * fails: what could not be done is retried until disposal. Before that, a call may fail as `transient`.
   */
  start(): Promise<void>;
  /** @throws RemoteFailure: `unreachable`, `not_permitted`, `invalid_content`, `throttled`, `auth` or `transient`. */
  send(message: OutboundMessage): Promise<Accepted>;
  /** Revokes a message that is not yet delivered; false when it is too late or unknown. @throws RemoteFailure */
  revoke(message: Recipient & { messageId: string }): Promise<boolean>;
  /** @throws RemoteFailure when the platform cannot answer. */
  checkCapability(recipient: Recipient): Promise<Reachability>;
  /** Verifies and translates one webhook call. Never throws for bad input: `status` is then the refusal. */
  receive(request: InboundRequest): Received;
}
