/** Shared by the sink and the proof: how endpoints behave, and the record of an attempt. */

/** `silent`: no complete answer in time. `dead`: a 5xx for every attempt. */
export type Verdict = 'accepted' | 'refused' | 'failed' | 'dead' | 'silent';

export type Attempt = {
  eventId: string;
  /** Of the received bytes. */
  hash: string;
  verdict: Verdict;
  agentId: string;
  phoneNumber: string;
  /** SENT, DELIVERED, … or UserMessage. */
  type: string;
  /** Its sender, SERVICE or the platform; empty for a user's message. */
  origin: string;
  messageId: string;
};

export const BEHAVIOURS = ['ok', 'refuse', 'fail', 'flap', 'hang', 'drip'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];
