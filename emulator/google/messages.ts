/**
 * The life of an agent's message: accepted, on its way, delivered, read; or revoked, or expired.
 * Source: docs/platform.md, "Idempotency" and "Expiry and revocation".
 */

import { timestamp } from '../clock.ts';
import { type Entry, type EntryState, type Handset, setState } from '../phones/handset.ts';
import { checkFeatures, checkReach } from '../phones/reach.ts';
import {
  agentOf,
  checkId,
  handsetOf,
  type Platform,
  type Remembered,
  recall,
  record,
  remember,
  resourceName,
} from '../platform.ts';
import { classifyAgentMessage } from './classification.ts';
import { alreadyExists, GoogleError, notFound } from './google-error.ts';
import { tellServerEvent, tellUserEvent } from './notices.ts';
import { type AgentMessage, readAgentMessage } from './validate.ts';

/** A call of the message API. `id` is the caller's own; `bytes` is the size of the body. */
export type AgentCall = { phoneNumber: string; agentId: string; id: string; body: unknown; bytes: number };

/** Undelivered messages are dropped after this, without a notice. */
const MAX_QUEUE_MS = 30 * 86_400_000;
/** On their way or parked, over all handsets. */
const MAX_UNDELIVERED = 500_000;

/** The response of `agentMessages.create`. @throws GoogleError */
export function acceptMessage(platform: Platform, call: AgentCall): object {
  const { agentId, id } = call;
  const agent = agentOf(platform, agentId);
  checkId(platform, id, 'messageId');
  const handset = handsetOf(platform, call.phoneNumber);
  const nowMs = platform.clock.now();
  const message = readAgentMessage(call.body, { bytes: call.bytes, nowMs, useCase: agent.useCase });
  const earlier = recall(platform, agentId, id);
  if (earlier) return repeated(platform, earlier, id, message);
  checkReach(agent, handset);
  checkFeatures(platform, handset, message.content);
  if (platform.counts.undelivered >= MAX_UNDELIVERED) {
    throw new GoogleError(429, `The emulator holds at most ${MAX_UNDELIVERED} undelivered messages.`);
  }
  const entry = createEntry(call, message, nowMs);
  remember(platform, agentId, id, {
    kind: 'agentMessages',
    phoneNumber: handset.phoneNumber,
    acceptedMs: nowMs,
    entry,
  });
  record(platform, handset, entry);
  platform.counts.accepted += 1;
  platform.counts.undelivered += 1;
  if (handset.settings.online) startDelivery(platform, handset, entry);
  else park(platform, handset, entry);
  return {
    ...answerFor(call.phoneNumber, id, nowMs, message),
    ...(handset.settings.country === 'US' && {
      richMessageClassification: classifyAgentMessage(message.content),
      carrier: handset.settings.carrier,
    }),
  };
}

function createEntry({ id, agentId }: AgentCall, message: AgentMessage, nowMs: number): Entry {
  return {
    sequence: 0,
    direction: 'OUTBOUND',
    // Copies: both are substrings of a request's URL, and would keep all of it in memory.
    messageId: Buffer.from(id).toString(),
    agentId: Buffer.from(agentId).toString(),
    content: message.content,
    state: 'ACCEPTED',
    messageTrafficType: message.messageTrafficType,
    acceptedMs: nowMs,
    expireMs: message.expireMs,
    deliveredMs: null,
    readMs: null,
    duplicates: 0,
  };
}

function answerFor(phoneNumber: string, id: string, acceptedMs: number, message: AgentMessage): object {
  return {
    name: resourceName('agentMessages', phoneNumber, id),
    sendTime: timestamp(acceptedMs),
    contentMessage: message.content,
    ...(message.expireMs !== null && { expireTime: timestamp(message.expireMs) }),
    ...(message.messageTrafficType !== null && { messageTrafficType: message.messageTrafficType }),
  };
}

/** A repeated id is ignored; a knob chooses the response, because Google does not document it. */
export function repeated(platform: Platform, earlier: Remembered, id: string, message?: AgentMessage): object {
  platform.counts.duplicates += 1;
  if (earlier.entry) earlier.entry.duplicates += 1;
  if (platform.settings.duplicateStatus === 409) throw alreadyExists();
  return {
    name: resourceName(earlier.kind, earlier.phoneNumber, id),
    sendTime: timestamp(earlier.acceptedMs),
    ...(message && { contentMessage: earlier.entry?.content ?? message.content }),
  };
}

