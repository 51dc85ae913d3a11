/**
 * A platform that is away for a quarter of an hour, by the accelerated clock of a service: messages with a longer time
 * to live arrive, and the others are reported to their sender.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from './checks.ts';
import type { Attempt } from './endpoint.ts';
import type { Rig } from './rig.ts';
import { caller, createNoteAgent } from './stage.ts';
import { readTranscripts } from './transcripts.ts';

const OUTAGE_SECONDS = 15 * 60;
/** So that it takes seven and a half seconds; the pauses between two calls run at the usual rate. */
const CLOCK_RATE = 120;
/** Long enough that a first call is made in time, five seconds, and over before the platform is back. */
const SHORT_SECONDS = 600;
/** Two minutes really: far longer than a busy machine needs for the rest. */
const LONG_SECONDS = 14_400;
const PHONES_EACH = 20;
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * The messages for each phone, in order. One that was tried is reported with the platform's last answer, see
 * docs/spec-choices.md.
 */
const STORIES = [
  [
    { ttlSeconds: LONG_SECONDS, outcome: 'SENT' },
    { ttlSeconds: SHORT_SECONDS, outcome: 'TTL_EXPIRATION_REVOKED SERVICE' },
    { ttlSeconds: LONG_SECONDS, outcome: 'SENT' },
  ],
  [
    { ttlSeconds: SHORT_SECONDS, outcome: 'FAILED' },
    { ttlSeconds: LONG_SECONDS, outcome: 'SENT' },
  ],
];

type Sent = { messageId: string; ttlSeconds: number; outcome: string };

export async function outlastOutage(rig: Rig): Promise<Check> {
  await using service = await rig.startService('service-of-the-outage', { PARLEY_TEST_CLOCK_RATE: String(CLOCK_RATE) });
  // The database timestamps arrivals, and the service's clock runs ahead of it from its start on.
  const startedAt = performance.now();
  const leadSeconds = () => ((performance.now() - startedAt) / 1000) * (CLOCK_RATE - 1);
  const call = caller(service.url, rig.operatorKey);
  const emulator = caller(rig.emulator.url, rig.operatorKey);
  const config = { eventForwardUrl: `${rig.sink.url}/ok`, capabilityCheck: false };
  const agentId = await createNoteAgent(call, 'Patient', config);
  const sent = new Map<string, Sent[]>();
  for (const [index, story] of STORIES.entries())
    for (let phone = 0; phone < PHONES_EACH; phone++) {
      const phoneNumber = `+1556${index}${String(phone).padStart(6, '0')}`;
      await emulator('PUT', `/emulator/handsets/${phoneNumber}`, { faults: [{ status: 503, times: 1_000_000 }] });
      const messages: Sent[] = [];
      for (const { ttlSeconds, outcome } of story) {
        const ttl = `${Math.round(ttlSeconds + leadSeconds())}s`;
        const { messageId } = await call('POST', `/agents/${agentId}/states/note/send/${phoneNumber}`, { ttl });
        messages.push({ messageId: messageId as string, ttlSeconds, outcome });
      }
      sent.set(phoneNumber, messages);
    }
  await delay((OUTAGE_SECONDS * 1000) / CLOCK_RATE);
  for (const phoneNumber of sent.keys()) await emulator('PUT', `/emulator/handsets/${phoneNumber}`, { faults: [] });

  const all = [...sent.values()].flat();
  const outcomes = await awaitOutcomes(rig, all);
  const breaches = all.flatMap(({ messageId, ttlSeconds, outcome }) => {
    const told = [...(outcomes.get(messageId) ?? [])].join(', ') || 'nothing';
    return told === outcome ? [] : [`${messageId} with ${ttlSeconds} s was told as ${told}, not as ${outcome}`];
  });
  const { byPhone } = await readTranscripts({ phoneNumbers: [...sent.keys()] }, emulator);
  for (const [phoneNumber, messages] of sent) {
    const due = messages.filter(({ outcome }) => outcome === 'SENT').map(({ messageId }) => messageId);
    const shown = byPhone.get(phoneNumber)!.map(({ messageId }) => messageId);
    if (due.join() !== shown.join()) breaches.push(`${phoneNumber} has ${shown.join()}, not ${due.join()}`);
  }
  return { name: 'an outage of 15 minutes is outlasted', lookedAt: all.length, breaches };
}

/** The client's events about each message, until it has all or the time is up. */
async function awaitOutcomes({ sink }: Rig, messages: Sent[]): Promise<Map<string, Set<string>>> {
  const outcomes = new Map<string, Set<string>>(messages.map(({ messageId }) => [messageId, new Set()]));
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ([...outcomes.values()].some(({ size }) => size === 0) && performance.now() < giveUpAt) {
    for (const { messageId, type, origin } of await sink.ask<Attempt[]>('take')) {
      if (type === 'SENT' || type === 'FAILED') outcomes.get(messageId)?.add(type);
      if (type === 'TTL_EXPIRATION_REVOKED') outcomes.get(messageId)?.add(`${type} ${origin}`);
    }
    await delay(LOOK_EVERY_MS);
  }
  return outcomes;
}
