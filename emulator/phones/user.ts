/**
 * The phone's user: writes, taps, shares, subscribes. The platform then notifies the partner. Source: docs/platform.md,
 * "The webhook: payloads" and "Opting out".
 */
import { randomBytes } from 'node:crypto';
import { Problem } from '../../src/errors.ts';
import { bareAgentId } from '../agents.ts';
import type { UserEvent, UserMessage } from '../driver/schemas.ts';
import { classifyUserMessage } from '../google/classification.ts';
import { markRead } from '../google/messages.ts';
import { tellActionTap, tellUserEvent, tellUserMessage } from '../google/notices.ts';
import { type Platform, record } from '../platform.ts';
import type { Handset } from './handset.ts';

/** Country → [opt out, opt in]. Elsewhere the English words are sent. */
const KEYWORDS: Record<string, readonly [string, string]> = {
  US: ['STOP', 'START'],
  IN: ['STOP', 'START'],
  GB: ['STOP', 'START'],
  DE: ['STOP', 'START'],
  FR: ['STOP', 'Démarrer'],
  ES: ['BAJA', 'ALTA'],
  MX: ['BAJA', 'ALTA'],
  BR: ['parar', 'começar'],
};
const ENGLISH = ['STOP', 'START'] as const;

/** @returns the message's id; for the event-shaped tap of an action, the event's. @throws Problem */
export function sendUserMessage(platform: Platform, handset: Handset, message: UserMessage): { messageId: string } {
  const { agentId, messageId = newUserMessageId(), ...said } = message;
  const who = partiesOf(platform, handset, agentId);
  const content = contentOf(said);
  const isEventShaped = platform.settings.actionTaps === 'event' && said.suggestion?.type === 'ACTION';
  const extra = handset.settings.country === 'US' && {
    richMessageClassification: classifyUserMessage(content),
    carrier: handset.settings.carrier,
  };
  const id = isEventShaped ? tellActionTap(platform, who, content) : messageId;
  if (!isEventShaped) tellUserMessage(platform, who, messageId, { ...content, ...extra });
  recordUserMessage(platform, handset, who.agentId, id, content);
  return { messageId: id };
}

/** @returns the ids of the notices. @throws Problem */
export function sendUserEvent(platform: Platform, handset: Handset, event: UserEvent): { eventId: string | null } {
  const who = partiesOf(platform, handset, event.agentId);
  const { eventType } = event;
  if (eventType === 'READ') return { eventId: readByUser(platform, handset, who.agentId, event.messageId) };
  if (eventType === 'IS_TYPING') return { eventId: tellUserEvent(platform, who, eventType) };
  // One tap, two deliveries: the keyword as a text, and the event. A typed word comes without the event.
  const [off, on] = KEYWORDS[handset.settings.country ?? ''] ?? ENGLISH;
  const text = eventType === 'UNSUBSCRIBE' ? off : on;
  if (event.word !== false) sendUserMessage(platform, handset, { agentId: event.agentId, text });
  return { eventId: tellUserEvent(platform, who, eventType) };
}

function partiesOf(platform: Platform, handset: Handset, agentId: string) {
  const bareId = bareAgentId(agentId);
  if (platform.settings.unknownAgents === 'refuse' && !platform.agents.has(bareId)) {
    throw new Problem('agent_not_found', `The emulator has no agent ${bareId}.`);
  }
  const { rcs, online } = handset.settings;
  if (!rcs || !online) {
    throw new Problem(
      'invalid_request',
      `The handset ${rcs ? 'is offline' : 'has no RCS'}, so its user can do nothing.`,
    );
  }
  return { phoneNumber: handset.phoneNumber, agentId: bareId };
}

type Said = Omit<UserMessage, 'agentId' | 'messageId'>;

/** Its schema allows exactly one of them. */
function contentOf({ text, suggestion, location, file }: Said) {
  if (text !== undefined) return { text };
  if (suggestion) return { suggestionResponse: suggestion };
  if (location) return { location };
  const { thumbnail, ...payload } = file!;
  return { userFile: { ...(thumbnail && { thumbnail }), payload } };
}

function recordUserMessage(platform: Platform, handset: Handset, agentId: string, messageId: string, content: object) {
  record(platform, handset, {
    sequence: 0,
    direction: 'INBOUND',
    messageId,
    agentId,
    content: { ...content },
    state: 'SENT',
    messageTrafficType: null,
    acceptedMs: platform.clock.now(),
    expireMs: null,
    deliveredMs: null,
    readMs: null,
    duplicates: 0,
  });
}

function readByUser(platform: Platform, handset: Handset, agentId: string, messageId: string | undefined) {
  if (messageId === undefined) {
    throw new Problem('validation_failed', 'READ needs the messageId of the message that was read.', {
      errors: [{ path: '/messageId', message: 'required for READ' }],
    });
  }
  const entry = handset.transcript.find(
    (candidate) =>
      candidate.direction === 'OUTBOUND' && candidate.messageId === messageId && candidate.agentId === agentId,
  );
  if (!entry) throw new Problem('message_not_found', 'The handset shows no such message of this agent.');
  if (entry.state === 'ACCEPTED' || entry.state === 'QUEUED') {
    throw new Problem('invalid_request', 'The message has not been delivered yet, so it cannot be read.');
  }
  return markRead(platform, handset, entry);
}

/** 24 URL-safe characters as in live deliveries: no UUID, so that nobody relies on one. */
const newUserMessageId = () => randomBytes(18).toString('base64url');
