/** What the sink and the proof both speak of: how endpoints behave, and what an attempt at one was. */

/** `silent`: no complete answer in time. `dead`: a 5xx that every attempt gets. */
export type Verdict = 'accepted' | 'refused' | 'failed' | 'dead' | 'silent';

export type Attempt = {
  eventId: string;
  /** Of the bytes that arrived. */
  hash: string;
  verdict: Verdict;
  agentId: string;
  phoneNumber: string;
  /** SENT, DELIVERED, … or UserMessage. */
  type: string;
  /** Who said it, SERVICE or the platform; empty for what a user wrote. */
  origin: string;
  messageId: string;
};

export const BEHAVIOURS = ['ok', 'refuse', 'fail', 'flap', 'hang', 'drip'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];
