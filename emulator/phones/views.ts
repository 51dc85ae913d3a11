/** Handsets and their messages as the driver addresses show them. */
import type { Static } from 'typebox';
import { timestamp } from '../clock.ts';
import type { HandsetView, TranscriptEntry } from '../driver/schemas.ts';
import type { Entry, Handset } from './handset.ts';

export function entryView(entry: Entry): Static<typeof TranscriptEntry> {
  return {
    sequence: entry.sequence,
    direction: entry.direction,
    messageId: entry.messageId,
    agentId: entry.agentId,
    state: entry.state,
    ...(entry.direction === 'OUTBOUND' ? { contentMessage: entry.content } : entry.content),
    ...(entry.messageTrafficType !== null && { messageTrafficType: entry.messageTrafficType }),
    acceptedAt: timestamp(entry.acceptedMs),
    expiresAt: time(entry.expireMs),
    deliveredAt: time(entry.deliveredMs),
    readAt: time(entry.readMs),
    duplicates: entry.duplicates,
  };
}

const time = (ms: number | null) => (ms === null ? null : timestamp(ms));

export function settingsView(handset: Handset) {
  return { phoneNumber: handset.phoneNumber, ...handset.settings, total: handset.total };
}

/** `limit` is the number of messages, the last ones. */
export function handsetView(handset: Handset, limit: number): Static<typeof HandsetView> {
  return { ...settingsView(handset), transcript: handset.transcript.slice(-limit).map(entryView) };
}