function startDelivery(platform: Platform, handset: Handset, entry: Entry): void {
  entry.state = 'ACCEPTED';
  const deliverMs = Math.max(platform.clock.now() + handset.settings.deliverDelayMs, handset.lastDeliveryMs);
  handset.lastDeliveryMs = deliverMs;
  // One timer for each message: its delivery or its expiry, whichever comes first.
  const dueMs = Math.min(deliverMs, entry.expireMs ?? Number.POSITIVE_INFINITY);
  platform.schedule.at(dueMs, () => deliver(platform, handset, entry));
}

function deliver(platform: Platform, handset: Handset, entry: Entry): void {
  if (entry.state !== 'ACCEPTED') return;
  const nowMs = platform.clock.now();
  const { online, rcs, readDelayMs } = handset.settings;
  if (entry.expireMs !== null && nowMs >= entry.expireMs) {
    expire(platform, handset, entry);
  } else if (!online || !rcs) {
    park(platform, handset, entry);
  } else {
    markDelivered(platform, handset, entry);
    if (readDelayMs !== null) platform.schedule.at(nowMs + readDelayMs, () => markRead(platform, handset, entry));
  }
}

function markDelivered(platform: Platform, handset: Handset, entry: Entry): void {
  handset.parked.delete(entry);
  entry.deliveredMs = platform.clock.now();
  platform.counts.delivered += 1;
  platform.counts.undelivered -= 1;
  setState(handset, entry, 'DELIVERED');
  tellUserEvent(platform, partiesOf(handset, entry), 'DELIVERED', entry.messageId);
}

/** The user has seen the message. @returns the event's id, or null when it had been read before. */
export function markRead(platform: Platform, handset: Handset, entry: Entry): string | null {
  if (entry.state !== 'DELIVERED') return null;
  entry.readMs = platform.clock.now();
  platform.counts.read += 1;
  setState(handset, entry, 'READ');
  return tellUserEvent(platform, partiesOf(handset, entry), 'READ', entry.messageId);
}

const partiesOf = (handset: Handset, entry: Entry) => ({ phoneNumber: handset.phoneNumber, agentId: entry.agentId });

function park(platform: Platform, handset: Handset, entry: Entry): void {
  handset.parked.add(entry);
  setState(handset, entry, 'QUEUED');
  const endMs = Math.min(entry.expireMs ?? Number.POSITIVE_INFINITY, entry.acceptedMs + MAX_QUEUE_MS);
  platform.schedule.at(endMs, () => {
    if (entry.state === 'QUEUED') expire(platform, handset, entry);
  });
}

/** The phone is back: waiting messages are delivered in order. */
export function resumeDelivery(platform: Platform, handset: Handset): void {
  const parked = [...handset.parked];
  handset.parked.clear();
  for (const entry of parked) startDelivery(platform, handset, entry);
}

function expire(platform: Platform, handset: Handset, entry: Entry): void {
  const who = partiesOf(handset, entry);
  const { expiry } = handset.settings;
  if (entry.expireMs === null) {
    leaveQueue(platform, handset, entry, 'DROPPED');
  } else if (expiry === 'revokeFailed') {
    // The platform could not revoke the message: it may still arrive.
    entry.expireMs = null;
    if (entry.state === 'QUEUED') park(platform, handset, entry);
    else startDelivery(platform, handset, entry);
    tellServerEvent(platform, who, 'TTL_EXPIRATION_REVOKE_FAILED', entry.messageId);
  } else {
    if (expiry === 'deliveredAndRevoked') markDelivered(platform, handset, entry);
    else leaveQueue(platform, handset, entry, 'EXPIRED');
    if (expiry !== 'silent') tellServerEvent(platform, who, 'TTL_EXPIRATION_REVOKED', entry.messageId);
  }
}

function leaveQueue(platform: Platform, handset: Handset, entry: Entry, state: EntryState): void {
  handset.parked.delete(entry);
  platform.counts.undelivered -= 1;
  setState(handset, entry, state);
}

/** `agentMessages.delete`. No event is sent for it. @throws GoogleError 404 for a delivered or unknown message. */
export function revokeMessage(platform: Platform, phoneNumber: string, agentId: string, id: string): void {
  agentOf(platform, agentId);
  const handset = handsetOf(platform, phoneNumber);
  const remembered = recall(platform, agentId, id);
  const entry = remembered?.phoneNumber === phoneNumber ? remembered.entry : null;
  const isUnderWay = entry?.state === 'ACCEPTED' || entry?.state === 'QUEUED';
  const { revoke } = platform.settings;
  if (!isUnderWay && revoke === 'strict') throw notFound();
  // In the race that the last mode simulates, the message has already reached the device's side.
  if (isUnderWay && revoke !== 'race') leaveQueue(platform, handset, entry!, 'REVOKED');
}
